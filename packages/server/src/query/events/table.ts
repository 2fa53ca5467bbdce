import { limits, type IssueId, type ProjectId } from '@seismo/protocol';
import { z } from 'zod';
import type { Issue, Project } from '#store/state/contract.ts';
import type { EventCondition } from '#domain/search/event-condition.ts';
import type { EventKey } from '#store/telemetry/queries/event-groups.ts';
import type { QueryParams, QueryRows } from '#store/telemetry/queries/index.ts';
import type { EventCursor, Range } from '#store/telemetry/queries/query.ts';
import { Refusal } from '#platform/refusal.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import type { QueryDeps } from '../deps.ts';
import { projectsNamed } from '../projects/projects.ts';
import { bucketsOf, bucketsOfWidth } from '../range.ts';
import { knownFor } from '../search/known.ts';
import { orProblem } from '../search/or-problem.ts';
import { compileEventSearch, readSearch } from '#domain/search/compile-search.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { fieldNamed, sortNamed, type Aggregate, type EventField, type Field } from './fields.ts';
import type {
  EventFacets,
  EventTable,
  EventTableFilter,
  EventTimeseries,
  EventTimeseriesFilter,
  TableValue,
} from './views.ts';
import { compileEventQuery } from './events.ts';
import { readEventCursor, writeEventCursor } from './event-cursor.ts';

/**
 * Events of an organization as a table, with Sentry's names: one row per event, or with an aggregate one row per group.
 * Fields without an exact answer are refused by name.
 */
export async function eventTable(deps: QueryDeps, viewer: Viewer, filter: EventTableFilter): Promise<EventTable> {
  const fields = readFields(filter.fields);
  const scope = await readScope(deps, viewer, filter);
  if ('problem' in scope) return { fields: [], rows: [], sampling: null, next: null, problem: scope.problem };
  const columns = fields.map(({ name, type }) => ({ name, type, unit: null }));
  const page = isGrouped(fields)
    ? await groupsOf(deps, scope, fields, filter)
    : await eventsOf(deps, scope, fields, filter);
  return { fields: columns, ...page, sampling: null, problem: null };
}

/** Aggregates of all events of a search, over time. */
export async function eventTimeseries(
  deps: QueryDeps,
  viewer: Viewer,
  filter: EventTimeseriesFilter,
): Promise<EventTimeseries> {
  const fields = readFields(filter.yAxis);
  const axes = fields.filter((field) => field.kind === 'aggregate');
  if (axes.length < fields.length) throw new Refusal('invalid', 'yAxis: Use aggregates only, such as count().');
  const dates = axes.find(({ type }) => type === 'date');
  if (dates) throw new Refusal('invalid', `yAxis: ${dates.name} is a time and cannot be charted.`);
  const grouped = readGroups(filter.groups?.fields ?? []);
  const nowMs = deps.clock.now();
  const asked = filter.range ?? '90d';
  const bucketMs = filter.bucketMs ?? bucketsOf(asked, nowMs).bucketMs;
  const { fromMs, toMs, range } = bucketsOfWidth(asked, bucketMs, nowMs);
  const buckets = (toMs - fromMs) / bucketMs;
  const scope = await readScope(deps, viewer, filter);
  if ('problem' in scope) return { range, fromMs, bucketMs, series: [], sampling: null, problem: scope.problem };
  const by = grouped.map((field) => field.by!);
  const groups =
    filter.groups && grouped.length > 0
      ? await firstGroups(deps, scope, grouped, axes, filter.groups)
      : [{ keys: [], values: [] }];
  const issueAt = issueIndex(by);
  const { where } = scope.conditions;
  const issueIds = groups.map(({ keys }) => Number(keys[issueAt]) as IssueId);
  const rows = await deps.telemetry.query('eventGroups', {
    ...scope.conditions,
    // Of these issues only: all of them may be many more.
    where: issueAt < 0 ? where : { all: [...(where ? [where] : []), { issueIds }] },
    by: [...by, { bucketMs }],
    order: null,
    offset: 0,
    count: limits.EVENT_GROUP_OFFSET_MAX + 1,
  });
  if (rows.length > limits.EVENT_GROUP_OFFSET_MAX) {
    throw new Refusal('invalid', 'groupBy: Too many different values in the time range. Narrow the search.');
  }
  const keyOf = (keys: string[]) => JSON.stringify(keys);
  const byGroup = Map.groupBy(rows, ({ keys }) => keyOf(keys.slice(0, by.length)));
  const series = groups.flatMap(({ keys, values: group }) => {
    const own = byGroup.get(keyOf(keys)) ?? [];
    const byBucket = new Map(own.map((row) => [Number(row.keys.at(-1)), row]));
    return axes.map((axis) => ({
      name: axis.name,
      type: axis.type,
      unit: null,
      group,
      sampling: null,
      values: Array.from({ length: buckets }, (_, index) => {
        const row = byBucket.get(fromMs + index * bucketMs);
        return row ? Number(aggregateOf(axis, row, bucketMs)) : 0;
      }),
    }));
  });
  return { range, fromMs, bucketMs, series, sampling: null, problem: null };
}

