/** What bundlers and browsers say of a part of the app that could not be loaded: webpack, Turbopack, Chromium and Firefox, Safari. */
const chunkFailed =
  /^ChunkLoadError|Loading (?:CSS )?chunk \S+ failed|Failed to load chunk|dynamically imported module|Importing a module script failed/;

interface Failed {
  error: unknown;
  retry?: (() => void) | undefined;
  unstable_retry?: (() => void) | undefined;
  reset?: (() => void) | undefined;
}

/**
 * What "Try again" does. A part of the app that did not load mostly belongs to a build that is gone: rendering again asks
 * for the same file, only loading the page anew gets the present one.
 */
export const tryAgain = ({ error, retry, unstable_retry, reset }: Failed, reload: () => void): (() => void) =>
  chunkFailed.test(String(error)) ? reload : (retry ?? unstable_retry ?? reset ?? reload);
