import { itemBytesMax } from '@seismo/protocol';
import { end, type Ended, type Item } from '#pipeline/steps.ts';

/** Refuses items that are larger than their kind may be, before any step reads the payload. */
export const limitSize = <Work extends Item>(work: Work): Work | Ended =>
  work.item.payload.byteLength > itemBytesMax(work.item.kind) ? end('too-large', 'item') : work;