/** The first groups of a series, with their keys in telemetry and their visible values. */
async function firstGroups(
  deps: QueryDeps,
  { projects, conditions }: TableScope,
  grouped: EventField[],
  axes: Aggregate[],
  { sort, count }: NonNullable<EventTimeseriesFilter['groups']>,
) {
  const order = sort === null ? { measure: axes[0]!.measure, descending: true } : readSort(sort, axes, true);
  if (order === null || order instanceof Refusal) throw order ?? sortRefusal('', true);
  const by = grouped.map((field) => field.by!);
  const rows = await deps.telemetry.query('eventGroups', { ...conditions, by, order, offset: 0, count });
  const issueAt = issueIndex(by);
  const issueIds = issueAt < 0 ? [] : rows.map(({ keys }) => ({ issueId: Number(keys[issueAt]) as IssueId }));
  const names = await namesOf(deps, projects, issueIds);
  return rows.map(({ keys }) => ({ keys, values: grouped.map((field, at) => groupValue(field, keys[at]!, names)) }));
}

const issueIndex = (by: readonly EventKey[]): number =>
  by.findIndex((key) => 'number' in key && key.number === 'issueId');

function readGroups(names: string[]): EventField[] {
  if (names.length === 0) return [];
  return readFields(names).map((field) => {
    const why = field.kind === 'aggregate' ? 'Use a field, not an aggregate.' : ungroupable(field);
    if (field.kind === 'aggregate' || why !== null) throw new Refusal('invalid', `groupBy: ${field.name}: ${why}`);
    return field;
  });
}

/** The most frequent values of the tags that the newest events of the projects have, counted exactly over the search. */
export async function eventFacets(
  deps: QueryDeps,
  viewer: Viewer,
  filter: Pick<EventTableFilter, 'projects' | 'environments' | 'range' | 'query'>,
): Promise<EventFacets> {
  const scope = await readScope(deps, viewer, filter);
  if ('problem' in scope) return { facets: [], problem: scope.problem };
  const { projectIds } = scope.conditions;
  const sampleCount = limits.SUGGESTION_SAMPLE_COUNT_MAX;
  const keys = await deps.telemetry.query('tagKeys', { projectIds, sampleCount, count: limits.EVENT_FACET_COUNT_MAX });
  const facets = await Promise.all(
    keys.map(async ({ key }) => {
      const rows = await deps.telemetry.query('eventGroups', {
        ...scope.conditions,
        by: [{ entry: 'tags', key }],
        order: { measure: 'events', descending: true },
        offset: 0,
        count: limits.EVENT_FACET_VALUE_COUNT_MAX,
      });
      return { key, values: rows.map((row) => ({ value: row.keys[0]!, events: row.events })) };
    }),
  );
  return { facets: facets.filter(({ values }) => values.some(({ value }) => value !== '')), problem: null };
}

/** Validates a table without querying it. */
export async function checkEventTable(
  deps: QueryDeps,
  viewer: Viewer,
  filter: Pick<EventTableFilter, 'projects' | 'query' | 'fields' | 'sort'>,
): Promise<{ fields: (string | null)[]; sort: (string | null)[]; query: string | null }> {
  const read = filter.fields.map(fieldNamed);
  const known = read.filter((field) => typeof field !== 'string');
  const grouped = isGrouped(known);
  const understood = await orProblem(filter.query, async () => {
    const search = readSearch(filter.query);
    return compileEventSearch(search, await knownFor(deps, viewer, await projectsOf(deps, viewer, filter), search));
  });
  return {
    fields: read.map((field) => (typeof field === 'string' ? field : grouped ? ungroupable(field) : null)),
    sort: filter.sort.map((text) =>
      readSort(text, known, grouped) instanceof Refusal ? sortRefusal(text, grouped).message : null,
    ),
    query: 'problem' in understood ? understood.problem.message : null,
  };
}

/** With its ID, each event is a group, and aggregates are about that event. */
function isGrouped(fields: readonly Field[]): boolean {
  const namesEvents = fields.some((field) => field.kind === 'field' && field.value.of === 'id');
  return !namesEvents && fields.some(({ kind }) => kind === 'aggregate');
}

interface TableScope {
  projects: Project[];
  conditions: Pick<QueryParams['eventGroups'], 'projectIds' | 'environments' | 'where' | 'range'>;
}

