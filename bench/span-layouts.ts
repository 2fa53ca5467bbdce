import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  BIGINT,
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBMapValue,
  DuckDBUUIDValue,
  MAP,
  UBIGINT,
  UUID,
  VARCHAR,
  type DuckDBConnection,
} from '@duckdb/node-api';
import { quantiles } from './results.ts';

/**
 * Layouts for stored spans, compared in DuckDB alone: bytes, processor time to write, and the queries of a trace store over
 * all spans. The figures behind decision 0081.
 * `node bench/span-layouts.ts [--shape shop|tracegen] [--spans 10000000] [--rounds 15]`
 *
 * - `tracegen`: what Jaeger's load generator sends, as in its benchmark: 10 spans a trace, 10 services, 11 attributes a child
 *   span of 97 keys, values from a cycle of 1,000 (jaegertracing/jaeger internal/tracegen/worker.go).
 * - `shop`: 12 spans a trace of a web application, with 3 to 6 attributes by the kind of the span and 5 of the process, and
 *   random IDs, users and paths. One span in 400,000 has the attribute `debug.note`.
 */
const { values: options } = parseArgs({
  options: {
    shape: { type: 'string', default: 'shop' },
    spans: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '15' },
  },
});
const spanCount = Number(options.spans);
const rounds = Number(options.rounds);
const PART = 1_000_000;
const partCount = Math.ceil(spanCount / PART);
const DAY_US = 86_400_000_000n;
const START_US = 1_793_491_200_000_000n;

/** Rows `i` of a part as `trace_id, span_id, parent_id, start_us, duration_us, service, name, op, status, attributes`. */
const shapes: Record<
  string,
  { select: string; service: string; op: string; rare: string[]; name(k: number): string; filter: [string, string] }
> = {
  tracegen: {
    select: `
      with numbered as (select i, i // 10 as t, i % 10 as k, ((i // 10) * 9 + i % 10 - 1) * 11 as first from range(START, END) r(i))
      select md5(t::varchar)::uuid as trace_id, hash(i) as span_id, case when k > 0 then hash(t * 10) end as parent_id,
        ${START_US} + t * ${DAY_US * 10n} // (SPANS // 10) + greatest(k - 1, 0) * 123 as start_us,
        case when k = 0 then 1107 else 123 end as duration_us, 'tracegen-0' || (t % 10) as service,
        case when k = 0 then 'lets-go' else 'child-span-0' || (k - 1) end as name,
        case when k = 0 then 'server' else 'client' end as op, 'unset' as status,
        case when k = 0 then '{"peer.service":"tracegen-server","peer.host.ipv4":"1.1.1.1"}'
          else '{' || array_to_string(list_transform(range(11),
            lambda j: printf('"attr_%02d":"val_%02d"', (first + j) % 97, (first + j) % 1000)), ',') || '}' end as attributes
      from numbered`,
    service: 'tracegen-03',
    op: 'client',
    name: () => 'child-span-03',
    rare: Array.from({ length: 30 }, (_, k) => `attr_${String(k * 3).padStart(2, '0')}=val_${100 + k}`),
    filter: ['attr_05', 'val_102'],
  },
  shop: {
    select: `
      with numbered as (
        select i, i // 12 as t, i % 12 as k, hash(i // 12, 1) as rt, hash(i, 2) as r, hash(i, 3) as r2, hash(i, 4) as r3
        from range(START, END) n(i)),
      kinds as (
        select *, case when k = 0 then 'http.server' when k < 5 then 'db' when k < 7 then 'http.client'
          when k < 9 then 'cache.get' else 'function' end as op from numbered)
      select md5(t::varchar)::uuid as trace_id, hash(i, 5) as span_id,
        case when k > 0 then hash(t * 12 + (r2 % k)::bigint, 5) end as parent_id,
        ${START_US} + t * ${DAY_US * 10n} // (SPANS // 12) + (rt % 1000000)::bigint + k * 1500 + (r % 1500)::bigint as start_us,
        (50 * exp((r2 % 10000) / 1250.0) + case when k = 0 then 20000 else 0 end)::bigint as duration_us,
        ['web', 'api', 'checkout', 'search'][(rt % 4)::int + 1] as service,
        case op when 'http.server' then 'GET /route/' || (rt % 200) when 'db' then 'SELECT table_' || (r % 60)
          when 'http.client' then 'GET partner-' || (r % 5) || '.example.com' when 'cache.get' then 'cache.get'
          else 'fn_' || (r % 500) end as name,
        op, case when r3 % 100 < 2 then 'error' else 'ok' end as status,
        printf('{"service.version":"1.%d","host.name":"web-%d","process.pid":"%d","telemetry.sdk.name":"opentelemetry","deployment.environment.name":"production",',
          t // 400000, rt % 20, (rt % 20) * 37 + 1000)
        || case op
          when 'http.server' then printf('"http.request.method":"GET","http.route":"/route/%d","url.path":"/route/%d/%d","http.response.status_code":"%d","user.id":"u%d","browser.name":"%s"',
            rt % 200, rt % 200, r % 1000000, [200, 200, 200, 404, 500][(r % 5)::int + 1], rt % 50000, ['Chrome', 'Firefox', 'Safari'][(rt % 3)::int + 1])
          when 'db' then printf('"db.system.name":"postgresql","db.namespace":"shop","db.operation.name":"SELECT","db.collection.name":"table_%d","db.query.text":"SELECT id, name, price FROM table_%d WHERE id = $1 AND tenant = $2 LIMIT %d","db.response.returned_rows":"%d"',
            r % 60, r % 60, r % 4, r2 % 100)
          when 'http.client' then printf('"http.request.method":"GET","server.address":"partner-%d.example.com","url.full":"https://partner-%d.example.com/v1/items/%d","http.response.status_code":"200","http.response.body.size":"%d"',
            r % 5, r % 5, r2 % 100000, r3 % 20000)
          when 'cache.get' then printf('"cache.key":"item:%d","cache.hit":"%d","cache.item_size":"%d"', r % 200000, r2 % 2, r3 % 5000)
          else printf('"code.function.name":"fn_%d","code.file.path":"/app/src/file_%d.ts","thread.id":"%d"', r % 500, r % 80, r2 % 8) end
        || case when r3 % 400000 = 7 then printf(',"debug.note":"n%d"', r % 7) else '' end || '}' as attributes
      from kinds`,
    service: 'checkout',
    op: 'http.server',
    name: (k) => `SELECT table_${k}`,
    rare: Array.from({ length: 7 }, (_, k) => `debug.note=n${k}`),
    filter: ['host.name', 'web-2'],
  },
};
const shape = shapes[options.shape];
if (!shape) throw new Error(`--shape is ${Object.keys(shapes).join(' or ')}`);

