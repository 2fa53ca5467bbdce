import type { SpanRow } from '#store/telemetry/contract.ts';
import { rowsOf } from '../rows.ts';
import type { DescribedSpanItem } from './limit-attributes.ts';

export interface SpanRowsItem {
  rows: SpanRow[];
}

/** Leaves nothing of an item but its rows: spans as objects are several times as large, and a whole batch of them would wait for its commit. */
export const buildRows = (work: DescribedSpanItem): SpanRowsItem => ({ rows: rowsOf(work) });
