export let say: (...words: unknown[]) => void = () => {};

/** Only `init({ debug: true })` lets the SDK write to the console: to the one of now, which no breadcrumb listens to. */
export function speakIf(debug: boolean | undefined): void {
  // oxlint-disable-next-line eslint/no-console -- asked for with `debug`
  say = debug ? console.warn.bind(console, '[seismo]') : () => {};
}

/** Runs `work` of the SDK: whatever goes wrong in it stays out of the host page. */
export function guarded<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    say(error);
  }
}

/** `listener`, harmless. */
export function harmless<A extends unknown[]>(listener: (...args: A) => void): (...args: A) => void {
  return (...args) => guarded(() => listener(...args));
}
