/** When the pictures are taken: a Wednesday morning so far off that no cookie of it is over yet. */
export const momentMs = Date.UTC(2036, 10, 19, 9, 30);