const SPAN = 'trace_id, span_id, parent_id, start_us, duration_us, service, name, op, status';
/** The most attributes that get a column of their own; neither shape has as many. */
const COLUMNS_MAX = 128;
const folder = await mkdtemp(join(tmpdir(), 'span-layouts-'));

interface Layout {
  label: string;
  write(connection: DuckDBConnection, part: number): Promise<void>;
  files(): string[];
  /** After all parts: the relation with all spans, and with those of the newest part. */
  all(): string;
  newest(): string;
  attribute(key: string): string;
  open?(connection: DuckDBConnection): Promise<void>;
}

let columns: string[] = [];
const quoted = (key: string) => `"${key.replaceAll('"', '""')}"`;
const parquet = (label: string, name: string, selected: () => string, attribute: Layout['attribute']): Layout => {
  const file = (part: number) => join(folder, `${name}-${part}.parquet`);
  const files = () => Array.from({ length: partCount }, (_, part) => file(part));
  return {
    label,
    files,
    attribute,
    all: () =>
      `read_parquet([${files()
        .map((path) => `'${path}'`)
        .join(', ')}], union_by_name = true)`,
    newest: () => `read_parquet('${file(partCount - 1)}')`,
    write: async (connection, part) => {
      await connection.run(
        `copy (${selected()}) to '${file(part)}' (format parquet, compression zstd, parquet_version v2, row_group_size 61440)`,
      );
    },
  };
};
const inMap = (key: string) => `attributes['${key}']`;
const asMap = () => `select ${SPAN}, from_json(attributes, '"MAP(VARCHAR,VARCHAR)"') as attributes from part`;
const asColumns = () => {
  const structure = JSON.stringify(Object.fromEntries(columns.map((key) => [key, 'VARCHAR'])));
  return `select ${SPAN}, unnest(a) from (select *, from_json(attributes, '${structure}') as a from part)`;
};
const native = (
  label: string,
  name: string,
  storage: string,
  selected: () => string,
  attribute: Layout['attribute'],
): Layout => {
  const path = join(folder, `${name}.duckdb`);
  return {
    label,
    attribute,
    files: () => [path],
    all: () => `${name}.spans`,
    newest: () => `${name}.spans`,
    open: async (connection) => {
      await connection.run(`attach '${path}' as ${name} (${storage}read_only)`);
    },
    write: async (connection, part) => {
      await connection.run(`attach '${path}' as ${name}${storage ? ` (${storage.replace(', ', '')})` : ''}`);
      await connection.run(
        part === 0 ? `create table ${name}.spans as ${selected()}` : `insert into ${name}.spans ${selected()}`,
      );
      await connection.run(`checkpoint ${name}`);
      await connection.run(`detach ${name}`);
    },
  };
};

