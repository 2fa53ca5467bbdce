import { expect, test } from 'vitest';
import { fieldOptions, type KnownField } from './field-options.ts';

const fields: KnownField[] = [
  { name: 'http.response.body.size', type: 'number', frequency: 9 },
  { name: 'db.system.name', type: 'string', frequency: 3 },
  { name: 'name', type: 'string', frequency: 1 },
];
const idsOf = (given: Partial<Parameters<typeof fieldOptions>[0]>) =>
  fieldOptions({ list: 'groups', dataset: 'spans', fields, selected: [], text: '', ...given }).map(({ id }) => id);

test('groups and columns are known fields, attributes and what is typed', () => {
  expect(idsOf({}).slice(0, 2)).toEqual(['span.op', 'name']);
  expect(idsOf({ selected: ['span.op'] })[0]).toBe('name');
  expect(idsOf({ text: 'db.sys' })).toEqual(['db.system.name', 'db.sys']);
  expect(idsOf({ text: 'db.system.name' })).toEqual(['db.system.name']);
  expect(idsOf({ text: 'tags[rows,number]' })).toEqual(['tags[rows,number]']);
  expect(idsOf({ text: 'two words' })).toEqual([]);
  expect(idsOf({ text: 'p95(rows)' })).toEqual([]);
  expect(idsOf({ dataset: 'errors', text: 'release' })).toEqual(['release']);
  expect(idsOf({}).filter((id) => id === 'name')).toHaveLength(1);
});

test('the value of a heat map is the duration, an attribute that is a number, or what is typed', () => {
  expect(idsOf({ list: 'value' })).toEqual(['span.duration', 'http.response.body.size']);
  expect(idsOf({ list: 'value', selected: ['span.duration'] })).toEqual(['http.response.body.size']);
  expect(idsOf({ list: 'value', text: 'rows' })).toEqual(['rows']);
});

test('measures are found by function and by attribute, which has those of its type', () => {
  const measures = (text: string) => idsOf({ list: 'measures', text });
  expect(measures('')[0]).toBe('count()');
  expect(measures('p99')).toEqual(['p99(span.duration)', 'p99(http.response.body.size)']);
  expect(measures('body.size')).toContain('avg(http.response.body.size)');
  expect(measures('db.system')).toEqual(['count_unique(db.system.name)', 'count(db.system.name)']);
  expect(measures('p95(rows)')).toEqual(['p95(rows)']);
  expect(measures('rows')).toEqual([]);
  expect(idsOf({ list: 'measures', dataset: 'errors', text: 'db.system' })).toEqual([]);
});
