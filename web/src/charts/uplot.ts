// The chunk that holds uPlot and its styles; only ever imported dynamically.

import "uplot/dist/uPlot.min.css";
export { default } from "uplot";
