import { itemBytesMax } from '@seismo/protocol';
import type { Step } from '#pipeline/work.ts';

/** Refuses what is larger than its kind may be, before anything looks inside. */
export const limitSize: Step = ({ item }) =>
  item.payload.byteLength > itemBytesMax(item.kind) ? { outcome: 'too-large', reason: 'item' } : null;
