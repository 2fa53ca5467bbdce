import type { Context } from 'hono';
import { confidenceOf } from '#domain/spans/confidence.ts';
import type { EventTable, EventTimeseries, Sampling, TableValue } from '#query/events/views.ts';
import type { ApiEnv } from '../deps.ts';
import type { Routes } from '../router.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import { readInterval } from '../interval.ts';
import { refuseProblem } from '../issue-filter.ts';
import { page, readPage, setLink } from '../page.ts';
import { oneOf, common, flag, text, texts, withoutEffect, type Query } from '../parameters.ts';
import { period, readPeriod } from '../period.ts';
import { projectSlugsOf } from '../projects-of.ts';

/** Sentry's `discover` covers errors and transactions; here it has errors only. */
const ofErrors = oneOf(['errors', 'discover']);
const scope = {
  dataset: oneOf(['errors', 'discover', 'spans']),
  project: texts,
  environment: texts,
  query: text,
  ...period,
  referrer: common.referrer,
  useRpc: withoutEffect('Selects one of two stores of Sentry; Seismo has one.'),
  sampling: withoutEffect(
    'Seismo counts all events; `X-Seismo-Events-With-Content` says how many of them can be searched.',
  ),
  allowAggregateConditions: withoutEffect('Conditions on aggregates are always refused.'),
};
const series = {
  ...scope,
  yAxis: texts,
  interval: text,
  topEvents: oneOf(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']),
  excludeOther: flag,
  sort: texts,
  partial: withoutEffect('The current interval is always included.'),
};

/** Events and spans as tables and timeseries, for Sentry's Discover and Explore. */
export const discoverRoutes: Routes = (api, { query, publicUrl }) => {
  const tablesOf = ({ dataset }: Pick<Query<typeof scope>, 'dataset'>) =>
    dataset === 'spans'
      ? { table: query.spanTable, check: query.checkSpanTable, timeseries: query.spanTimeseries }
      : { table: query.eventTable, check: query.checkEventTable, timeseries: query.eventTimeseries };

  const scopeOf = (sent: Omit<Query<typeof scope>, 'dataset'>) => ({
    projects: projectSlugsOf(sent),
    environments: sent.environment,
    range: readPeriod(sent),
    query: sent.query ?? '',
  });

  /** Answers that need the content of events are samples while some have lost theirs. */
  const markSample = async (context: Context<ApiEnv>, viewer: Viewer, sent: Query<typeof scope>) => {
    if (sent.dataset === 'spans') return;
    const { projects, range } = scopeOf(sent);
    const { stored, events } = await query.contentOfProjects(viewer, projects, range);
    if (stored < events) context.header('x-seismo-events-with-content', `${stored}/${events}`);
  };

  api.get(
    '/organizations/:org/events',
    { query: { ...scope, ...page, field: texts, sort: texts, orderby: texts } },
    async (context, viewer, sent) => {
      const { field: fields, sort, orderby } = sent.query;
      const at = readPage(sent.query);
      const filter = { ...scopeOf(sent.query), fields, sort: [...sort, ...orderby], ...at };
      const table = await tablesOf(sent.query).table(viewer, filter);
      refuseProblem(table);
      setLink(context, publicUrl, at.cursor, table.next);
      await markSample(context, viewer, sent.query);
      return context.json(tableShape(table, datasetOf(sent.query)));
    },
  );

  api.get(
    '/organizations/:org/events/validate',
    { query: { ...scope, field: texts, orderby: texts, sort: texts } },
    async (context, viewer, sent) => {
      const { field, orderby, sort } = sent.query;
      const sorts = [...orderby, ...sort];
      const filter = { ...scopeOf(sent.query), fields: field, sort: sorts };
      const checked = await tablesOf(sent.query).check(viewer, filter);
      const one = (name: string, error: string | null) => ({ name, valid: error === null, attrType: null, error });
      const answer = {
        projects: [],
        dataset: [],
        environment: [],
        field: field.map((name, index) => one(name, checked.fields[index] ?? null)),
        query: { valid: checked.query === null, error: checked.query, fields: [] },
        orderby: sorts.map((name, index) => one(name, checked.sort[index] ?? null)),
      };
      const valid = [...answer.field, answer.query, ...answer.orderby].every((each) => each.valid);
      return context.json({ valid, ...answer }, valid ? 200 : 400);
    },
  );

  api.get(
    '/organizations/:org/events-facets',
    { query: { ...scope, dataset: ofErrors } },
    async (context, viewer, sent) => {
      const found = await query.eventFacets(viewer, scopeOf(sent.query));
      refuseProblem(found);
      await markSample(context, viewer, sent.query);
      return context.json(
        found.facets.map(({ key, values }) => ({
          key,
          topValues: values.map(({ value, events: count }) => ({ name: value, value: value || null, count })),
        })),
      );
    },
  );

  api.get('/organizations/:org/events-stats', { query: { ...series, field: texts } }, async (context, viewer, sent) => {
    const groups = sent.query.field.filter((name) => !name.includes('(') && !sent.query.yAxis.includes(name));
    const { found, axes } = await seriesOf(viewer, sent.query, groups);
    await markSample(context, viewer, sent.query);
    const ofGroups = [...Map.groupBy(found.series, ({ group }) => group.map(String).join(',')).entries()];
    const shapes = ofGroups.map(([name, own], order) => {
      const all = own.map(({ name, values, sampling }, axis) => ({
        data: values.map((count, index) => [(found.fromMs + index * found.bucketMs) / 1000, [{ count }]]),
        start: found.range.fromMs / 1000,
        end: found.range.toMs / 1000,
        isMetricsData: false,
        ...(sampling && { meta: { accuracy: accuracyOf(name, values, sampling, found) } }),
        order: axes.length === 1 ? order : axis,
      }));
      return [name, axes.length === 1 ? all[0] : Object.fromEntries(axes.map((axis, at) => [axis, all[at]]))] as const;
    });
    return context.json(isGrouped(sent.query, groups) ? Object.fromEntries(shapes) : shapes[0]![1]);
  });

  api.get(
    '/organizations/:org/events-timeseries',
    { query: { ...series, groupBy: texts } },
    async (context, viewer, sent) => {
      const { groupBy } = sent.query;
      const { found, axes } = await seriesOf(viewer, sent.query, groupBy);
      await markSample(context, viewer, sent.query);
      const grouped = isGrouped(sent.query, groupBy);
      return context.json({
        timeSeries: found.series.map(({ name, type, unit, group, values, sampling }, at) => ({
          yAxis: name,
          ...(grouped && { groupBy: groupBy.map((key, index) => ({ key, value: group[index] })) }),
          values: values.map((value, index) => ({
            timestamp: found.fromMs + index * found.bucketMs,
            value,
            incomplete: found.fromMs + (index + 1) * found.bucketMs > found.range.toMs,
            ...(sampling && {
              sampleCount: sampling[index]!.spans,
              sampleRate: rateOf(sampling[index]!),
              confidence: confidenceOf(name, value, sampling[index]!),
            }),
          })),
          meta: {
            valueType: type,
            valueUnit: unit,
            interval: found.bucketMs,
            isOther: false,
            order: Math.floor(at / axes.length),
          },
        })),
        meta: { dataset: datasetOf(sent.query), start: found.range.fromMs, end: found.range.toMs },
      });
    },
  );

  const seriesOf = async (
    viewer: Viewer,
    sent: Query<typeof series>,
    groupBy: string[],
  ): Promise<{ found: EventTimeseries; axes: string[] }> => {
    const axes = sent.yAxis.length === 0 ? ['count()'] : sent.yAxis;
    const bucketMs = readInterval(sent.interval);
    if (isGrouped(sent, groupBy) && !sent.excludeOther) {
      throw new Refusal('invalid', 'excludeOther: Only the top groups are returned. Send excludeOther=1.');
    }
    if (sent.sort.length > 1) throw new Refusal('invalid', 'sort: Groups are sorted by one field.');
    const found = await tablesOf(sent).timeseries(viewer, {
      ...scopeOf(sent),
      yAxis: axes,
      bucketMs,
      ...(isGrouped(sent, groupBy) && {
        groups: { fields: groupBy, sort: sent.sort[0] ?? null, count: Number(sent.topEvents) },
      }),
    });
    refuseProblem(found);
    return { found, axes };
  };
};

/** Groups without `topEvents` would be all groups, of any number. */
function isGrouped({ topEvents }: Pick<Query<typeof series>, 'topEvents'>, groupBy: string[]): boolean {
  if (groupBy.length > 0 && topEvents === null)
    throw new Refusal('invalid', 'topEvents: Required with groups. Send a number from 1 to 10.');
  return groupBy.length > 0;
}

const datasetOf = ({ dataset }: Pick<Query<typeof scope>, 'dataset'>) => (dataset === 'spans' ? 'spans' : 'errors');

/** The share of the spans that are stored; `null` without any. */
function rateOf({ spans, estimated }: Sampling): number | null {
  return spans === 0 ? null : spans / estimated;
}

function accuracyOf(
  name: string,
  values: readonly (number | null)[],
  sampling: readonly Sampling[],
  { fromMs, bucketMs }: EventTimeseries,
) {
  const of = (valueOf: (one: Sampling, index: number) => number | string | null) =>
    sampling.map((one, index) => ({ timestamp: (fromMs + index * bucketMs) / 1000, value: valueOf(one, index) }));
  return {
    confidence: of((one, index) => confidenceOf(name, values[index]!, one)),
    sampleCount: of(({ spans }) => spans),
    samplingRate: of(rateOf),
  };
}

/** Of the aggregates of a group. */
function confidencesOf(fields: EventTable['fields'], row: readonly TableValue[], sampling: Sampling) {
  const aggregates = fields.flatMap(({ name }, index) => (name.includes('(') ? [{ name, value: row[index]! }] : []));
  return Object.fromEntries(
    aggregates.map(({ name, value }) => [name, confidenceOf(name, typeof value === 'number' ? value : null, sampling)]),
  );
}

function tableShape({ fields, rows, sampling }: EventTable, dataset: string) {
  return {
    data: rows.map((values) => Object.fromEntries(fields.map(({ name }, index) => [name, values[index]]))),
    meta: {
      fields: Object.fromEntries(fields.map(({ name, type }) => [name, type])),
      units: Object.fromEntries(fields.map(({ name, unit }) => [name, unit])),
      isMetricsData: false,
      isMetricsExtractedData: false,
      tips: { query: null, columns: null },
      datasetReason: 'unchanged',
      dataset,
      ...(sampling && {
        accuracy: {
          confidence: rows.map((row, index) => confidencesOf(fields, row, sampling.rows[index]!)),
          sampleCount: sampling.rows.map(({ spans }) => spans),
          samplingRate: sampling.rows.map(rateOf),
        },
      }),
    },
  };
}
