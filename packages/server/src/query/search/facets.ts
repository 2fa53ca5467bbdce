import { limits, type IssueId } from '@seismo/protocol';
import { SearchSyntaxError, type Filter, type Search } from '#domain/search/ast.ts';
import { readSearch } from '#domain/search/compile-search.ts';
import { facetOf, type FacetKey, type SearchFacet } from '#domain/search/facet.ts';
import { isSearchKey, keyOf } from '#domain/search/keys.ts';
import { printTag, printTagName } from '#domain/search/print.ts';
import type { EventCondition } from '#domain/search/event-condition.ts';
import { readSpanSearch, spanKeyName } from '#domain/spans/compile-span-search.ts';
import type { AssigneeView } from '#domain/ownership/assignee.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Project } from '#store/state/contract.ts';
import type { QueryParams } from '#store/telemetry/queries/index.ts';
import type { Range } from '#store/telemetry/queries/query.ts';
import type { QueryDeps } from '../deps.ts';
import { fieldNamed } from '../events/fields.ts';
import { compileSearchOfEvents } from '../events/events.ts';
import type { EventFilter } from '../events/views.ts';
import { issueNamed } from '../issues/issue.ts';
import { allMatches } from '../issues/list-issues.ts';
import type { IssueFilter } from '../issues/views.ts';
import { projectsNamed } from '../projects/projects.ts';
import { bucketsOf, rangeOf } from '../range.ts';
import { inherentTags } from '../tags/tag-rates.ts';
import { knownFor } from './known.ts';
import { orProblem } from './or-problem.ts';
import type { Facet, FacetValue } from './views.ts';

export const none: Facet = { values: [], hasMore: false };

/** Keys whose values are all listed, in their own order, so that counts change in place. */
const closedKeys: readonly string[] = ['level', 'issue.priority'];

/** The keys by which events can be narrowed: the release and the route, then tags that tell events apart, by frequency. */
export async function facetKeys(deps: QueryDeps, viewer: Viewer, projects: string[]): Promise<string[]> {
  const projectIds = (await projectsNamed(deps, viewer, 'event:read', projects)).map(({ id }) => id);
  const sampleCount = limits.SUGGESTION_SAMPLE_COUNT_MAX;
  const tags = await deps.telemetry.query('tagKeys', { projectIds, sampleCount, count: limits.EVENT_FACET_COUNT_MAX });
  return [...eventColumns, ...tellingApart(tags)];
}

/** The keys that events of an issue have. */
export async function issueFacetKeys(deps: QueryDeps, viewer: Viewer, shortId: string): Promise<string[]> {
  const { projectId, id: issueId } = await issueNamed(deps, viewer, 'event:read', shortId);
  const among = { projectIds: [projectId], environments: [], range: allTime, where: { issueIds: [issueId] } };
  const [tags, ...columns] = await Promise.all([
    deps.telemetry.query('tagsOfIssue', { projectId, issueId, range: null, valuesPerTag: 1 }),
    ...eventColumns.map((key) => eventCounts(deps, keyNamed(key), among, 'events', 1)),
  ]);
  const byFrequency = tags.toSorted((one, other) => other.tagEvents - one.tagEvents);
  return [
    ...eventColumns.filter((_, index) => columns[index]!.length > 0),
    ...tellingApart(byFrequency).slice(0, limits.EVENT_FACET_COUNT_MAX),
  ];
}

const eventColumns = ['release', 'transaction'];
const allTime = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };

function tellingApart(tags: readonly { key: string }[]): string[] {
  return tags.filter(({ key }) => !isSearchKey(key) && !inherentTags.has(key)).map(({ key }) => printTag(key));
}

