/** The time of all snapshots: far in the future, so that no cookie has expired. */
export const frozenTimeMs = Date.UTC(2036, 10, 19, 9, 30);
