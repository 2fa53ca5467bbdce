import type { EventKey, EventMeasure } from '#store/telemetry/queries/event-groups.ts';
import { nearest } from '#domain/search/nearest.ts';
import { isUnsupportedKey } from '#domain/search/unsupported-keys.ts';

/** The columns of an event table, in Sentry's names. */
export type Field = EventField | Aggregate;

export interface EventField {
  kind: 'field';
  name: string;
  type: 'string' | 'integer' | 'date' | 'boolean' | 'array';
  /** Which value of the event it is; see `table.ts`. */
  value: FieldValue;
  /** The column for grouping; `null`: events cannot be grouped by it. */
  by: EventKey | null;
}

export type FieldValue =
  | { of: 'id' | 'timestamp' | 'issue' | 'issue-id' | 'project' | 'project-id' | 'trace' | 'title' | 'error-type' }
  | { of: 'error-value' | 'event-type' | 'handled' | 'unhandled' | 'user' | 'user-id' | 'user-display' }
  | { of: 'column'; column: 'level' | 'platform' | 'environment' | 'release' | 'transaction' | 'culprit' }
  | { of: 'entry'; entry: 'tags' | 'attributes'; key: string };

export interface Aggregate {
  kind: 'aggregate';
  name: string;
  type: 'integer' | 'number' | 'date';
  measure: EventMeasure;
  /** Of the count, how many in each of these. */
  per: 'second' | 'minute' | null;
}

const column = (name: Extract<FieldValue, { of: 'column' }>['column']) => ({
  type: 'string' as const,
  value: { of: 'column' as const, column: name },
  by: { column: name },
});
const entry = (of: 'tags' | 'attributes', key: string) => ({
  type: 'string' as const,
  value: { of: 'entry' as const, entry: of, key },
  by: { entry: of, key },
});

/** Columns that are no tags. One line adds one. */
const fields: Record<string, Omit<EventField, 'kind' | 'name'>> = {
  id: { type: 'string', value: { of: 'id' }, by: null },
  timestamp: { type: 'date', value: { of: 'timestamp' }, by: null },
  title: { type: 'string', value: { of: 'title' }, by: { column: 'title' } },
  message: { type: 'string', value: { of: 'title' }, by: { column: 'title' } },
  issue: { type: 'string', value: { of: 'issue' }, by: { number: 'issueId' } },
  'issue.id': { type: 'integer', value: { of: 'issue-id' }, by: { number: 'issueId' } },
  project: { type: 'string', value: { of: 'project' }, by: { number: 'projectId' } },
  'project.name': { type: 'string', value: { of: 'project' }, by: { number: 'projectId' } },
  'project.id': { type: 'integer', value: { of: 'project-id' }, by: { number: 'projectId' } },
  project_id: { type: 'integer', value: { of: 'project-id' }, by: { number: 'projectId' } },
  level: column('level'),
  platform: column('platform'),
  'platform.name': column('platform'),
  environment: column('environment'),
  release: column('release'),
  transaction: column('transaction'),
  culprit: column('culprit'),
  'event.type': { type: 'string', value: { of: 'event-type' }, by: null },
  'error.type': { type: 'array', value: { of: 'error-type' }, by: { entry: 'attributes', key: 'error.type' } },
  'error.value': { type: 'array', value: { of: 'error-value' }, by: null },
  'error.handled': { type: 'boolean', value: { of: 'handled' }, by: { handled: true } },
  'error.unhandled': { type: 'boolean', value: { of: 'unhandled' }, by: { handled: true } },
  'error.mechanism': entry('tags', 'mechanism'),
  trace: { type: 'string', value: { of: 'trace' }, by: null },
  user: { type: 'string', value: { of: 'user' }, by: { column: 'userKey' } },
  'user.id': { type: 'string', value: { of: 'user-id' }, by: null },
  'user.display': { type: 'string', value: { of: 'user-display' }, by: null },
  'user.email': entry('attributes', 'user.email'),
  'user.username': entry('attributes', 'user.username'),
  'user.ip': entry('attributes', 'user.ip'),
  'http.method': entry('attributes', 'http.method'),
  'http.status_code': entry('attributes', 'http.status_code'),
  'http.url': entry('tags', 'url'),
  'sdk.name': entry('attributes', 'sdk.name'),
  'sdk.version': entry('attributes', 'sdk.version'),
};

const aggregates: Record<string, Omit<Aggregate, 'kind' | 'name'>> = {
  'count()': { type: 'integer', measure: 'events', per: null },
  'count_unique(user)': { type: 'integer', measure: 'users', per: null },
  'count_unique(issue)': { type: 'integer', measure: 'issues', per: null },
  'first_seen()': { type: 'date', measure: 'firstSeenAtMs', per: null },
  'min(timestamp)': { type: 'date', measure: 'firstSeenAtMs', per: null },
  'last_seen()': { type: 'date', measure: 'lastSeenAtMs', per: null },
  'max(timestamp)': { type: 'date', measure: 'lastSeenAtMs', per: null },
  'eps()': { type: 'number', measure: 'events', per: 'second' },
  'epm()': { type: 'number', measure: 'events', per: 'minute' },
};

/** The field of this name, or an error message. */
export function fieldNamed(name: string): Field | string {
  if (Object.hasOwn(aggregates, name)) return { kind: 'aggregate', name, ...aggregates[name]! };
  if (name.includes('(') || name.startsWith('equation|')) {
    return `${name}: Seismo cannot calculate this. It has ${Object.keys(aggregates).join(', ')}.`;
  }
  if (Object.hasOwn(fields, name)) return { kind: 'field', name, ...fields[name]! };
  const [, tag] = /^tags\[(.+)\]$/.exec(name) ?? [];
  const instead = tag === undefined && isUnsupportedKey(name);
  if (instead) return `${name}: Seismo does not store this field. For a tag with this name, use tags[${name}].`;
  if (!/^[\w.:-]{1,200}$/.test(tag ?? name)) {
    const suggestion = nearest(name, Object.keys(fields));
    return `${name}: Unknown field.${suggestion === null ? '' : ` Did you mean ${suggestion}?`}`;
  }
  return { kind: 'field', name, ...entry('tags', tag ?? name) };
}

/** `-count`, `-count()`, `count_unique_user` → which field and in which direction. Sentry takes both spellings. */
export function sortNamed<Named extends { name: string }>(
  text: string,
  among: readonly Named[],
): { field: Named; descending: boolean } | null {
  const descending = text.startsWith('-');
  const name = descending ? text.slice(1) : text;
  const field = among.find((each) => each.name === name || aliasOf(each.name) === name);
  return field ? { field, descending } : null;
}

function aliasOf(name: string): string {
  // Looks for the end from the first of several only, because requests have such names.
  return name.replaceAll(/\W/g, '_').replace(/(?<!_)_+$/, '');
}
