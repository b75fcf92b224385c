// Curves that were told at different steps, as one table: what a chart of several lines needs.

export interface Course {
  id: string;
  name: string;
  steps: number[];
  values: number[];
}

/** All steps, and for each curve a value or nothing at each of them. */
export function aligned(courses: Course[]): (number | null)[][] {
  const steps = [...new Set(courses.flatMap((course) => course.steps))].sort((a, b) => a - b);
  const columns = courses.map((course) => {
    const known = new Map(course.steps.map((step, i) => [step, course.values[i] ?? null]));
    return steps.map((step) => known.get(step) ?? null);
  });
  return [steps, ...columns];
}
