import { itemCategories } from '@seismo/protocol';
import { z } from 'zod';
import type { CategoryOutcomes } from '#query/stats/views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Routes } from '../router.ts';
import { categoryFeature, MissingFeature } from '../features.ts';
import { readInterval } from '../interval.ts';
import { oneOf, common, text, texts, withoutEffect, type Query } from '../parameters.ts';
import { period, readPeriod } from '../period.ts';
import { projectSlugsOf } from '../projects-of.ts';

const fields = ['sum(quantity)', 'sum(times_seen)'] as const;
const groups = ['outcome', 'category', 'reason', 'project'] as const;

const sessionFields = ['sum(session)', 'crash_rate(session)', 'crash_free_rate(session)'] as const;

const minuteMs = 60_000;
const scope = { project: texts, interval: text, ...period, referrer: common.referrer };
const stats = {
  ...scope,
  field: z.array(z.enum(fields, `Use these fields: ${fields.join(', ')}.`)).default([]),
  groupBy: z.array(z.enum(groups, `Use these groups: ${groups.join(', ')}.`)).default([]),
  category: texts,
  outcome: texts,
  reason: texts,
};

/** Sentry's names of outcomes; others are `invalid`, with a reason. */
const sentryOutcomes: Record<string, string> = {
  stored: 'accepted',
  filtered: 'filtered',
  limited: 'rate_limited',
  'client-discard': 'client_discard',
};

interface Cell {
  at: number;
  quantity: number;
  outcome: string;
  reason: string;
  category: string;
  project: number;
}

/** Categories of counted items, except those of features that are missing. */
const categories = [...new Set<string>(Object.values(itemCategories))].filter((name) => !categoryFeature(name));

