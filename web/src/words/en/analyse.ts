export const analyse = {} as const;
