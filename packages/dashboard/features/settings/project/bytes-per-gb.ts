/** As sizes are shown: `count.ts` counts in powers of 1,024. */
export const BYTES_PER_GB = 1024 ** 3;
