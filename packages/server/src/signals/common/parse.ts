import { parseJson } from '@seismo/protocol';
import { end, type Ended, type Item } from '#pipeline/steps.ts';

/** Reads the payload as JSON of bounded depth. Later steps expect an object. */
export const parse = <Work extends Item>(work: Work): (Work & { raw: object }) | Ended => {
  const parsed = parseJson(work.item.payload);
  if (!parsed.ok) return end('invalid', parsed.why);
  const raw = parsed.value;
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return end('invalid', 'shape');
  return Object.assign(work, { raw });
};
