// Several curves over steps in one frame, with a key that also says in words what the picture shows.

import type uPlot from "uplot";
import { useMemo, useRef } from "preact/hooks";
import { Plot, type Colours } from "./Plot";
import { aligned, type Course } from "./align";

/** Steps are counted, not measured. */
const wholes = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000];
const DASHES: number[][] = [[], [8, 4], [2, 3], [10, 3, 2, 3]];

interface CurvesProps {
  courses: Course[];
  label: string;
  value: (value: number) => string;
  height?: number;
  /** Where a name in the key leads. */
  href?: (course: Course) => string;
}

/** So many colours there are; then they come again, dashed otherwise. */
const tones = (tint: Colours): string[] => [tint.accent, tint.bad, tint.good, tint.warn, tint.ink, tint.faint];

export function Curves({ courses, label, value, height = 200, href }: CurvesProps) {
  const data = useMemo<uPlot.AlignedData>(() => aligned(courses) as uPlot.AlignedData, [courses]);
  const now = useRef(value);
  now.current = value;
  const options = (tint: Colours): Omit<uPlot.Options, "width" | "height"> => ({
    legend: { show: false },
    padding: [8, 8, 0, 0],
    cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: (_, low, high) => [low ?? 0, Math.max(high ?? 1, (low ?? 0) + 1)] },
    },
    axes: [
      { stroke: tint.faint, font: tint.font, size: 24, grid: { show: false }, ticks: { show: false }, space: 60, incrs: wholes },
      {
        stroke: tint.faint,
        font: tint.font,
        size: 56,
        grid: { stroke: tint.line, width: 1 },
        ticks: { show: false },
        space: 36,
        values: (_, all) => all.map((one) => now.current(one)),
      },
    ],
    series: [
      {},
      ...courses.map((course, i) => ({
        stroke: tones(tint)[i % tones(tint).length] ?? tint.accent,
        width: 2,
        dash: DASHES[i % DASHES.length] ?? [],
        spanGaps: true,
        points: { show: course.steps.length < 3, size: 6 },
      })),
    ],
  });
  // One curve that is called like its chart needs no key.
  const isAlone = courses.length === 1 && courses[0]?.name === label;
  const said = courses.map(({ name, values }) => `${name} ${value(values.at(-1) ?? 0)}`).join(", ");
  return (
    <figure class="curves">
      <figcaption>
        <span class="curves-label">
          {label}
          {isAlone && <span class="numbers muted"> {value(courses[0]?.values.at(-1) ?? 0)}</span>}
        </span>
        {!isAlone && (
          <ul class="curves-key">
            {courses.map((course, i) => (
              <li key={course.id}>
                <svg class={`curves-line line-${i % 6}`} width="24" height="8" viewBox="0 0 24 8" aria-hidden="true">
                  <path d="M0 4h24" stroke-dasharray={DASHES[i % DASHES.length]?.join(" ")} />
                </svg>
                {href ? <a href={href(course)}>{course.name}</a> : <span>{course.name}</span>}
                <span class="numbers muted">{value(course.values.at(-1) ?? 0)}</span>
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      <Plot key={courses.map((one) => one.id).join(" ")} data={data} height={height} label={`${label}: ${said}`} options={options} />
    </figure>
  );
}
