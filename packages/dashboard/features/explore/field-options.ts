import { matchesText } from '#ui/matches-text.ts';
import type { Dataset, FieldList } from './search-params.ts';

/** A list of fields, or the one whose numbers a heat map shows. */
export type FieldUse = FieldList | 'value';

/** An attribute of spans or a tag of errors that the newest ones have. */
export interface KnownField {
  name: string;
  type: 'string' | 'number' | 'boolean';
  /** How many of the newest. */
  frequency: number;
}

export interface FieldOption {
  /** The field. */
  id: string;
  about: string;
  /** `null` if it was not counted. */
  frequency: number | null;
}

/** Fields that are no attributes or tags. */
const columns: Record<Dataset, [name: string, about: string][]> = {
  spans: [
    ['span.op', 'Operation'],
    ['name', 'Name'],
    ['transaction', 'Page load, request or job'],
    ['service.name', 'Service'],
    ['span.status', 'Status'],
    ['span.kind', 'Kind'],
    ['is_transaction', 'Whether it is a page load, request or job'],
    ['project', 'Project'],
    ['environment', 'Environment'],
    ['release', 'Release'],
    ['user', 'User'],
    ['trace', 'Trace ID'],
  ],
  errors: [
    ['issue', 'Issue'],
    ['title', 'Type and message'],
    ['error.type', 'Type'],
    ['error.handled', 'Whether it was handled'],
    ['level', 'Level'],
    ['project', 'Project'],
    ['environment', 'Environment'],
    ['release', 'Release'],
    ['transaction', 'Route or task'],
    ['culprit', 'Function and file'],
    ['platform', 'Platform'],
    ['user', 'User'],
    ['user.email', 'Email'],
    ['http.method', 'Request method'],
    ['http.status_code', 'Response status'],
    ['sdk.name', 'SDK'],
  ],
};
const attributeNames: Record<Dataset, string> = { spans: 'Attribute', errors: 'Tag' };

const durations: [name: string, about: string][] = [['span.duration', 'Duration']];

const percentiles = ['p50', 'p75', 'p90', 'p95', 'p99', 'p100'];
const ofNumbers = [...percentiles, 'avg', 'sum', 'min', 'max'];
const functions: Record<string, string> = {
  ...Object.fromEntries(percentiles.map((name) => [name, `${name.slice(1)}th percentile`])),
  avg: 'Average',
  sum: 'Sum',
  min: 'Minimum',
  max: 'Maximum',
  count: 'Spans that have it',
  count_unique: 'Different values',
};

const measures: Record<Dataset, [name: string, about: string][]> = {
  spans: [
    ['count()', 'Number of spans'],
    ['failure_rate()', 'Share of failed spans'],
    ['epm()', 'Spans per minute'],
    ['eps()', 'Spans per second'],
    ...ofNumbers.map((name): [string, string] => [`${name}(span.duration)`, `${functions[name]!} of durations`]),
    ['count_unique(trace)', 'Number of traces'],
    ['count_unique(user)', 'Number of users'],
  ],
  errors: [
    ['count()', 'Number of errors'],
    ['count_unique(user)', 'Number of users'],
    ['count_unique(issue)', 'Number of issues'],
    ['epm()', 'Errors per minute'],
    ['eps()', 'Errors per second'],
    ['first_seen()', 'Time of the first error'],
    ['last_seen()', 'Time of the last error'],
  ],
};

const OPTION_COUNT_MAX = 100;

interface Params {
  list: FieldUse;
  dataset: Dataset;
  /** The most frequent first. */
  fields: readonly KnownField[];
  selected: readonly string[];
  text: string;
}

/** What can be added to a list of fields, or be the value, and fits a text. A text that is no known field is one as well. */
export function fieldOptions({ list, dataset, fields, selected, text }: Params): FieldOption[] {
  const known = list === 'measures' ? measures[dataset] : list === 'value' ? durations : columns[dataset];
  const names = new Set(known.map(([name]) => name));
  const more = fields
    .filter(({ name, type }) => !names.has(name) && (list !== 'value' || type === 'number'))
    .flatMap((field) =>
      list === 'measures'
        ? measuresOf(dataset, field)
        : [{ id: field.name, about: attributeNames[dataset], frequency: field.frequency }],
    );
  const all = [...known.map(([id, about]): FieldOption => ({ id, about, frequency: null })), ...more];
  const fitting = all.filter(({ id, about }) => matchesText(`${id} ${about}`, text));
  const isNew = text !== '' && /^[^\s"()]+(\([^"()]*\))?$/.test(text) && all.every(({ id }) => id !== text);
  const typed = { id: text, about: list === 'measures' ? 'As typed' : attributeNames[dataset], frequency: null };
  return [
    ...fitting.slice(0, OPTION_COUNT_MAX),
    ...(isNew && text.includes('(') === (list === 'measures') ? [typed] : []),
  ].filter(({ id }) => !selected.includes(id));
}

function measuresOf(dataset: Dataset, { name, type, frequency }: KnownField): FieldOption[] {
  if (dataset === 'errors') return [];
  return [...(type === 'number' ? ofNumbers : []), 'count_unique', 'count'].map((called) => ({
    id: `${called}(${name})`,
    about: functions[called]!,
    frequency,
  }));
}
