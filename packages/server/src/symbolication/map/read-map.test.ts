import { readdirSync, readFileSync } from 'node:fs';
import { limits } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { inlineMap } from './inline-map.ts';
import { readMap, type SourceMap } from './read-map.ts';
import { cpuMs } from '../../testing/cpu.ts';

const golden = new URL('../../../../../tests/golden/source-maps/', import.meta.url);

interface Expected {
  files: Record<string, { map: string }>;
  events: {
    exceptions: {
      frames: {
        filename: string;
        lineno: number;
        colno: number;
        expected: {
          source: string;
          line: number;
          column0: number;
          name: string | null;
          context_line: string | null;
        } | null;
      }[];
    }[];
  }[];
}

const plain = { version: 3, sources: ['a.ts'], sourcesContent: ['one\ntwo'], names: ['total'], mappings: 'AAAAA,IACA' };

function bytesOf(value: unknown): Buffer {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
}

function opened(value: unknown): SourceMap {
  const reading = readMap(bytesOf(value));
  if ('error' in reading) throw new Error(reading.why);
  return reading.map;
}

function textAt(map: SourceMap, line: number, column: number): string | undefined {
  const content = map.find(line, column)?.content;
  return content ? map.text(content) : undefined;
}

test.each(readdirSync(golden))('every recorded position of %s is found, with its name and its line', (bundle) => {
  const read = (file: string) => readFileSync(new URL(`${bundle}/${file}`, golden));
  const { files, events } = JSON.parse(read('expected.json').toString()) as Expected;
  const maps = new Map(Object.entries(files).map(([url, { map }]) => [url, opened(read(map).toString())]));
  let positions = 0;
  for (const { filename, lineno, colno, expected } of events.flatMap(({ exceptions }) =>
    exceptions.flatMap((one) => one.frames),
  )) {
    if (!expected) continue;
    const map = maps.get(filename)!;
    const place = map.find(lineno - 1, colno - 1)!;
    const { source, line, column0: column, name, context_line } = expected;
    expect(place).toMatchObject({ source, line: line - 1, column, name });
    expect(textAt(map, lineno - 1, colno - 1)?.split('\n')[place.line] ?? null).toBe(context_line);
    positions++;
  }
  expect(positions).toBeGreaterThan(20);
});

test('a position belongs to the previous segment of its line, if there is one', () => {
  const map = opened({ ...plain, mappings: 'IAAAA;;EACA' });
  expect(map.find(0, 3)).toBeNull();
  expect(map.find(0, 4)).toMatchObject({ source: 'a.ts', line: 0, column: 0, name: 'total' });
  expect(map.find(0, 4000)).toMatchObject({ line: 0 });
  expect(map.find(1, 0)).toBeNull();
  expect(map.find(2, 2)).toMatchObject({ line: 1, name: null });
  expect(map.find(9, 0)).toBeNull();
  expect(map.find(-1, -1)).toBeNull();
});

test('a segment without a source marks generated code', () => {
  expect(opened({ ...plain, mappings: 'AAAA,I' }).find(0, 5)).toBeNull();
});

test('sourceRoot stands in front of relative sources only', () => {
  const map = opened({
    ...plain,
    sourceRoot: '/src/',
    sources: ['a.ts', '/b.ts', 'webpack://x/c.ts', null],
    mappings: 'AAAA,CCAA,CCAA,CCAA',
  });
  expect([0, 1, 2, 3].map((column) => map.find(0, column)!.source)).toEqual([
    '/src/a.ts',
    '/b.ts',
    'webpack://x/c.ts',
    '',
  ]);
});