const layouts: Layout[] = [
  native('native table, attributes in a map', 'native_map', '', asMap, inMap),
  native("native table in DuckDB's newest format, map", 'newest_map', "storage_version 'latest', ", asMap, inMap),
  parquet('Parquet, attributes in a map', 'map', asMap, inMap),
  parquet('Parquet, a column for each attribute', 'columns', asColumns, quoted),
];

async function open(memory: string): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '2',
    memory_limit: memory,
    temp_directory: join(folder, 'tmp'),
  });
  const connection = await instance.connect();
  await connection.run('set parquet_metadata_cache = true');
  return connection;
}

async function measured(work: () => Promise<unknown>) {
  const [start, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - start, cpuUs: user + system };
}

async function write(): Promise<void> {
  const connection = await open('4GB');
  const spent = new Map(layouts.map((layout) => [layout, { ms: 0, cpuUs: 0 }]));
  for (let part = 0; part < partCount; part += 1) {
    const select = shape!.select
      .replaceAll('START', String(part * PART))
      .replaceAll('END', String(Math.min(spanCount, (part + 1) * PART)))
      .replaceAll('SPANS', String(spanCount));
    await connection.run(`create or replace temp table part as ${select} order by start_us`);
    const found = await connection.runAndReadAll(
      'select key from (select unnest(json_keys(attributes)) as key from part) group by key order by count(*) desc, key',
    );
    const keys = found.getRows().map(([key]) => key as string);
    // The rare attribute among them, so that every part has the column.
    columns = [...new Set([...keys.slice(0, COLUMNS_MAX), ...shape!.rare.map((term) => term.split('=')[0]!)])];
    for (const layout of layouts) {
      const { ms, cpuUs } = await measured(() => layout.write(connection, part));
      spent.get(layout)!.ms += ms;
      spent.get(layout)!.cpuUs += cpuUs;
    }
    process.stderr.write(`part ${part + 1} of ${partCount}\n`);
  }
  connection.closeSync();
  console.log(`\n${spanCount} spans, ${options.shape}`);
  for (const [layout, { ms, cpuUs }] of spent) {
    const bytes = (await Promise.all(layout.files().map(async (file) => (await stat(file)).size))).reduce(
      (a, b) => a + b,
      0,
    );
    console.log(
      `${layout.label.padEnd(48)} ${(bytes / spanCount).toFixed(1).padStart(6)} bytes a span; written in ${(ms / 1000).toFixed(0)} s, ${(cpuUs / spanCount).toFixed(1)} µs of processor time a span`,
    );
  }
}

