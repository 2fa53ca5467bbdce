import type { ServerQueryDeps } from '../deps.ts';
import { outcomes } from '../stats/outcomes.ts';
import type { TimeRange } from '../range.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { csvRow } from './csv.ts';
import { bytesOf } from './stream.ts';
import type { Export } from './views.ts';

/**
 * The outcomes of these projects, or of all: items received by kind, outcomes, and client drops. `received` is the sum
 * of the outcomes of its kind and the items in flight.
 */
export async function exportOutcomes(
  deps: ServerQueryDeps,
  viewer: Viewer,
  projectSlugs: readonly string[],
  range: TimeRange,
  keyId?: number,
): Promise<Export> {
  deps.space.requireRoom();
  const { kinds, clientDiscards, fromMs } = await outcomes(deps, viewer, projectSlugs, range, keyId);
  const from = new Date(fromMs).toISOString();
  const rows = [
    ...kinds.flatMap(({ itemKind, received, outcomes }) => [
      [from, itemKind, 'received', '', received],
      ...outcomes.map(({ outcome, reason, quantity }) => [from, itemKind, outcome, reason, quantity]),
    ]),
    ...clientDiscards.map(({ category, reason, quantity }) => [from, category, 'client-discard', reason, quantity]),
  ];
  const lines = async function* () {
    yield csvRow(['since', 'kind', 'outcome', 'reason', 'items']);
    for (const row of rows) yield csvRow(row);
  };
  return {
    filename: 'ledger.csv',
    contentType: 'text/csv; charset=utf-8',
    rows: rows.length,
    rowsMax: rows.length,
    body: bytesOf(lines()),
  };
}
