// Parts of which a board has hundreds: one click changes a few of them.
import { Component, type ComponentChild } from "preact";

/** A component that is rendered anew only when one of its props has changed: values rather than fresh objects. */
export function steady<P extends object>(render: (props: P) => ComponentChild) {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return (Object.keys(next) as (keyof P)[]).some((name) => next[name] !== this.props[name as never]);
    }
    override render(): ComponentChild {
      return render(this.props as P);
    }
  };
}
