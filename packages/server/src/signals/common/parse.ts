import { parseJson } from '@seismo/protocol';
import type { Step } from '#pipeline/work.ts';

/** Reads the payload as JSON of bounded depth; everything after this expects an object. */
export const parse: Step = (work) => {
  const parsed = parseJson(work.item.payload);
  if (!parsed.ok) return { outcome: 'invalid', reason: parsed.why };
  if (typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value)) {
    return { outcome: 'invalid', reason: 'shape' };
  }
  work.raw = parsed.value;
  return null;
};
