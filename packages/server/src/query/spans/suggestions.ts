import { limits } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { atCursor, type AtCursor } from '#domain/search/at-cursor.ts';
import { printTag } from '#domain/search/print.ts';
import { spanFieldNamed, spanFieldNames, type SpanField } from '#domain/spans/span-field.ts';
import type { Project } from '#store/state/contract.ts';
import type { QueryDeps } from '../deps.ts';
import { projectsNamed } from '../projects/projects.ts';
import { begins, contains, suggestedTimes, suggestedValue, suggestedWords } from '../search/suggested.ts';
import type { SearchSuggestion, SearchSuggestions } from '../search/views.ts';
import { keysOf, valueOf } from './fields.ts';
import { allSpans, newestAttributes, newestSpans, plainNames } from './newest-spans.ts';

/** Suggestions at the cursor of a search of spans: keys, and attributes and values of the newest spans. */
export async function spanSearchSuggestions(
  deps: QueryDeps,
  viewer: Viewer,
  request: { projects: string[]; text: string; cursor: number },
): Promise<SearchSuggestions> {
  const projects = await projectsNamed(deps, viewer, 'event:read', request.projects);
  const at = atCursor(request.text.slice(0, limits.QUERY_CHARS_MAX), request.cursor);
  const found = at.kind === 'key' ? await keys(deps, projects, at.typed) : await values(deps, projects, at);
  return { from: at.from, to: at.to, suggestions: found.slice(0, limits.SUGGESTION_COUNT_MAX) };
}

/** Keys in the order in which they are suggested. Other names of `span-field.ts` are read too. */
const about: Record<string, string> = {
  'span.op': 'Operation',
  'span.duration': 'Duration, such as >100ms',
  name: 'Name',
  'span.status': 'ok, error or unset',
  transaction: 'Name of its page load, request or job',
  is_transaction: 'Whether it is a page load, request or job',
  'service.name': 'Service',
  project: 'Project',
  environment: 'Environment',
  release: 'Release',
  user: 'User',
  'span.kind': 'Kind',
  timestamp: 'Start',
  trace: 'Trace ID',
  id: 'Span ID',
  parent_span: 'ID of the span above',
  'transaction.span_id': 'ID of the page load, request or job',
};

const words = suggestedWords('span');

async function keys(deps: QueryDeps, projects: Project[], typed: string): Promise<SearchSuggestion[]> {
  const fits = begins(typed);
  const known = Object.entries(about)
    .filter(([name]) => fits(name))
    .map(([name, text]): SearchSuggestion => {
      return { kind: 'key', insert: `${name}:`, label: name, about: text, events: null };
    });
  const attributes = (await attributeNames(deps, projects))
    .filter(({ name }) => fits(name) && !spanFieldNames.includes(name))
    .map(({ name, spans }): SearchSuggestion => {
      return { kind: 'tag', insert: `${printTag(name)}:`, label: name, about: 'Attribute', events: spans };
    });
  const operators = typed === '' ? [] : words.filter(({ label }) => fits(label));
  // Leave room for attributes among many keys.
  return [...operators, ...known.slice(0, typed === '' ? 10 : limits.SUGGESTION_COUNT_MAX - 5), ...attributes];
}

async function attributeNames(deps: QueryDeps, projects: Project[]): Promise<{ name: string; spans: number }[]> {
  const rows = await newestAttributes(deps, allSpans(deps, projects), {
    sampleCount: limits.SUGGESTION_SAMPLE_COUNT_MAX,
    count: limits.SPAN_ATTRIBUTE_NAME_COUNT_MAX,
  });
  return plainNames(rows);
}

async function values(
  deps: QueryDeps,
  projects: Project[],
  at: Extract<AtCursor, { kind: 'value' }>,
): Promise<SearchSuggestion[]> {
  const fits = begins(at.typed);
  if (!at.tag && at.key === 'has') {
    const all = await keys(deps, projects, at.typed);
    return all
      .filter(({ kind }) => kind === 'tag' || kind === 'key')
      .map(({ label, about: text, events }) => suggestedValue(label, text, events));
  }
  const field = spanFieldNamed(at.key, at.tag);
  switch (field?.of) {
    case 'project':
      return projects.filter(({ slug }) => fits(slug)).map(({ slug, name }) => suggestedValue(slug, name));
    case 'segment':
      return ['true', 'false'].filter(fits).map((text) => suggestedValue(text));
    case 'number':
      return field.number === 'startUs'
        ? suggestedTimes.filter(([text]) => fits(text)).map(([text, what]) => suggestedValue(text, what))
        : durations.filter(({ label }) => label.startsWith(at.typed));
    case 'column':
    case 'attribute':
      return valuesOf(deps, projects, field, contains(at.typed));
    default:
      return [];
  }
}

/** Written with their operator, which is not a part of the value. */
const durations = ['100ms', '500ms', '1s', '5s'].map((text): SearchSuggestion => ({
  kind: 'value',
  insert: text,
  label: text,
  about: '',
  events: null,
}));

const VALUES_READ = 500;

/** The most frequent values that the newest spans have. */
async function valuesOf(
  deps: QueryDeps,
  projects: Project[],
  field: SpanField,
  fits: (text: string) => boolean,
): Promise<SearchSuggestion[]> {
  const newest = await newestSpans(deps, allSpans(deps, projects), limits.SUGGESTION_SAMPLE_COUNT_MAX);
  if (!newest) return [];
  const rows = await deps.telemetry.query('spanAggregates', {
    ...newest,
    by: keysOf(field),
    measures: [{ of: 'samples' }],
    order: { measure: 0, descending: true },
    offset: 0,
    count: VALUES_READ,
  });
  return rows
    .map((row) => ({ value: valueOf(field, row.keys, () => null), spans: row.values[0]! }))
    .filter(({ value }) => value !== null && value !== '' && fits(String(value)))
    .map(({ value, spans }) => suggestedValue(String(value), '', spans));
}