async function readScope(
  deps: QueryDeps,
  viewer: Viewer,
  filter: Pick<EventTableFilter, 'projects' | 'environments' | 'range' | 'query'>,
) {
  const projects = await projectsOf(deps, viewer, filter);
  const understood = await orProblem(filter.query, () => compileEventQuery(deps, viewer, projects, filter.query));
  if ('problem' in understood) return understood;
  const scope: TableScope = {
    projects,
    conditions: {
      projectIds: projects.map(({ id }) => id),
      environments: filter.environments.slice(0, limits.FILTER_NAME_COUNT_MAX),
      where: understood.plan,
      range: rangeIn(filter, deps.clock.now()),
    },
  };
  return scope;
}

function rangeIn({ range }: Pick<EventTableFilter, 'range'>, nowMs: number): Range {
  return bucketsOf(range ?? '90d', nowMs).range;
}

function projectsOf(deps: QueryDeps, viewer: Viewer, { projects }: Pick<EventTableFilter, 'projects'>) {
  return projectsNamed(deps, viewer, 'event:read', projects);
}

function readFields(names: string[]): Field[] {
  if (names.length === 0) throw new Refusal('invalid', 'field: Name at least one.');
  if (names.length > limits.EVENT_FIELD_COUNT_MAX) {
    throw new Refusal('invalid', `field: Use at most ${limits.EVENT_FIELD_COUNT_MAX} fields.`);
  }
  return names.map((name) => {
    const field = fieldNamed(name);
    if (typeof field === 'string') throw new Refusal('invalid', `field: ${field}`);
    return field;
  });
}

function ungroupable(field: Field): string | null {
  if (field.kind === 'aggregate' || field.by !== null) return null;
  return `${field.name}: Events cannot be grouped by this field. Remove it, or remove the aggregates.`;
}

function readSort(text: string, fields: readonly Field[], grouped: boolean) {
  if (!grouped && text === '-timestamp') return null;
  const sort = sortNamed(text, fields);
  if (sort?.field.kind !== 'aggregate') return sortRefusal(text, grouped);
  const { measure } = sort.field;
  if (grouped) return { measure, descending: sort.descending };
  // Every event has the same count; by time the newest are first.
  const isTime = measure === 'firstSeenAtMs' || measure === 'lastSeenAtMs';
  return measure !== 'users' && (!isTime || sort.descending) ? null : sortRefusal(text, grouped);
}

function sortRefusal(text: string, grouped: boolean): Refusal {
  const why = grouped ? 'Sort groups by one of the aggregates in field.' : 'Events can only be sorted by -timestamp.';
  return new Refusal('invalid', `sort: ${text.slice(0, 100)}: ${why}`);
}

type Page = Pick<EventTable, 'rows' | 'next'>;

async function eventsOf(
  deps: QueryDeps,
  { projects, conditions }: TableScope,
  fields: Field[],
  { sort, cursor, count }: EventTableFilter,
): Promise<Page> {
  for (const text of sort) {
    const read = readSort(text, fields, false);
    if (read instanceof Refusal) throw read;
  }
  const { projectIds, environments, where, range } = conditions;
  const within: EventCondition[] = [
    { time: 'atMs', comparison: '>=', value: range.fromMs },
    { time: 'atMs', comparison: '<', value: range.toMs },
    ...(environments.length > 0 ? [{ column: 'environment' as const, is: environments }] : []),
  ];
  const all = { all: [...within, ...(where ? [where] : [])] };
  const before: EventCursor | null = readEventCursor(cursor);
  const rows = await deps.telemetry.query('linkedEvents', { projectIds, where: all, before, count: count + 1 });
  const page = rows.slice(0, count);
  const names = await namesOf(deps, projects, page);
  return {
    rows: page.map((row) =>
      fields.map((field) =>
        field.kind === 'aggregate'
          ? aggregateOf(field, asGroup(row), range.toMs - range.fromMs)
          : valueOf(field.value, row, names),
      ),
    ),
    next: rows.length > count ? writeEventCursor(page.at(-1)!) : null,
  };
}

const offsetSchema = z.object({ offset: z.number().int().min(0).max(limits.EVENT_GROUP_OFFSET_MAX) });