/** Outcomes, and sessions. */
export const statsRoutes: Routes = (api, { query }) => {
  const listed = {
    ...scope,
    environment: texts,
    field: z.array(z.enum(sessionFields, `Use these fields: ${sessionFields.join(', ')}.`)).default([]),
    groupBy: z.array(z.literal('project', 'Group sessions by project only.')).default([]),
    includeSeries: withoutEffect('The response always has the series.'),
    includeTotals: withoutEffect('The response always has the totals.'),
    per_page: withoutEffect('The response has all groups.'),
  };
  api.get('/organizations/:org/sessions', { query: listed }, async (context, viewer, { query: sent }) => {
    if (sent.field.length === 0) throw new Refusal('invalid', `field: One or more of ${sessionFields.join(', ')}.`);
    const bucketMs = readInterval(sent.interval) ?? 60 * minuteMs;
    const found = await query.sessionSeries(viewer, {
      projects: projectSlugsOf(sent),
      environments: sent.environment,
      range: readPeriod(sent) ?? '24h',
      bucketMs,
      byProject: sent.groupBy.length > 0,
    });
    const buckets = (found.toMs - found.fromMs) / bucketMs;
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    return context.json({
      start: iso(found.fromMs),
      end: iso(found.toMs),
      query: '',
      intervals: Array.from({ length: buckets }, (_, index) => iso(found.fromMs + index * bucketMs)),
      groups: found.series.map(({ projectId, sessions, crashed }) => ({
        by: projectId === null ? {} : { project: projectId },
        totals: Object.fromEntries(sent.field.map((name) => [name, sessionField(name, sum(sessions), sum(crashed))])),
        series: Object.fromEntries(
          sent.field.map((name) => [name, sessions.map((count, at) => sessionField(name, count, crashed[at]!))]),
        ),
      })),
    });
  });

  async function read(viewer: Viewer, sent: Query<typeof scope>, category: readonly string[]) {
    const bucketMs = readInterval(sent.interval) ?? 60 * minuteMs;
    if (bucketMs % minuteMs !== 0) throw new Refusal('invalid', 'interval: Use whole minutes, such as 5m or 1h.');
    const range = readPeriod(sent) ?? '24h';
    const filter = { projects: projectSlugsOf(sent), categories: category, range, bucketMs };
    const found = await query.categoryOutcomes(viewer, filter);
    return { ...found, cells: found.cells.map((cell) => cellShape(cell, found)) };
  }

  api.get('/organizations/:org/stats_v2', { query: stats }, async (context, viewer, { query: sent }) => {
    if (sent.field.length === 0) throw new Refusal('invalid', `field: One or more of ${fields.join(', ')}.`);
    requireCounted(sent.category);
    const found = await read(viewer, sent, sent.category);
    const cells = found.cells.filter(
      ({ outcome, reason }) =>
        (sent.outcome.length === 0 || sent.outcome.includes(outcome)) &&
        (sent.reason.length === 0 || sent.reason.includes(reason)),
    );
    const buckets = (found.toMs - found.fromMs) / found.bucketMs;
    const groupsOf = Map.groupBy(cells, (cell) => JSON.stringify(sent.groupBy.map((name) => cell[name])));
    return context.json({
      start: iso(found.fromMs),
      end: iso(found.toMs),
      intervals: Array.from({ length: buckets }, (_, index) => iso(found.fromMs + index * found.bucketMs)),
      groups: [...groupsOf.values()].map((own) => {
        const series = Array.from({ length: buckets }, () => 0);
        for (const { at, quantity } of own) series[at]! += quantity;
        const total = series.reduce((sum, quantity) => sum + quantity, 0);
        return {
          by: Object.fromEntries(sent.groupBy.map((name) => [name, own[0]![name]])),
          totals: Object.fromEntries(sent.field.map((name) => [name, total])),
          series: Object.fromEntries(sent.field.map((name) => [name, series])),
        };
      }),
    });
  });

  const dropped = { ...scope, dataset: oneOf(['errors']), outcome: text, reason: text };
  api.get('/organizations/:org/events-dropped', { query: dropped }, async (context, viewer, { query: sent }) => {
    if (sent.dataset === null) throw new Refusal('invalid', 'dataset: Required. Send "errors".');
    const found = await read(viewer, sent, ['error']);
    const sums = [...Map.groupBy(found.cells, (cell) => [cell.at, cell.outcome, cell.reason].join()).values()];
    const all = sums.map((own) => {
      const { at, outcome, reason, category } = own[0]!;
      const start = found.fromMs + at * found.bucketMs;
      const count = own.reduce((sum, { quantity }) => sum + quantity, 0);
      return { type: 'outcome', category, outcome, reason, start, end: start + found.bucketMs, count };
    });
    const isSelected = ({ outcome, reason }: { outcome: string; reason: string }) =>
      (!sent.outcome || outcome === sent.outcome) && (!sent.reason || reason === sent.reason);
    return context.json({
      meta: { dataset: 'errors', start: found.fromMs, end: found.toMs, interval: found.bucketMs },
      droppedEvents: all.filter((one) => one.outcome !== 'accepted' && isSelected(one)),
      acceptedEvents: all.filter(({ outcome }) => outcome === 'accepted'),
    });
  });
};

/** Rates are between 0 and 1, and of no session there is none. */
function sessionField(name: (typeof sessionFields)[number], sessions: number, crashed: number): number | null {
  if (name === 'sum(session)') return sessions;
  if (sessions === 0) return null;
  return name === 'crash_rate(session)' ? crashed / sessions : (sessions - crashed) / sessions;
}

function requireCounted(sent: string[]): void {
  for (const category of sent) {
    const feature = categoryFeature(category);
    if (feature) throw new MissingFeature(feature);
  }
  if (sent.length === 0 || !sent.every((category) => categories.includes(category)))
    throw new Refusal('invalid', `category: One or more of ${categories.join(', ')}.`);
}

function cellShape(
  { bucketAtMs, projectId, category, outcome, reason, quantity }: CategoryOutcomes['cells'][number],
  found: CategoryOutcomes,
): Cell {
  const known = sentryOutcomes[outcome];
  return {
    at: (bucketAtMs - found.fromMs) / found.bucketMs,
    quantity,
    outcome: known ?? 'invalid',
    reason: known || outcome === 'invalid' ? reason || 'none' : `${outcome}-${reason}`,
    category,
    project: projectId,
  };
}

const iso = (ms: number) => new Date(ms).toISOString();