/** How many of the issues that a list finds have each value of this key. */
export async function issueFacet(
  deps: QueryDeps,
  viewer: Viewer,
  filter: Pick<IssueFilter, 'projects' | 'environments' | 'range' | 'query'>,
  key: string,
  count: number,
): Promise<Facet> {
  const of = keyNamed(key);
  const facet = await orProblem(filter.query, async () => facetOf(readSearch(filter.query), of));
  if ('problem' in facet) return none;
  const matches = await allMatches(deps, viewer, filter, () => facet.plan.others);
  if (!matches) return none;
  const { issueIds, projects, events } = matches;
  const counts = issueKeys.includes(key)
    ? await issueCounts(deps, viewer, of, projects, issueIds)
    : issueIds.length === 0
      ? []
      : await eventCounts(deps, of, { ...events, where: bothOf({ issueIds }, events.where) }, 'issues', count);
  return viewOf(facet.plan, of, counts, count);
}

/** How many of the events that the list of an issue finds have each value of this key. */
export async function eventFacet(
  deps: QueryDeps,
  viewer: Viewer,
  shortId: string,
  filter: Pick<EventFilter, 'environments' | 'range' | 'query'>,
  key: string,
  count: number,
): Promise<Facet> {
  const { projectId, id } = await issueNamed(deps, viewer, 'event:read', shortId);
  const project = (await deps.state.projectById(projectId))!;
  const range = rangeOf(filter.range, deps.clock.now()) ?? allTime;
  const search = { ...filter, range, projects: [project], where: { issueIds: [id] } };
  return searchFacet(deps, viewer, search, key, count);
}

/** How many of the errors that a search finds have each value of this key. */
export async function errorFacet(
  deps: QueryDeps,
  viewer: Viewer,
  filter: Pick<IssueFilter, 'projects' | 'environments' | 'range' | 'query'>,
  key: string,
  count: number,
): Promise<Facet> {
  const projects = await projectsNamed(deps, viewer, 'event:read', filter.projects);
  const { range } = bucketsOf(filter.range ?? '90d', deps.clock.now());
  return searchFacet(deps, viewer, { ...filter, range, projects, where: { all: [] } }, key, count);
}

interface EventSearch {
  query: string;
  environments?: readonly string[];
  range: Range;
  projects: Project[];
  /** Only these events count. */
  where: EventCondition;
}

async function searchFacet(
  deps: QueryDeps,
  viewer: Viewer,
  { query, environments = [], range, projects, where }: EventSearch,
  key: string,
  count: number,
): Promise<Facet> {
  const of = keyNamed(key);
  const found = await orProblem(query, async () => {
    const facet = facetOf(readSearch(query), of);
    const among = {
      projectIds: projects.map(({ id }) => id),
      environments: environments.slice(0, limits.FILTER_NAME_COUNT_MAX),
      range,
      where: bothOf(where, await compileSearchOfEvents(deps, viewer, projects, facet.others)),
    };
    return viewOf(facet, of, await eventCounts(deps, of, among, 'events', count), count);
  });
  return 'problem' in found ? none : found.plan;
}

/** What the parts of a search mean, of errors and their issues or of spans. */
const languages: Record<'errors' | 'spans', { read: (text: string) => Search; nameOf?: (key: FacetKey) => string }> = {
  errors: { read: readSearch },
  spans: { read: readSpanSearch, nameOf: spanKeyName },
};

/** The text of a search with other values of a key selected, or without one; unchanged if it cannot be read. */
export async function searchSelecting(
  _deps: QueryDeps,
  text: string,
  key: string,
  selection: { values: readonly string[] } | { without: string },
  language: 'errors' | 'spans' = 'errors',
): Promise<string> {
  const { read, nameOf } = languages[language];
  const of = keyNamed(key, read);
  const found = await orProblem(text, async () => {
    const facet = facetOf(read(text), of, nameOf);
    return 'without' in selection ? facet.excluding(selection.without) : facet.selecting(selection.values);
  });
  const changed = 'problem' in found ? text : found.plan;
  if (changed.length > limits.QUERY_CHARS_MAX)
    throw new Refusal('invalid', `query: The search would be longer than ${limits.QUERY_CHARS_MAX} characters.`);
  return changed;
}

