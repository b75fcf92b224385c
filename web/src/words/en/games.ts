// Names of what comes from the server: games, sides, men, causes, searches.
export const games = {
  "name-chess": "Chess",
} as const;
