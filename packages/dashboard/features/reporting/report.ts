/** Errors that happened before the reporter was there. Few are kept: the first ones say the most. */
const EARLY_MAX = 20;

export type Reporter = (error: unknown) => void;

let early: unknown[] = [];
let reporter: Reporter | null = null;

/** Reports an error of the dashboard's own browser code. Never throws; before the reporter is loaded it is kept. */
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