async function read(): Promise<void> {
  const [filterKey, filterValue] = shape!.filter;
  for (const layout of layouts) {
    const connection = await open('256MB');
    await layout.open?.(connection);
    const traces = (
      await connection.runAndReadAll(
        `select distinct on (trace_id) trace_id::varchar from (select trace_id from ${layout.newest()} limit 100000) limit ${rounds}`,
      )
    )
      .getRows()
      .map(([id]) => id as string);
    const where = (k: number) => {
      const [key, value] = shape!.rare[k % shape!.rare.length]!.split('=');
      return `${layout.attribute(key!)} = '${value}'`;
    };
    const newest = (from: string, condition: string) =>
      `select trace_id, span_id, start_us, name, duration_us from ${from} where ${condition} order by start_us desc limit 100`;
    const queries: Record<string, (k: number) => string> = {
      'trace by ID': (k) => `select * from ${layout.all()} where trace_id = '${traces[k % traces.length]!}'::uuid`,
      'newest 100 of a service': () => newest(layout.newest(), `service = '${shape!.service}'`),
      'newest 100 by a rare attribute': (k) => newest(layout.all(), where(k)),
      'four filters': (k) =>
        newest(
          layout.all(),
          `service = '${shape!.service}' and name = '${shape!.name(k)}' and duration_us between 100 and 50000 and ${layout.attribute(filterKey)} = '${filterValue}'`,
        ),
      'p95 by name': () =>
        `select name, count(*), quantile_disc(duration_us, 0.95) from ${layout.all()} where op = '${shape!.op}' group by name`,
      'p95 by an attribute': () =>
        `select ${layout.attribute(filterKey)}, count(*), quantile_disc(duration_us, 0.95) from ${layout.all()} group by all`,
    };
    console.log(`\n${layout.label}`);
    for (const [label, sql] of Object.entries(queries)) {
      const ms: number[] = [];
      let rows = 0;
      for (let k = 0; k < (label.startsWith('p95') ? Math.min(rounds, 5) : rounds); k += 1) {
        const start = performance.now();
        rows = (await connection.runAndReadAll(sql(k))).currentRowCount;
        ms.push(performance.now() - start);
      }
      const { p50, p95 } = quantiles(ms);
      console.log(
        `  ${label.padEnd(34)} p50 ${String(p50).padStart(8)} ms  p95 ${String(p95).padStart(8)} ms  ${rows} rows`,
      );
    }
    connection.closeSync();
  }
}

const APPENDED = 400_000;
const BATCH = 10_000;

/** What it costs this process to append spans, in batches that are durable one by one: attributes as JSON text, or as a map. */
async function append(): Promise<void> {
  const kinds = [
    {
      label: 'attributes as JSON text',
      type: VARCHAR,
      of: (pairs: [string, string][]) => JSON.stringify(Object.fromEntries(pairs)),
    },
    {
      label: 'attributes as a map',
      type: MAP(VARCHAR, VARCHAR),
      of: (pairs: [string, string][]) => new DuckDBMapValue(pairs.map(([key, value]) => ({ key, value }))),
    },
  ];
  console.log(`\n${APPENDED} spans of 11 attributes, appended by Node.js in durable batches of ${BATCH}`);
  for (const { label, type, of } of kinds) {
    const connection = await open('128MB');
    await connection.run(`attach '${join(folder, 'appended.duckdb')}' as appended (row_group_size 16384)`);
    await connection.run(
      `create or replace table appended.spans (trace_id uuid, span_id ubigint, start_us bigint, name varchar, attributes ${type.toString()})`,
    );
    const chunk = DuckDBDataChunk.create([UUID, UBIGINT, BIGINT, VARCHAR, type]);
    const rows = Array.from({ length: BATCH }, (_, index) => index);
    let batch = 0;
    const { ms, cpuUs } = await measured(async () => {
      for (; batch < APPENDED / BATCH; batch += 1) {
        await connection.run('begin');
        const appender = await connection.createAppender('spans', 'main', 'appended');
        for (let start = 0; start < BATCH; start += 2048) {
          const some = rows.slice(start, start + 2048).map((index) => batch * BATCH + index);
          chunk.reset();
          chunk.setColumns([
            some.map((i) =>
              DuckDBUUIDValue.fromUint128((BigInt(i) * 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834n) % 2n ** 128n),
            ),
            some.map((i) => (BigInt(i) * 0x9e37_79b9_7f4a_7c15n) % 2n ** 64n),
            some.map((i) => START_US + BigInt(i)),
            some.map((i) => `GET /route/${i % 200}`),
            some.map((i) =>
              of(Array.from({ length: 11 }, (_, n) => [`some.attribute.${n}`, `value ${i % (7 * n + 3)}`])),
            ),
          ]);
          appender.appendDataChunk(chunk);
        }
        appender.closeSync();
        await connection.run('commit');
      }
    });
    console.log(
      `  ${label.padEnd(34)} ${Math.round((APPENDED / ms) * 1000)} spans a second, ${(cpuUs / APPENDED).toFixed(1)} µs of processor time a span`,
    );
    connection.closeSync();
  }
}

try {
  await append();
  await write();
  await read();
} finally {
  await rm(folder, { recursive: true, force: true });
}
