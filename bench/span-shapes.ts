import type { OrganizationId, ProjectId } from '@seismo/protocol';
import type { SpanRow } from '../packages/server/src/store/telemetry/contract.ts';

/** Xorshift: fast, and the same in each run. */
let state = 88_172_645;
export function random(below: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}
const hex = (digits: number): string =>
  Array.from({ length: digits / 8 }, () =>
    random(2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('');
const one = <T>(of: readonly T[]): T => of[random(of.length)]!;

const kinds = ['http.server', 'db', 'db', 'db', 'db', 'http.client', 'http.client', 'cache.get', 'cache.get'];
export const services = ['web', 'api', 'checkout', 'search'];

interface Described extends Pick<SpanRow, 'name' | 'op' | 'kind' | 'durationUs' | 'status' | 'release'> {
  attributes: Record<string, string | number | boolean>;
}

/** The spans of a trace by their number in it; `first` is the number of the trace's first span. */
export interface Shape {
  size: number;
  describe(first: number): (k: number) => Described;
  op: string;
  /** Attributes that few spans have with this value, and one that many have. */
  rare(round: number): [name: string, value: string];
  common: [name: string, value: string];
}

/**
 * - `shop`: 12 spans a trace of a web application, with 3 to 6 attributes by the kind of the span and 4 of the process, and
 *   random IDs, users and paths.
 * - `tracegen`: what Jaeger's load generator sends: 10 spans a trace, 11 attributes a child span of 97 keys, values from a
 *   cycle of 1,000 (jaegertracing/jaeger internal/tracegen/worker.go).
 */
export const shapes: Record<string, Shape> = {
  shop: {
    size: 12,
    op: 'http.server',
    rare: (round) => ['s:debug.note', `n${round % 7}`],
    common: ['s:host.name', 'web-2'],
    describe(first) {
      const [host, route] = [random(20), random(200)];
      return (k) => {
        const op = kinds[k] ?? 'function';
        const [name, own] = about(op, route);
        return {
          name,
          op,
          kind: k === 0 ? 'server' : op === 'function' ? 'internal' : 'client',
          durationUs: Math.round(50 * Math.exp(random(10_000) / 1250)) + (k === 0 ? 20_000 : 0),
          status: random(100) < 2 ? 'error' : 'ok',
          release: `1.${Math.floor(first / 4_800_000)}`,
          attributes: {
            's:host.name': `web-${host}`,
            'n:process.pid': host * 37 + 1000,
            's:telemetry.sdk.name': 'opentelemetry',
            's:server.zone': one(['a', 'b', 'c']),
            ...own,
            ...(random(400_000) === 7 && { 's:debug.note': `n${random(7)}` }),
          },
        };
      };
    },
  },
  tracegen: {
    size: 10,
    op: 'client',
    rare: (round) => [`s:attr_${String((round * 3) % 97).padStart(2, '0')}`, `val_${100 + round}`],
    common: ['s:attr_05', 'val_102'],
    describe: (first) => (k) => {
      const at = ((first / 10) * 9 + k - 1) * 11;
      const two = (n: number) => String(n).padStart(2, '0');
      const pairs = Array.from({ length: 11 }, (_, j) => [
        `s:attr_${two((at + j) % 97)}`,
        `val_${two((at + j) % 1000)}`,
      ]);
      return {
        name: k === 0 ? 'lets-go' : `child-span-0${k - 1}`,
        op: k === 0 ? 'server' : 'client',
        kind: k === 0 ? 'server' : 'client',
        durationUs: k === 0 ? 1107 : 123,
        status: 'unset',
        release: '',
        attributes:
          k === 0
            ? { 's:peer.service': 'tracegen-server', 's:peer.host.ipv4': '1.1.1.1' }
            : (Object.fromEntries(pairs) as Record<string, string>),
      };
    },
  },
};
/** Yields `count` spans in whole traces, spread evenly over the time. */
export function* traces(
  { size, describe }: Shape,
  { count, fromMs, toMs, projectId }: { count: number; fromMs: number; toMs: number; projectId: ProjectId },
): Generator<SpanRow[]> {
  for (let first = 0; first < count; first += size) {
    const [traceId, service] = [hex(32), one(services)];
    const atMs = fromMs + Math.floor((first / count) * (toMs - fromMs));
    const ids = Array.from({ length: size }, () => hex(16));
    const ofSpan = describe(first);
    yield ids.map((spanId, k) => {
      const { attributes, ...described } = ofSpan(k);
      return {
        organizationId: 1 as OrganizationId,
        projectId,
        traceId,
        spanId,
        parentSpanId: k === 0 ? '' : ids[random(k)]!,
        isSegment: k === 0,
        segmentId: ids[0]!,
        segmentName: k === 0 ? described.name : '',
        startUs: atMs * 1000 + k * 1500 + random(1500),
        receivedAtMs: atMs,
        service,
        environment: 'production',
        userKey: '',
        events: '',
        links: '',
        clientSampleRate: 1,
        serverSampleRate: 1,
        ...described,
        attributes: JSON.stringify(attributes),
      };
    });
  }
}

function about(op: string, route: number): [name: string, attributes: Record<string, string | number | boolean>] {
  if (op === 'http.server') {
    return [
      `GET /route/${route}`,
      {
        's:http.request.method': 'GET',
        's:http.route': `/route/${route}`,
        's:url.path': `/route/${route}/${random(1_000_000)}`,
        'n:http.response.status_code': one([200, 200, 200, 404, 500]),
        's:user.id': `u${random(50_000)}`,
        's:browser.name': one(['Chrome', 'Firefox', 'Safari']),
      },
    ];
  }
  if (op === 'db') {
    const table = random(60);
    return [
      `SELECT table_${table}`,
      {
        's:db.system.name': 'postgresql',
        's:db.namespace': 'shop',
        's:db.operation.name': 'SELECT',
        's:db.collection.name': `table_${table}`,
        's:db.query.text': `SELECT id, name, price FROM table_${table} WHERE id = $1 AND tenant = $2 LIMIT ${random(4)}`,
        'n:db.response.returned_rows': random(100),
      },
    ];
  }
  if (op === 'http.client') {
    const partner = `partner-${random(5)}.example.com`;
    return [
      `GET ${partner}`,
      {
        's:http.request.method': 'GET',
        's:server.address': partner,
        's:url.full': `https://${partner}/v1/items/${random(100_000)}`,
        'n:http.response.status_code': 200,
        'n:http.response.body.size': random(20_000),
      },
    ];
  }
  if (op === 'cache.get') {
    return [
      'cache.get',
      { 's:cache.key': `item:${random(200_000)}`, 'b:cache.hit': random(2) === 1, 'n:cache.item_size': random(5000) },
    ];
  }
  const name = `fn_${random(500)}`;
  return [
    name,
    { 's:code.function.name': name, 's:code.file.path': `/app/src/file_${random(80)}.ts`, 'n:thread.id': random(8) },
  ];
}
