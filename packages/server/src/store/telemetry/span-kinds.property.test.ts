import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileSpanSearch } from '#domain/spans/compile-span-search.ts';
import { namedCondition, namedSearch, spanKinds, type SpanKindName } from '#domain/spans/span-kind.ts';
import { spanMatches } from './engines/memory/span-condition.ts';
import { openMemoryTelemetry } from './engines/memory/open.ts';
import { batch, project, span } from './sample-rows.ts';

const kindNames = Object.keys(spanKinds) as SpanKindName[];
const text = fc.constantFrom('', 'GET', 'GET a', 'a', 'a*b', 'a"b\\', 'axb', '/cart (1) OR x:y', 'é');
const row = fc.record({
  op: fc.constantFrom('pageload', 'http.server', 'http.client', 'db', 'db.query', 'dbx', 'queue.process', 'function'),
  isSegment: fc.boolean(),
  name: text,
  segmentName: text,
  service: fc.constantFrom('', 'a*'),
  attributes: fc
    .record(
      {
        's:db.query.summary': text,
        's:http.request.method': fc.constantFrom('', 'GET'),
        's:server.address': text,
        's:sentry.origin': fc.constant('auto.function.nextjs.server_action'),
      },
      { requiredKeys: [] },
    )
    .map((attributes) => JSON.stringify(attributes)),
});

test('a group has the spans of its name, also when it is searched for', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
      const spans = rows.map((values, index) => span(index + 1, values));
      const memory = openMemoryTelemetry();
      await memory.append(batch(1, { spans }));
      for (const kind of kindNames) {
        const of = spanKinds[kind];
        const groups = await memory.query('spanGroups', {
          projectIds: [project(1)],
          environments: [],
          range: { fromMs: 0, toMs: 10_000 },
          condition: of.condition,
          naming: of.naming,
          current: { all: [] },
          count: 100,
        });
        for (const { currentCount, ...group } of groups) {
          const found = spans.filter(spanMatches(namedCondition(of, group)));
          expect(found).toHaveLength(currentCount);
          const searched = compileSpanSearch(namedSearch(of, group), { nowMs: 0, projects: [] });
          expect(spans.filter(spanMatches(searched))).toEqual(found);
        }
      }
    }),
  );
});

test('the search of a long name has its beginning, within the length of a search', () => {
  const name = `SELECT "${'*\\'.repeat(500)}`;
  const search = namedSearch(spanKinds.queries, { name, service: '' });
  expect(search.length).toBeLessThan(1000);
  const searched = compileSpanSearch(search, { nowMs: 0, projects: [] });
  expect(spanMatches(searched)(span(1, { op: 'db', name }))).toBe(true);
  expect(spanMatches(searched)(span(1, { op: 'db', name: 'SELECT "*' }))).toBe(false);
});

test.each<[SpanKindName, Parameters<typeof span>[1], string]>([
  ['pages', { op: 'pageload', isSegment: true, name: 'Pageload', segmentName: '/cart' }, '/cart'],
  ['pages', { op: 'navigation', isSegment: true, name: '/cart/[id]' }, '/cart/[id]'],
  ['endpoints', { op: 'http.server', isSegment: true, name: 'GET', segmentName: 'GET /cart' }, 'GET /cart'],
  ['actions', { op: 'function.server_action', name: 'serverAction/order' }, 'serverAction/order'],
  [
    'actions',
    { op: 'function', name: 'order', attributes: '{"s:sentry.origin":"auto.function.nextjs.server_action"}' },
    'order',
  ],
  ['queries', { op: 'db.sql.query', name: 'SELECT 1', attributes: '{"s:db.query.summary":"SELECT"}' }, 'SELECT'],
  ['queries', { op: 'db', name: 'select * from cart' }, 'select * from cart'],
  [
    'requests',
    {
      op: 'http.client',
      name: 'GET https://pay.example/42',
      attributes: '{"s:http.request.method":"GET","s:server.address":"pay.example"}',
    },
    'GET pay.example',
  ],
  ['jobs', { op: 'queue.task.celery', isSegment: true, name: 'send_invoices' }, 'send_invoices'],
])('%s have the span %j as "%s", and no other kind has it', async (kind, values, name) => {
  const one = span(1, values);
  expect(spanMatches(namedCondition(spanKinds[kind], { name, service: '' }))(one)).toBe(true);
  expect(kindNames.filter((each) => spanMatches(spanKinds[each].condition)(one))).toEqual([kind]);
});
