export const arena = {} as const;