/** Keys of the issue itself. The others are keys of events. */
const issueKeys: readonly string[] = ['level', 'issue.priority', 'substatus', 'assigned'];

type ValueCount = Omit<FacetValue, 'isSelected'>;

export function keyNamed(text: string, read: (text: string) => Search = readSearch): FacetKey {
  try {
    const search = read(`${text}:x`);
    if (search.kind === 'filter') return search;
  } catch (error) {
    if (!(error instanceof SearchSyntaxError)) throw error;
  }
  throw new Refusal('invalid', 'key: Name a key of the search.');
}

function bothOf(one: EventCondition, other: EventCondition | null): EventCondition {
  return { all: other ? [one, other] : [one] };
}

/** Each possible value is a condition of its own. */
async function issueCounts(
  deps: QueryDeps,
  viewer: Viewer,
  { key, tag }: FacetKey,
  projects: Project[],
  ids: IssueId[],
): Promise<ValueCount[]> {
  const filterOf = (value: string): Filter => {
    const span = { from: 0, to: 0 };
    return { kind: 'filter', key, tag, operator: '=', values: [{ pieces: [value], ...span }], ...span };
  };
  const { values, issue } = keyOf({ key, tag });
  const known = await knownFor(deps, viewer, projects, filterOf(''));
  const among = { projectIds: projects.map(({ id }) => id), ids, requestedBy: viewer.userId };
  const counts: ValueCount[] = [];
  for (const one of values?.map((value) => ({ value })) ?? assignees(known.members, viewer)) {
    const where = issue!(filterOf(one.value), known);
    counts.push({ ...one, count: ids.length === 0 ? 0 : await deps.state.countIssues({ ...among, where }) });
  }
  return counts.toSorted((a, b) => b.count - a.count);
}

function assignees(members: readonly AssigneeView[], viewer: Viewer): { value: string; name?: string }[] {
  const options = members.map((member) => {
    if (member.kind === 'team') return { value: `#${member.slug}`, name: member.name };
    return member.userId === viewer.userId ? { value: 'me' } : { value: member.email, name: member.name };
  });
  return [{ value: 'none' }, ...options];
}

async function eventCounts(
  { telemetry }: QueryDeps,
  key: FacetKey,
  among: Pick<QueryParams['eventGroups'], 'projectIds' | 'environments' | 'where' | 'range'>,
  measure: 'issues' | 'events',
  count: number,
): Promise<ValueCount[]> {
  const field = fieldNamed(key.tag ? printTagName(key.key) : keyOf(key).names[0]);
  const by = typeof field === 'string' || field.kind === 'aggregate' ? null : field.by;
  if (!by) throw new Refusal('invalid', `key: Values of ${key.key} are not counted.`);
  const rows = await telemetry.query('eventGroups', {
    ...among,
    by: [by],
    order: { measure, descending: true },
    offset: 0,
    // One for events without a value, and one to know whether there are more.
    count: count + 2,
  });
  return rows.map((row) => ({ value: row.keys[0]!, count: row[measure] })).filter(({ value }) => value !== '');
}

/** Values that are selected are never left out. */
function viewOf({ selected }: SearchFacet, { key, tag }: FacetKey, counts: ValueCount[], count: number): Facet {
  const known = new Map(counts.map((one) => [one.value, one]));
  const all = (values: readonly string[]) => values.map((value) => known.get(value) ?? { value, count: 0 });
  const isClosed = closedKeys.includes(key) && !tag;
  const listed = isClosed ? all(keyOf({ key, tag }).values!) : counts.filter((one) => one.count > 0);
  const visible = listed.slice(0, count);
  const others = selected.filter((value) => visible.every((one) => one.value !== value));
  return {
    values: [...visible, ...all(others)].map((one) => ({ ...one, isSelected: selected.includes(one.value) })),
    hasMore: listed.length > count,
  };
}
