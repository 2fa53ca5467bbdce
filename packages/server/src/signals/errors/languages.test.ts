import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseJson, readEnvelope, readEventId, type EventPayload } from '@seismo/protocol';
import { seed } from '#store/state/issues/seeds.ts';
import { framesOf } from '#domain/events/frames-of-event.ts';
import { cpuMs } from '../../testing/cpu.ts';
import { openPipeline } from '../../testing/pipeline.ts';
import { culpritOf, headlineOf } from '#domain/normalize/headline.ts';
import { normalizeEvent } from '#domain/normalize/normalize.ts';
import { compileGroupingRules, groupEvent } from '#domain/grouping/rules/group-event.ts';
import { scrubEvent } from '#domain/scrubbing/scrub.ts';

const golden = join(import.meta.dirname, '../../../../../tests/golden/languages');
const files = readdirSync(join(golden, 'recorded')).map((file) => file.replace('.envelope', ''));

/** An event as a real SDK sent it, after normalization and scrubbing. */
function recorded(name: string): EventPayload {
  const envelope = readEnvelope(readFileSync(join(golden, 'recorded', `${name}.envelope`)));
  const parsed = parseJson(envelope.items[0]!.payload);
  if (!parsed.ok) throw new Error(`${name}: ${parsed.why}`);
  return normalized(parsed.value as object);
}

function normalized(raw: object): EventPayload {
  const event = normalizeEvent(raw, {
    eventId: readEventId('a'.repeat(32))!,
    receivedAtMs: Date.UTC(2026, 10, 23, 12),
    clockSkewMs: 0,
    clientAddress: null,
    userAgent: null,
    inferIp: null,
  });
  if ('invalid' in event) throw new Error(event.invalid);
  return scrubEvent(event);
}

const groupOf = (event: EventPayload, stackRules = '') =>
  groupEvent(event, compileGroupingRules({ fingerprintRules: '', stackRules }));
const functionsInApp = (event: EventPayload) =>
  framesOf(event)
    .flat()
    .filter((frame) => frame.in_app)
    .map((frame) => frame.function ?? `+${frame.image?.offset}`);

/** `inApp`: functions of the frames that are the application's, of the thrown error first. */
type Expected = [title: string, culprit: string, inApp: string[]];

const expected: Record<string, Expected> = {
  'go--0.50.0--handler': [
    '*json.SyntaxError: unexpected end of JSON input',
    'main.handler.func1',
    ['main', 'handler', 'handler.func1'],
  ],
  'go--0.50.0--joined': ['*errors.joinError: checkout: shelf c3: unknown shelf', 'main.main', ['main']],
  'go--0.50.0--message': ['nightly job took 7 minutes', 'main.main', ['main']],
  'go--0.50.0--panic': [
    'runtime.boundsError: runtime error: index out of range [5] with length 2',
    'example.com/shop/stock.Take',
    ['main', 'panics', 'Take'],
  ],
  'java--8.52.0--caused': [
    'Stock$ShelfException: cannot read a level',
    'com.example.shop.Stock.parse',
    ['main', 'charge', 'parse', 'main', 'charge', 'parse'],
  ],
  'java--8.52.0--included': ['Stock$ShelfException: unknown shelf b7', 'com.example.shop.Stock.at', ['main', 'at']],
  'java--8.52.0--message': ['charge of 5 failed for ann', 'com.example.shop.Main.main', ['main']],
  'java--8.52.0--spring': ['Stock$ShelfException: unknown shelf b7', 'GET /shelves/{shelf}', ['level', 'at']],
  'java--8.52.0--suppressed': [
    'Stock$ShelfException: unknown shelf e5',
    'com.example.shop.Stock.at',
    ['main', 'suppressed', 'at', 'main', 'suppressed', 'close'],
  ],
  'java--8.52.0--threads': [
    'Stock$ShelfException: unknown shelf d9',
    'com.example.shop.Stock.at',
    ['main', 'at', 'run', 'idle'],
  ],
  'java--8.52.0--uncaught': ['Stock$ShelfException: unknown shelf b7', 'com.example.shop.Stock.at', ['main', 'at']],
  'python--2.75.0--chained': [
    'OutOfStock: no stock on shelf b7',
    'stock_at (shop.py)',
    ['<module>', 'chained', 'stock_at', 'stock_at'],
  ],
  'python--2.75.0--thread': ['OutOfStock: no stock on shelf d9', 'stock_at (shop.py)', ['stock_at', 'stock_at']],
  'python--2.75.0--uncaught': [
    'JSONDecodeError: Expecting value: line 1 column 9 (char 8)',
    'read_order (shop.py)',
    ['<module>', 'uncaught', 'read_order'],
  ],
  'ruby--5.3.0--library': [
    `JSON::ParserError: 859: unexpected token at '{"sku": '`,
    'read_order (app/shop.rb)',
    ['<main>', 'reported', 'block in <main>', 'read_order'],
  ],
  'rust--0.49.5--anyhow': [
    'Error: the shelf was not counted',
    'shop::stock::Stock::parse',
    ['shop::main', 'shop::stock::Stock::parse'],
  ],
  'rust--0.49.5--panic': [
    'panic: index out of bounds: the len is 2 but the index is 7',
    'shop::stock::Stock::at',
    ['shop::main', 'shop::restock', 'shop::stock::Stock::at'],
  ],
  'rust--0.49.5--thread': [
    'panic: index out of bounds: the len is 2 but the index is 7',
    'shop::stock::Stock::at',
    ['shop::restock', 'shop::stock::Stock::at'],
  ],
};

