import type { RawParams } from '#explorer/url-state.ts';

/** URL parameters from untrusted JSON. What is no text is left out. */
export function rawParamsOf(given: unknown): RawParams {
  if (typeof given !== 'object' || given === null) return {};
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]): [string, string | string[]][] => {
      if (typeof value === 'string') return [[name, value]];
      return Array.isArray(value) ? [[name, value.filter((each) => typeof each === 'string')]] : [];
    }),
  );
}
