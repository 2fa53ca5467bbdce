import { describe, expect, test } from 'vitest';
import type { ProjectId } from '@seismo/protocol';
import { SearchSyntaxError } from '../search/ast.ts';
import { compileSpanSearch } from './compile-span-search.ts';
import type { SpanCondition } from './span-condition.ts';

const nowMs = Date.parse('2026-11-21T12:00:00Z');
const projects = [
  { id: 1 as ProjectId, slug: 'shop' },
  { id: 2 as ProjectId, slug: 'shop-api' },
];
const compiled = (text: string) => compileSpanSearch(text, { nowMs, projects });

const traceId = 'ab'.repeat(16);
const spanId = 'cd'.repeat(8);
const status = 'http.response.status_code';
const between = (from: number, to: number): SpanCondition => ({
  all: [
    { number: 'durationUs', comparison: '>=', value: from },
    { number: 'durationUs', comparison: '<=', value: to },
  ],
});
const is500: SpanCondition = {
  any: [
    { attribute: `s:${status}`, is: ['500'] },
    {
      all: [
        { attribute: `n:${status}`, comparison: '>=', value: 500 },
        { attribute: `n:${status}`, comparison: '<=', value: 500 },
      ],
    },
  ],
};
const known = (name: string): SpanCondition => ({
  any: ['s', 'n', 'b'].map((type) => ({ attribute: `${type}:${name}`, known: true })),
});

describe('a search of spans', () => {
  test.each<[string, SpanCondition]>([
    ['', { all: [] }],
    ['checkout', { text: ['checkout'] }],
    ['"GET /"', { text: ['GET /'] }],
    [traceId, { any: [{ traceId }, { text: [traceId] }] }],
    ['span.op:db', { any: [{ column: 'op', is: ['db'] }] }],
    ['op:db', { any: [{ attribute: 's:op', is: ['db'] }] }],
    [
      'span.op:[db,http.*]',
      {
        any: [
          { column: 'op', is: ['db'] },
          { column: 'op', like: ['http.', ''] },
        ],
      },
    ],
    ['!name:"GET /"', { not: { any: [{ column: 'name', is: ['GET /'] }] } }],
    [
      'service:api environment:production',
      {
        all: [{ any: [{ column: 'service', is: ['api'] }] }, { any: [{ column: 'environment', is: ['production'] }] }],
      },
    ],
    ['transaction:/cart', { any: [{ column: 'segmentName', is: ['/cart'] }] }],
    ['span.duration:>100ms', { any: [{ all: [{ number: 'durationUs', comparison: '>', value: 100_000 }] }] }],
    ['span.duration:<=1.5s', { any: [{ all: [{ number: 'durationUs', comparison: '<=', value: 1_500_000 }] }] }],
    [
      'sentry.client_sample_rate:<0.5',
      { any: [{ all: [{ number: 'clientSampleRate', comparison: '<', value: 0.5 }] }] },
    ],
    ['has:sentry.server_sample_rate', { any: [{ number: 'serverSampleRate', comparison: '>', value: 0 }] }],
    ['span.duration:12', { any: [between(12_000, 12_000)] }],
    [
      'timestamp:>=2026-11-21',
      { any: [{ all: [{ number: 'startUs', comparison: '>=', value: nowMs * 1000 - 43_200e6 }] }] },
    ],
    ['timestamp:-1h', { any: [{ all: [{ number: 'startUs', comparison: '>=', value: nowMs * 1000 - 3600e6 }] }] }],
    [`trace:${traceId.toUpperCase()}`, { any: [{ traceId }] }],
    [`id:${spanId}`, { id: 'spanId', is: [spanId] }],
    ['parent_span:""', { id: 'parentSpanId', is: [''] }],
    ['has:parent_span', { any: [{ not: { id: 'parentSpanId', is: [''] } }] }],
    ['is_transaction:true', { any: [{ isSegment: true }] }],
    ['project:shop*', { projectIds: [1 as ProjectId, 2 as ProjectId] }],
    ['project.id:2', { projectIds: [2 as ProjectId] }],
    [`${status}:500`, is500],
    ['http.status_code:500', is500],
    [`${status}:>=500`, { all: [{ attribute: `n:${status}`, comparison: '>=', value: 500 }] }],
    [`tags[${status},string]:500`, { any: [{ attribute: `s:${status}`, is: ['500'] }] }],
    [
      'cache.hit:true',
      {
        any: [
          { attribute: 's:cache.hit', is: ['true'] },
          { attribute: 'b:cache.hit', isTrue: true },
        ],
      },
    ],
    ['db.statement:select*', { any: [{ attribute: 's:db.query.text', like: ['select', ''] }] }],
    ['has:db.statement', { any: [known('db.query.text')] }],
    ['tags[user.id]:""', { any: [{ not: known('user.id') }, { attribute: 's:user.id', is: [''] }] }],
    ['tags[span.op]:x', { any: [{ attribute: 's:span.op', is: ['x'] }] }],
    [
      'a:1 OR NOT b',
      {
        any: [
          {
            any: [
              { attribute: 's:a', is: ['1'] },
              {
                all: [
                  { attribute: 'n:a', comparison: '>=', value: 1 },
                  { attribute: 'n:a', comparison: '<=', value: 1 },
                ],
              },
            ],
          },
          { not: { text: ['b'] } },
        ],
      },
    ],
  ])('%s', (text, condition) => expect(compiled(text)).toEqual(condition));

  test.each([
    ['span.duration:>fast', 'needs a duration'],
    ['span.op:>db', 'cannot be compared'],
    ['span.op:db trace:1', 'A trace ID is 32 hexadecimal digits.'],
    ['id:*', 'cannot contain the wildcard'],
    ['is_transaction:maybe', 'accepts true, false'],
    ['http.status_code:>x', 'needs a number'],
    [`tags[${'x'.repeat(201)}]:1`, 'cannot be the name of an attribute'],
    ['tags["a\u0000"]:1', 'cannot be the name of an attribute'],
    ['count():>5', 'Seismo cannot search by "count():"'],
    ['span.op:', 'needs a value'],
    ['tags[a,string]:>5', 'cannot be compared'],
  ])('%s is refused', (text, message) => {
    expect(() => compiled(text)).toThrow(SearchSyntaxError);
    expect(() => compiled(text)).toThrow(message);
  });
});