test('sections map positions from their offset, also in nested index maps', () => {
  const inner = {
    version: 3,
    sections: [{ offset: { line: 0, column: 5 }, map: { ...plain, sources: ['inner.ts'] } }],
  };
  const map = opened({
    version: 3,
    sections: [
      { offset: { line: 0, column: 0 }, map: { ...plain, sources: ['first.ts'] } },
      { offset: { line: 0, column: 50 }, url: 'https://example.com/never-fetched.map' },
      { offset: { line: 1, column: 10 }, map: inner },
      { offset: { line: 2, column: 0 }, map: { ...plain, sources: ['last.ts'], sourcesContent: ['x'] } },
    ],
  });
  expect(map.find(0, 3)!.source).toBe('first.ts');
  expect(map.find(1, 14)).toBeNull();
  expect(map.find(1, 15)).toMatchObject({ source: 'inner.ts', line: 0 });
  expect(map.find(1, 19)).toMatchObject({ source: 'inner.ts', line: 1 });
  expect(map.find(2, 0)!.source).toBe('last.ts');
  expect([textAt(map, 1, 15), textAt(map, 2, 0)]).toEqual(['one\ntwo', 'x']);
});

test.each(['ignoreList', 'x_google_ignoreList'])('sources of %s are a library', (key) => {
  const map = opened({ ...plain, sources: ['a.ts', 'lib.js'], [key]: [1], mappings: 'AAAA,CCAA' });
  expect([map.find(0, 0)!.ignored, map.find(0, 1)!.ignored]).toEqual([false, true]);
});

test('texts of any length and with any letters come back as they were', () => {
  const sources = ['α\u2028"\\ 😀', 'x'.repeat(700_000), '', 'last'];
  const map = opened({ ...plain, sources, sourcesContent: sources, mappings: 'AAAA,CCAA,CCAA,CCAA' });
  expect([0, 1, 2, 3].map((column) => textAt(map, 0, column))).toEqual([sources[0], sources[1], undefined, 'last']);
});

test('a guard in front, a byte order mark and spaces are no part of the map', () => {
  for (const before of [")]}'\n", ')]}while(1);\n', '\u{feff}', ' \n\t']) {
    expect(opened(before + JSON.stringify(plain, null, 2)).find(0, 0), JSON.stringify(before)).not.toBeNull();
  }
});

test('a map inside of a script is read from its last data URL, encoded either way', () => {
  const text = JSON.stringify(plain);
  const base64 = `data:application/json;charset=utf-8;base64,${Buffer.from(text).toString('base64')}`;
  const script = (url: string) => Buffer.from(`code()\n//# sourceMappingURL=data:,{}\n//# sourceMappingURL=${url}\n`);
  expect(inlineMap(script(base64))!.toString()).toBe(text);
  expect(inlineMap(script(`data:application/json,${encodeURIComponent(text)}`))!.toString()).toBe(text);
  expect(inlineMap(Buffer.from('code()\n//# sourceMappingURL=app.js.map'))).toBeNull();
  expect(inlineMap(script('data:application/json,%'))).toBeNull();
});

test.each([
  ['nothing', ''],
  ['an HTML page', '<!doctype html><title>404</title>'],
  ['a cut-off download', JSON.stringify(plain).slice(0, -20)],
  ['a list', '[1]'],
  ['version 2', { ...plain, version: 2 }],
  ['no version', { mappings: '' }],
  ['no mappings', { version: 3, sources: [] }],
  ['mappings that are no text', { ...plain, mappings: [] }],
  ['a letter that is no base 64', { ...plain, mappings: 'AA!A' }],
  ['a number that does not end', { ...plain, mappings: 'gggggggggggggggg' }],
  ['six numbers in a segment', { ...plain, mappings: 'AAAAAA' }],
  ['two numbers in a segment', { ...plain, mappings: 'AA' }],
  ['a column below zero', { ...plain, mappings: 'D' }],
  ['sections without an offset', { version: 3, sections: [{ map: plain }] }],
  ['sections at a negative offset', { version: 3, sections: [{ offset: { line: -1, column: 0 }, map: plain }] }],
  ['a section that is no object', { version: 3, sections: ['x'] }],
])('%s is no map, and the reason is a sentence', (_, value) => {
  const reading = readMap(bytesOf(value));
  expect(reading).toMatchObject({ error: 'map-malformed' });
  if ('error' in reading) expect(reading.why.length).toBeGreaterThan(10);
});

test('sections that nest without end, in a text of 20 MB, are refused without a deep recursion', () => {
  const open = '{"version":3,"sections":[{"offset":{"line":0,"column":0},"map":';
  expect(readMap(bytesOf(open.repeat(300_000)))).toMatchObject({ error: 'map-malformed' });
  expect(readMap(bytesOf(`${open.repeat(9)}{}${']}'.repeat(9)}`))).toMatchObject({ error: 'map-malformed' });
  expect(readMap(bytesOf('['.repeat(20_000_000)))).toMatchObject({ error: 'map-malformed' });
});

