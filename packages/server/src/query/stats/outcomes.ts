import { reasons } from '@seismo/protocol';
import type { QueryRows } from '#store/telemetry/queries/index.ts';
import type { ServerQueryDeps } from '../deps.ts';
import { deadLettersOf } from './dead-letters.ts';
import { keysOf } from './key-usage.ts';
import { projectsNamed } from '../projects/projects.ts';
import { bucketsOf, fillSeries, type TimeRange } from '../range.ts';
import type { OutcomesView } from './views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

type Total = QueryRows['ledgerTotals'];

/** Received items and their outcomes. `received` and `client-discard` are not part of the sum of outcomes. */
export async function outcomes(
  deps: ServerQueryDeps,
  viewer: Viewer,
  projectSlugs: readonly string[],
  range: TimeRange,
  keyId?: number,
): Promise<OutcomesView> {
  const projects = await projectsNamed(deps, viewer, 'project:read', projectSlugs);
  const buckets = bucketsOf(range, deps.clock.now());
  const ofAll = { projectIds: projects.map(({ id }) => id), range: buckets.range };
  const params = { ...ofAll, ...(keyId !== undefined && { keyId }) };
  const [totals, series, byKey, deadLetters] = await Promise.all([
    deps.telemetry.query('ledgerTotals', params),
    deps.telemetry.query('ledgerSeries', { ...params, bucketMs: buckets.bucketMs }),
    deps.telemetry.query('ledgerByKey', ofAll),
    deadLettersOf(deps, projects),
  ]);
  const became = totals.filter(({ outcome }) => outcome !== 'received' && outcome !== 'client-discard');
  const received = sum(totals.filter(({ outcome }) => outcome === 'received'));
  return {
    received,
    outcomes: byReason(became).map((cell) => ({ ...cell, explanation: explain(cell.outcome, cell.reason) })),
    kinds: kindsOf(totals),
    keys: await keysOf(deps, projects, byKey),
    clientDiscards: totals
      .filter(({ outcome }) => outcome === 'client-discard')
      .map(({ itemKind, reason, quantity }) => ({ category: itemKind, reason, quantity })),
    inFlight: received - sum(became),
    series: [...Map.groupBy(series, ({ outcome }) => outcome)].map(([outcome, rows]) => ({
      outcome,
      values: fillSeries(
        buckets,
        rows.map(({ bucketAtMs, quantity }) => ({ bucketAtMs, count: quantity })),
      ).values,
    })),
    fromMs: buckets.fromMs,
    bucketMs: buckets.bucketMs,
    deadLetters,
  };
}

function kindsOf(totals: Total[]): OutcomesView['kinds'] {
  const counted = totals.filter(({ outcome }) => outcome !== 'client-discard');
  return [...Map.groupBy(counted, ({ itemKind }) => itemKind)]
    .map(([itemKind, rows]) => ({
      itemKind,
      received: sum(rows.filter(({ outcome }) => outcome === 'received')),
      outcomes: byReason(rows.filter(({ outcome }) => outcome !== 'received')),
    }))
    .sort((a, b) => b.received - a.received || (a.itemKind < b.itemKind ? -1 : 1));
}

function byReason(rows: Total[]): { outcome: string; reason: string; quantity: number }[] {
  return [...Map.groupBy(rows, ({ outcome, reason }) => `${outcome}:${reason}`).values()]
    .map((same) => ({ outcome: same[0]!.outcome, reason: same[0]!.reason, quantity: sum(same) }))
    .filter(({ quantity }) => quantity !== 0)
    .sort((a, b) => b.quantity - a.quantity);
}

function sum(rows: { quantity: number }[]): number {
  return rows.reduce((total, { quantity }) => total + quantity, 0);
}

function explain(outcome: string, reason: string): string {
  const known: Record<string, Record<string, string>> = reasons;
  return Object.hasOwn(known, outcome) ? (known[outcome]?.[reason] ?? '') : '';
}
