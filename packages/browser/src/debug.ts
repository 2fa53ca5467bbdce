export let logDebug: (...words: unknown[]) => void = () => {};

/** Only `init({ debug: true })` lets the SDK write to the console: to the one of now, which no breadcrumb listens to. */
export function setDebug(debug: boolean | undefined): void {
  // oxlint-disable-next-line eslint/no-console -- asked for with `debug`
  logDebug = debug ? console.warn.bind(console, '[seismo]') : () => {};
}

/** Runs `work` of the SDK: whatever goes wrong in it stays out of the host page. */
export function safely<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    logDebug(error);
  }
}

/** `listener`, harmless. */
export function safeListener<A extends unknown[]>(listener: (...args: A) => void): (...args: A) => void {
  return (...args) => safely(() => listener(...args));
}