test('ten million segments are refused as fast as the allowed ones are read', () => {
  const bytes = bytesOf(`{"version":3,"sources":["a"],"mappings":"${'AAAA,'.repeat(10_000_000)}"}`);
  const before = process.threadCpuUsage();
  const reading = readMap(bytes);
  const { user, system } = process.threadCpuUsage(before);
  expect(reading).toMatchObject({
    error: 'map-malformed',
    why: expect.stringContaining(String(limits.MAP_SEGMENT_COUNT_MAX)),
  });
  expect((user + system) / 1000).toBeLessThan(4_000);
});

test('counts and sizes beyond the limits are too large, not malformed', () => {
  const many = (count: number, what: string) => `[${`${what},`.repeat(count - 1)}${what}]`;
  const sources = many(limits.MAP_SOURCE_COUNT_MAX + 1, '"a"');
  expect(readMap(bytesOf(`{"version":3,"sources":${sources},"mappings":""}`))).toMatchObject({
    error: 'map-too-large',
  });
  const names = many(limits.MAP_NAME_COUNT_MAX + 1, '""');
  expect(readMap(bytesOf(`{"version":3,"names":${names},"mappings":""}`))).toMatchObject({ error: 'map-too-large' });
  const section = '{"offset":{"line":0,"column":0},"map":{"version":3,"mappings":""}}';
  const sections = many(limits.MAP_SECTION_COUNT_MAX + 1, section);
  expect(readMap(bytesOf(`{"version":3,"sections":${sections}}`))).toMatchObject({ error: 'map-too-large' });
  expect(readMap(Buffer.alloc(limits.MAP_BYTES_MAX + 1))).toMatchObject({ error: 'map-too-large' });
});

test('names of any size and keys of the prototype are only text', () => {
  const map = opened(
    `{"version":3,"__proto__":{"sources":["evil"]},"constructor":1,"sources":["__proto__"],"sourcesContent":["x"],"names":[${JSON.stringify('n'.repeat(5_000_000))},null,7],"mappings":"AAAAA,CAAAC,CAAAC,CAAAC"}`,
  );
  expect(map.find(0, 0)).toMatchObject({ source: '__proto__', name: 'n'.repeat(limits.SYMBOL_CHARS_MAX) });
  expect([1, 2, 3].map((column) => map.find(0, column)!.name)).toEqual([null, null, null]);
});

test('a segment with a source that the map does not list has no position', () => {
  expect(opened({ ...plain, mappings: 'AEAA' }).find(0, 0)).toBeNull();
});

test('a map of 40 MB takes less memory than its bytes, and lookups are fast', () => {
  const real = JSON.parse(readFileSync(new URL('react-vite-debugid/index-BAp1j0GA.js.map', golden), 'utf8')) as {
    mappings: string;
  };
  const text = 'const total = (items) => items.reduce((sum, item) => sum + item.price * item.count, 0);\n'.repeat(
    7_000,
  );
  const sources = Array.from({ length: 36 }, (_, index) => `src/file-${index}.ts`);
  // Lines of 36 bundles one after the other: numbers go on from each, which a map may do.
  const bytes = bytesOf({
    version: 3,
    sources,
    sourcesContent: sources.map(() => text),
    names: ['x'],
    mappings: Array(36).fill(real.mappings).join(';'),
  });
  expect(bytes.length).toBeGreaterThan(40_000_000);
  const heapBefore = process.memoryUsage().heapUsed;
  const before = process.threadCpuUsage();
  const reading = readMap(bytes);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(4_000);
  if ('error' in reading) throw new Error(reading.why);
  expect(reading.map.bytes).toBeLessThan(bytes.length * 0.75);
  expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(60_000_000);
  const look = () => {
    for (let time = 0; time < 1000; time++) reading.map.find(time % 300, (time * 37) % 100_000);
  };
  expect(cpuMs(look)).toBeLessThan(500);
});