async function groupsOf(
  deps: QueryDeps,
  { projects, conditions }: TableScope,
  fields: Field[],
  { sort, cursor, count }: EventTableFilter,
): Promise<Page> {
  if (sort.length > 1) throw new Refusal('invalid', 'sort: Groups are sorted by one field.');
  const refused = fields.map(ungroupable).find((why) => why !== null);
  if (refused) throw new Refusal('invalid', `field: ${refused}`);
  const grouped = fields.filter((field) => field.kind === 'field');
  const counted = fields.find((field) => field.kind === 'aggregate')!;
  const order =
    sort[0] === undefined ? { measure: counted.measure, descending: true } : readSort(sort[0], fields, true);
  if (order instanceof Refusal) throw order;
  const { offset } = readCursor(offsetSchema, cursor) ?? { offset: 0 };
  const by = grouped.map((field) => field.by!);
  const rows = await deps.telemetry.query('eventGroups', { ...conditions, by, order, offset, count: count + 1 });
  const page = rows.slice(0, count);
  const issueAt = issueIndex(by);
  const issueIds = issueAt < 0 ? [] : page.map(({ keys }) => ({ issueId: Number(keys[issueAt]) as IssueId }));
  const names = await namesOf(deps, projects, issueIds);
  const spanMs = conditions.range.toMs - conditions.range.fromMs;
  const hasNext = rows.length > count && offset + count <= limits.EVENT_GROUP_OFFSET_MAX;
  return {
    rows: page.map((row) =>
      fields.map((field) =>
        field.kind === 'aggregate'
          ? aggregateOf(field, row, spanMs)
          : groupValue(field, row.keys[grouped.indexOf(field)]!, names),
      ),
    ),
    next: hasNext ? writeCursor({ offset: offset + count }) : null,
  };
}

function asGroup({ atMs, userKey }: QueryRows['linkedEvents']): QueryRows['eventGroups'] {
  return { keys: [], events: 1, users: userKey === '' ? 0 : 1, issues: 1, firstSeenAtMs: atMs, lastSeenAtMs: atMs };
}

function aggregateOf({ measure, per }: Aggregate, row: QueryRows['eventGroups'], spanMs: number): TableValue {
  if (per !== null) return row.events / (spanMs / (per === 'second' ? 1000 : 60_000));
  return measure === 'firstSeenAtMs' || measure === 'lastSeenAtMs'
    ? new Date(row[measure]).toISOString()
    : row[measure];
}

interface Names {
  issues: Map<IssueId, Issue>;
  projects: Map<ProjectId, string>;
}

async function namesOf({ state }: QueryDeps, projects: Project[], rows: { issueId: IssueId }[]): Promise<Names> {
  const issues = await state.issuesByIds([...new Set(rows.map(({ issueId }) => issueId))]);
  return {
    issues: new Map(issues.map((issue) => [issue.id, issue])),
    projects: new Map(projects.map(({ id, slug }) => [id, slug])),
  };
}

/** The shared values of a group, decoded from its key. */
function groupValue({ value }: EventField, key: string, { issues, projects }: Names): TableValue {
  switch (value.of) {
    case 'issue':
      return issues.get(Number(key) as IssueId)?.shortId ?? null;
    case 'issue-id':
    case 'project-id':
      return Number(key);
    case 'project':
      return projects.get(Number(key) as ProjectId) ?? null;
    case 'error-type':
      return key === '' ? [] : [key];
    case 'handled':
    case 'unhandled':
      return key === '' ? null : (key === 'true') === (value.of === 'handled');
    default:
      return key === '' ? null : key;
  }
}

function valueOf(value: EventField['value'], row: QueryRows['linkedEvents'], { issues, projects }: Names): TableValue {
  const { attributes, tags, userKey, handled, title } = row;
  const issue = issues.get(row.issueId);
  const type = attributes['error.type'] ?? (attributes['event.type'] === 'default' ? '' : (issue?.type ?? ''));
  switch (value.of) {
    case 'id':
      return row.eventId;
    case 'timestamp':
      return new Date(row.atMs).toISOString();
    case 'issue':
      return issue?.shortId ?? null;
    case 'issue-id':
      return row.issueId;
    case 'project':
      return projects.get(row.projectId) ?? null;
    case 'project-id':
      return row.projectId;
    case 'trace':
      return row.traceId || null;
    case 'title':
      return title;
    case 'error-type':
      return type === '' ? [] : [type];
    case 'error-value':
      return type === '' ? [] : [title.startsWith(`${type}: `) ? title.slice(type.length + 2) : title];
    case 'event-type':
      return attributes['event.type'] ?? 'error';
    case 'handled':
      return handled;
    case 'unhandled':
      return handled === null ? null : !handled;
    case 'user':
      return userKey || null;
    case 'user-id':
      return userKey.startsWith('id:') ? userKey.slice(3) : null;
    case 'user-display':
      return attributes['user.email'] ?? attributes['user.username'] ?? (userKey.replace(/^\w+:/, '') || null);
    case 'column':
      return row[value.column] || null;
    case 'entry': {
      const entries = value.entry === 'tags' ? tags : attributes;
      return Object.hasOwn(entries, value.key) ? entries[value.key]! : null;
    }
  }
}
