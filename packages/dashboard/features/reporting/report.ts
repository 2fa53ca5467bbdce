/** Errors from before the reporter has loaded. Only the first ones, which are the most useful. */
const EARLY_MAX = 20;

export type Reporter = (error: unknown) => void;

let early: unknown[] = [];
let reporter: Reporter | null = null;

/**
 * Reports an error of the dashboard's own browser code. Never throws; before the reporter has loaded, errors are
 * queued.
 */
export function report(error: unknown): void {
  if (reporter) reporter(error);
  else if (early.length < EARLY_MAX) early.push(error);
}

export function setReporter(ready: Reporter): void {
  reporter = ready;
  const queued = early;
  early = [];
  queued.forEach(ready);
}
