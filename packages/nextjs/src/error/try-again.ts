/**
 * Messages of bundlers and browsers when a part of the app could not be loaded: webpack, Turbopack, Chromium and
 * Firefox, Safari.
 */
const chunkFailed =
  /^ChunkLoadError|Loading (?:CSS )?chunk \S+ failed|Failed to load chunk|dynamically imported module|Importing a module script failed/;

interface Failed {
  error: unknown;
  retry?: (() => void) | undefined;
  unstable_retry?: (() => void) | undefined;
  reset?: (() => void) | undefined;
}

/**
 * The action of "Try again". A chunk that failed to load mostly belongs to a build that is gone: rendering again would
 * request the same file, so the page is reloaded.
 */
export const tryAgain = ({ error, retry, unstable_retry, reset }: Failed, reload: () => void): (() => void) =>
  chunkFailed.test(String(error)) ? reload : (retry ?? unstable_retry ?? reset ?? reload);