describe('recordings of real SDKs', () => {
  test.each(Object.entries(expected))('%s has a title and culprit in the style of its language', (name, wanted) => {
    const event = recorded(name);
    expect([headlineOf(event).title, culpritOf(event), functionsInApp(event)]).toEqual(wanted);
  });

  test('nothing of any recording is dropped', () => {
    expect(files.length).toBeGreaterThan(45);
    for (const name of files) {
      const event = recorded(name);
      expect(
        event._meta.filter(({ kind }) => kind === 'dropped' || kind === 'corrected'),
        name,
      ).toEqual([]);
      expect(headlineOf(event).title, name).not.toBe('<unlabeled event>');
    }
  });

  test('events that grouping v1 had put into an issue still find it', () => {
    const pinned = JSON.parse(readFileSync(join(golden, 'v1-hashes.json'), 'utf8')) as Record<string, string>;
    const found = Object.keys(pinned).map((name) => {
      const { grouping, earlierHash } = groupOf(recorded(name));
      return [name, earlierHash ?? grouping.hash];
    });
    expect(Object.fromEntries(found)).toEqual(pinned);
  });

  test('an issue from grouping v1 keeps its events as a group of its own', async () => {
    const { 'native--0.4.9--read-null': earlier } = JSON.parse(
      readFileSync(join(golden, 'v1-hashes.json'), 'utf8'),
    ) as Record<string, string>;
    const { state, send, drain, issues, organizationId, projectId, otherId } = await openPipeline();
    const known = await state.write((tx) => tx.ensureIssues([seed({ organizationId, projectId }, earlier!)]));
    for (const to of [projectId, otherId]) {
      for (const name of ['read-null', 'write-null'])
        await send(readFileSync(join(golden, 'recorded', `native--0.4.9--${name}.envelope`)), to);
    }
    await drain();
    const [only, ...others] = await issues();
    expect([only!.id, only!.eventCount, others.length]).toEqual([known.get(earlier!), 2, 0]);
    expect(await state.fingerprintsOf([only!.id])).toHaveLength(3);
    expect((await issues(otherId)).map(({ eventCount }) => eventCount)).toEqual([1, 1]);
  });

  test('crashes of two places are two issues, also without names, and keep their image and offset', () => {
    for (const suffix of ['', '-unnamed']) {
      const events = ['read-null', 'write-null'].map((name) => recorded(`native--0.4.9--${name}${suffix}`));
      const hashes = events.map((event) => groupOf(event).grouping.hash);
      expect(new Set(hashes).size).toBe(2);
      const frame = events[0]!.exception!.values[0]!.stacktrace!.frames[4]!;
      expect(frame).toMatchObject({
        image: { name: `shop${suffix}`, offset: expect.stringMatching(/^0x[0-9a-f]{4}$/) },
      });
    }
  });

  test('a library of the system is known by its binary', () => {
    const frames = recorded('native--0.4.9--read-null').exception!.values[0]!.stacktrace!.frames;
    expect(frames.filter(({ image }) => image?.name === 'libc.so.6').map((frame) => frame.in_app)).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('a Go error created from text is grouped by the text, not by its numbers', () => {
    const hashes = ['1', '2', '3'].map((n) => groupOf(recorded(`go--0.50.0--new-errors.${n}`)).grouping.hash);
    expect(hashes[1]).toBe(hashes[2]);
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  test('a Go frame has the name of its file', () => {
    const frame = recorded('go--0.50.0--panic').exception!.values[0]!.stacktrace!.frames.at(-1);
    expect(frame).toMatchObject({ filename: 'stock.go', module: 'example.com/shop/stock', lineno: 22 });
  });

  test('Java keeps classes, packages, and states of threads in their order', () => {
    const event = recorded('java--8.52.0--threads');
    const [thrown] = event.exception!.values;
    expect(thrown).toMatchObject({ type: 'Stock$ShelfException', module: 'com.example.shop' });
    expect(thrown!.stacktrace!.frames.at(-1)).toMatchObject({ module: 'com.example.shop.Stock', function: 'at' });
    const threads = event.threads!.values;
    expect(threads.find(({ crashed }) => crashed)).toMatchObject({ id: '1', name: 'main', state: 'RUNNABLE' });
    expect(threads.find(({ name }) => name === 'restock')).toMatchObject({ state: 'TIMED_WAITING', crashed: false });
  });

  test('exceptions keep their parents and groups', () => {
    const links = (name: string) =>
      recorded(name).exception!.values.map(({ type, mechanism }) => [
        type,
        mechanism?.exception_id,
        mechanism?.parent_id,
        mechanism?.source ?? mechanism?.type,
        mechanism?.is_exception_group,
      ]);
    expect(links('python--2.75.0--group')).toEqual([
      ['ValueError', 3, 0, 'exceptions[1]', undefined],
      ['KeyError', 2, 0, '__cause__', undefined],
      ['OutOfStock', 1, 0, 'exceptions[0]', undefined],
      ['ExceptionGroup', 0, undefined, 'excepthook', true],
    ]);
    expect(links('go--0.50.0--joined').map(([type, id, parent]) => [type, id, parent])).toEqual([
      ['*main.declined', 4, 0],
      ['*errors.errorString', 3, 2],
      ['*fmt.wrapError', 2, 1],
      ['*fmt.wrapError', 1, 0],
      ['*errors.joinError', 0, undefined],
    ]);
    expect(links('java--8.52.0--suppressed')).toEqual([
      ['IllegalStateException', 1, 0, 'suppressed', undefined],
      ['Stock$ShelfException', 0, undefined, 'UncaughtExceptionHandler', undefined],
    ]);
  });

  test.each([
    ['message', 'took 1.50 s for checkout', 'took %.2f s for %s'],
    ['mapping', 'no A-17 left of 00042', 'no %(sku)s left of %(count)05d'],
    ['repr', "'gone': ab   |00042|ff", '%r: %-5s|%05d|%x'],
  ])(
    'the older Python SDK sends only a template and values, the newer one the same text: %s',
    (name, text, template) => {
      for (const sdk of ['python1--1.45.1', 'python--2.75.0']) {
        expect(recorded(`${sdk}--${name}`).logentry).toMatchObject({ formatted: text, message: template });
      }
    },
  );

  test('truncation by the SDK is noted', () => {
    const event = recorded('python--2.75.0--nested');
    expect(event.extra['skus']).toHaveLength(10);
    expect(event._meta).toContainEqual({
      path: 'extra.skus',
      kind: 'trimmed',
      why: 'truncated by the SDK; original length 200',
    });
    expect(event.contexts['order']).toEqual({
      id: 17,
      lines: [{ sku: 'A-17', count: 2, size: { cm: { width: 12 } } }],
    });
  });
});

describe('frames without in_app', () => {
  const frame = (fn: string, filename: string, more: object = {}) => ({ function: fn, filename, ...more });
  const thrown = (platform: string, frames: object[], more: object = {}) =>
    normalized({ platform, exception: { values: [{ type: 'E', value: 'x', stacktrace: { frames } }] }, ...more });
  const inApp = (event: EventPayload) => framesOf(event)[0]!.map((one) => one.in_app);

  test.each([
    ['python', '/usr/local/lib/python3.11/json/decoder.py', '/srv/shop/orders.py', {}],
    ['python', '/srv/shop/.venv/lib/python3.11/site-packages/flask/app.py', '/srv/shop/orders.py', {}],
    ['python', '<frozen importlib._bootstrap>', '/srv/shop/orders.py', {}],
    ['java', 'StandardWrapperValve.java', 'Stock.java', { module: 'org.apache.catalina.core.StandardWrapperValve' }],
    ['java', 'Continuation.kt', 'Stock.java', { module: 'kotlin.coroutines.Continuation' }],
    ['ruby', '/usr/lib/ruby/3.1.0/json/common.rb', '/srv/shop/app/shop.rb', {}],
    ['ruby', '/srv/shop/vendor/bundle/ruby/3.1.0/gems/rack-3/lib/rack.rb', '/srv/shop/app/shop.rb', {}],
    ['php', '/srv/shop/vendor/symfony/http-kernel/Kernel.php', '/srv/shop/src/Stock.php', {}],
    ['csharp', 'Task.cs', 'Stock.cs', { module: 'System.Threading.Tasks.Task' }],
    ['elixir', 'deps/plug/lib/plug.ex', 'lib/shop/stock.ex', {}],
    ['elixir', 'gen_server.erl', 'lib/shop/stock.ex', { module: ':gen_server' }],
    ['dart', 'dart:async/zone.dart', 'package:shop/stock.dart', {}],
    ['native', '', '', { package: '/usr/lib/system/libsystem_kernel.dylib' }],
    ['native', '', '', { package: 'C:\\Windows\\System32\\ntdll.dll' }],
  ])('%s: %s is library code, %s is not', (platform, library, own, more) => {
    expect(inApp(thrown(platform, [frame('a', own), frame('b', library, more)]))).toEqual([true, false]);
  });

  test('unknown frames are library code beside a known one, and in-app when all are unknown', () => {
    const known = thrown('python', [frame('a', '/opt/x.py'), frame('b', '/srv/shop/y.py', { in_app: true })]);
    expect(inApp(known)).toEqual([false, true]);
    expect(inApp(thrown('python', [frame('a', '/opt/x.py'), frame('b', '/opt/y.py')]))).toEqual([true, true]);
  });

  test('an explicit in_app of the SDK wins over defaults of Go and Rust', () => {
    const java = frame('at', 'Stock.java', { module: 'org.apache.shop.Stock', in_app: true });
    expect(inApp(thrown('java', [java]))).toEqual([true]);
    const go = { function: 'Handle', module: 'main', abs_path: '/go/pkg/mod/example.com/x@v1/x.go', in_app: true };
    expect(inApp(thrown('go', [go]))).toEqual([false]);
    const legacy = { function: 'Handle', module: 'shop', abs_path: '/home/ann/go/src/example.com/shop/x.go' };
    expect(inApp(thrown('go', [{ ...legacy, in_app: true }]))).toEqual([true]);
  });

  test('a rule of the project decides for the earlier version of grouping too', () => {
    const event = () =>
      thrown('java', [
        frame('at', 'Stock.java', { module: 'com.example.Stock' }),
        frame('run', 'T.java', { module: 'java.lang.Thread' }),
      ]);
    const without = thrown('java', [
      frame('at', 'Stock.java', { module: 'com.example.Stock' }),
      frame('run', 'T.java', { module: 'java.lang.Thread', in_app: false }),
    ]);
    expect(groupOf(event()).earlierHash).not.toBe(groupOf(without).earlierHash);
    expect(groupOf(event(), 'module:java.lang.* -app').earlierHash).toBe(groupOf(without).earlierHash);
  });

  test.each(['python', 'java', 'go', 'rust', 'native', 'ruby', 'php', 'csharp', 'elixir', 'dart', 'perl'])(
    '250 hostile frames of %s are read in bounded time',
    (platform) => {
      const soups = ['/go/src', '/usr/a', '/vendor/', '/lib/python3', '<&dyn ', 'java.', 'a ', '\\windows\\system32'];
      for (const soup of soups) {
        const text = soup.repeat(2_000 / soup.length);
        const frames = Array.from({ length: 250 }, () => ({
          function: text,
          module: text,
          filename: text,
          abs_path: text,
          package: text,
          platform,
        }));
        expect(cpuMs(() => thrown(platform, frames))).toBeLessThan(1_000);
      }
    },
  );

  test('the title of a signal names the function that received it', () => {
    const value = (fn: string) => ({
      type: 'SIGSEGV',
      value: 'Segfault',
      mechanism: { type: 'signalhandler', synthetic: true, handled: false },
      stacktrace: { frames: [{ function: fn, package: '/srv/shop/shop', instruction_addr: '0x1000' }] },
    });
    const event = normalized({ platform: 'native', exception: { values: [value('take_from_shelf')] } });
    expect(headlineOf(event)).toMatchObject({ title: 'SIGSEGV in take_from_shelf: Segfault', type: 'SIGSEGV' });
    expect(culpritOf(event)).toBe('take_from_shelf (shop)');
  });
});
