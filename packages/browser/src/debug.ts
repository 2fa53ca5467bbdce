export let logDebug: (...words: unknown[]) => void = () => {};

/** With `init({ debug: true })`, the SDK writes to the console as it is now, before breadcrumbs wrap it. */
export function setDebug(debug: boolean | undefined): void {
  // oxlint-disable-next-line eslint/no-console -- requested by `debug`
  logDebug = debug ? console.warn.bind(console, '[seismo]') : () => {};
}

/** Runs code of the SDK. No error in it reaches the page. */
export function safely<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    logDebug(error);
  }
}

/** Wraps `listener` so that it never throws. */
export function safeListener<A extends unknown[]>(listener: (...args: A) => void): (...args: A) => void {
  return (...args) => safely(() => listener(...args));
}
