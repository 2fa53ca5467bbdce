import { readdirSync, readFileSync } from 'node:fs';
import type { EventPayload, Frame } from '@seismo/protocol';
import { describe, expect, test } from 'vitest';
import { group } from '../group.ts';
import { compileGroupingRules, groupEvent } from './group-event.ts';
import { cpuMs } from '../../../testing/cpu.ts';

const own = (name: string, more: Partial<Frame> = {}): Frame => ({
  function: name,
  filename: `src/${name}.ts`,
  in_app: true,
  ...more,
});

function event(given: Partial<EventPayload> = {}): EventPayload {
  const frames = [own('main'), own('checkout'), own('pay')];
  return {
    event_id: '0'.repeat(32),
    timestamp: 1,
    received: 1,
    platform: 'javascript',
    level: 'error',
    contexts: {},
    tags: { plan: 'team' },
    extra: {},
    _meta: [],
    exception: { values: [{ type: 'TypeError', value: 'x is not a function', stacktrace: { frames } }] },
    ...given,
  };
}

const by = (rules: { fingerprint?: string; stack?: string }, one: EventPayload = event()) =>
  groupEvent(one, compileGroupingRules({ fingerprintRules: rules.fingerprint ?? '', stackRules: rules.stack ?? '' }));
const framesOf = (one: EventPayload) => one.exception!.values[0]!.stacktrace!.frames;

test('without rules, every event of the corpus groups as before', () => {
  const folder = new URL('../../../../../../tests/golden/grouping/cases/', import.meta.url);
  const cases = readdirSync(folder).flatMap(
    (file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { events: Partial<EventPayload>[] }[],
  );
  const whole = (one: Partial<EventPayload>) =>
    event({ exception: undefined, platform: 'other', tags: {}, ...one } as Partial<EventPayload>);
  const events = cases.flatMap((one) => one.events.map(whole));
  expect(events.length).toBeGreaterThan(200);
  for (const one of events) {
    const expected = group(structuredClone(one));
    expect(by({}, structuredClone(one))).toMatchObject({ grouping: expected, title: null });
    // A rule that never matches has no effect.
    const idle = { fingerprint: 'message:never -> x', stack: 'function:never -app' };
    expect(by(idle, structuredClone(one)).grouping).toEqual(expected);
  }
});

describe('a fingerprint rule', () => {
  test.each([
    ['error.type:TypeError', true],
    ['error.type:typeerror', false],
    ['error.value:"*NOT A function"', true],
    ['message:"x is*"', true],
    ['!error.type:TypeError', false],
    ['!error.type:RangeError', true],
    ['tags.plan:team', true],
    ['tags.constructor:*', false],
    ['level:error family:javascript', true],
    ['family:native', false],
    ['path:"**/pay.ts"', true],
    ['path:src/*.ts function:checkout', true],
    ['path:**/pay.ts function:checkout', false],
    ['function:pay app:no', false],
    ['release:*', false],
  ])('%s → %s', (conditions, applies) => {
    expect(by({ fingerprint: `${conditions} -> ruled` }).grouping.method).toBe(applies ? 'fingerprint' : 'frames');
  });

  test('replaces the fingerprint that the client set, and notes it', () => {
    const { grouping } = by({ fingerprint: 'error.type:TypeError -> ruled' }, event({ fingerprint: ['mine'] }));
    expect(grouping).toMatchObject({ method: 'fingerprint', summary: 'Grouped by a fingerprint rule.' });
    expect(grouping.hash).toBe(group(event({ fingerprint: ['ruled'] })).hash);
    expect(grouping.components.slice(0, 2)).toEqual([
      { kind: 'rule', value: 'error.type:TypeError -> ruled', contributes: true, why: 'fingerprint rule' },
      { kind: 'fingerprint', value: 'ruled', contributes: true, why: 'set by a rule' },
    ]);
    expect(JSON.stringify(grouping)).not.toContain('client');
  });

  test('replaces variables, and sets a title', () => {
    const rule =
      'error.type:* -> {{ default }} "{{ tags.plan }}/{{ stack.function }}" {{ release }} title="{{ error.type }} of {{ tags.plan }}"';
    const { grouping, title } = by({ fingerprint: rule });
    expect(title).toBe('TypeError of team');
    expect(grouping.components.filter(({ kind }) => kind === 'fingerprint').map(({ value }) => value)).toEqual([
      '{{ default }}',
      'team/pay',
      '<no-release>',
    ]);
    expect(grouping.hash).not.toBe(by({ fingerprint: rule }, event({ tags: { plan: 'free' } })).grouping.hash);
  });

  test('applies only if it is the first that matches', () => {
    const { grouping } = by({
      fingerprint: 'error.type:RangeError -> a\nerror.type:* -> b\nerror.type:TypeError -> c',
    });
    expect(grouping.hash).toBe(group(event({ fingerprint: ['b'] })).hash);
  });
});

describe('a stack-trace rule', () => {
  test('changes whether a frame is in-app, until the rule is removed', () => {
    const one = event();
    const { grouping } = by({ stack: 'function:pay -app' }, one);
    expect(framesOf(one).map((frame) => frame.in_app)).toEqual([true, true, false]);
    expect(grouping.hash).not.toBe(group(event()).hash);
    expect(grouping.components[0]).toEqual({
      kind: 'rule',
      value: 'function:pay -app',
      contributes: true,
      why: 'stack-trace rule: is not in-app (1 frame)',
    });
    expect(by({}, one).grouping.hash).toBe(group(event()).hash);
    expect(one).toEqual(event());
  });

  test.each([
    ['function:checkout ^-app', [true, true, false]],
    ['function:checkout v-app', [false, true, true]],
    ['[ function:main ] | function:* -app', [true, false, true]],
    ['function:* | [ function:pay ] -app', [true, false, true]],
    ['function:* -app\nfunction:pay +app', [false, false, true]],
    ['error.type:TypeError function:pay -app', [true, true, false]],
    ['error.type:RangeError function:pay -app', [true, true, true]],
  ])('%s', (stack, marks) => {
    const one = event();
    by({ stack }, one);
    expect(framesOf(one).map((frame) => frame.in_app)).toEqual(marks);
  });

  test('is named as the reason for an excluded frame', () => {
    const why = (stack: string) =>
      by({ stack }).grouping.components.find(({ kind, value }) => kind === 'frame' && value.startsWith('checkout in '))
        ?.why;
    expect(why('function:checkout -group')).toBe('excluded by the rule function:checkout -group');
    expect(why('function:checkout -app')).toBe('excluded by the rule function:checkout -app');
    expect(why('function:checkout -group\nfunction:c* +group')).toBe('in-app frame');
  });

  test('excludes a frame from grouping that stays in-app', () => {
    const one = event();
    const without = (name: string) => {
      const frames = framesOf(event()).map((frame) => ({ ...frame, in_app: frame.function !== name }));
      return event({ exception: { values: [{ ...event().exception!.values[0]!, stacktrace: { frames } }] } });
    };
    expect(by({ stack: 'function:checkout -group' }, one).grouping.hash).toBe(group(without('checkout')).hash);
    expect(framesOf(one).every((frame) => frame.in_app)).toBe(true);
  });

  test('marks a package as in-app', () => {
    const button = { filename: 'node_modules/@acme/ui/button.js', in_app: false };
    const frames = () => [own('main'), own('render', button)];
    const vendored = () => event({ exception: { values: [{ type: 'TypeError', stacktrace: { frames: frames() } }] } });
    const plain = group(vendored());
    const { grouping } = by({ stack: 'path:**/@acme/** +app' }, vendored());
    expect(grouping.hash).not.toBe(plain.hash);
    expect(grouping.components.filter(({ contributes }) => contributes).map(({ value }) => value)).toContain(
      'render in button',
    );
  });

  test('sets the maximum and minimum number of frames', () => {
    const deep = (...names: string[]) =>
      event({ exception: { values: [{ type: 'E', stacktrace: { frames: names.map((name) => own(name)) } }] } });
    const stack = 'family:javascript max-frames=1';
    expect(by({ stack }, deep('a', 'b', 'pay')).grouping.hash).toBe(by({ stack }, deep('x', 'pay')).grouping.hash);
    expect(by({ stack }, deep('pay', 'a')).grouping.hash).not.toBe(by({ stack }, deep('pay', 'b')).grouping.hash);
    expect(by({ stack: 'family:javascript min-frames=4' }).grouping.method).toBe('message');
  });
});

describe('an event with thousands of frames', () => {
  const huge = event({
    exception: {
      values: Array.from({ length: 50 }, (_, error) => ({
        type: 'E',
        value: 'ab'.repeat(4000),
        stacktrace: {
          frames: Array.from({ length: 250 }, (__, index) =>
            own(`f${index}`, { filename: `${'a/'.repeat(900)}${error}-${index}.js` }),
          ),
        },
      })),
    },
  });
  const times = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => line(index)).join('\n');

  test.each([
    ['paths with stars', times(200, (index) => `path:"**/a*b*${index}*" -app`), 'stack'],
    ['long patterns', times(60, () => `path:"${'*a'.repeat(200)}b" -app`), 'stack'],
    ['long messages', times(200, () => 'error.value:"*a*b*c" -app'), 'stack'],
    ['functions', times(200, (index) => `function:x${index} -app`), 'stack'],
    ['all frames', times(200, () => 'app:yes ^-app v+app'), 'stack'],
    ['many actions', times(60, () => `app:yes ${'^-app v+app '.repeat(40)}`), 'stack'],
    ['nothing', times(200, () => '!function:f* path:"*b*c*d" -app'), 'stack'],
    ['fingerprints by path', times(200, () => 'path:"*a*b?c*d" -> x'), 'fingerprint'],
    ['fingerprints by message', times(200, () => 'error.value:"*a*b*c" !function:f* -> x'), 'fingerprint'],
  ])('rules that cost too much stop, with the same result each time and a notice: %s', (_, lines, kind) => {
    const rules = compileGroupingRules({
      fingerprintRules: kind === 'fingerprint' ? lines : '',
      stackRules: kind === 'stack' ? lines : '',
    });
    const answers: string[] = [];
    const spent = cpuMs(() => {
      const { grouping } = groupEvent(huge, rules);
      answers.push(JSON.stringify(grouping));
    });
    // Measured: 15 to 80 ms, of which grouping itself takes 15.
    expect(spent).toBeLessThan(400);
    expect(answers[0]).toContain(`too many frames for this many ${kind === 'stack' ? 'stack-trace' : kind} rules`);
    expect(new Set(answers).size).toBe(1);
  });

  test('a condition skipped for lack of budget does not match, and neither does its negation', () => {
    const spendsAll = times(199, () => 'path:"*a*b?c*d" -> x');
    expect(by({ fingerprint: `${spendsAll}\n!release:1 -> y` }, huge).grouping.method).toBe('frames');
  });

  test('a hundred rules about paths are all evaluated on 250 frames', () => {
    const frames = Array.from({ length: 250 }, (_, index) =>
      own(`render${index}`, {
        abs_path: `webpack://_N_E/./app/components/cart/part${index}/page.tsx`,
        filename: `app/components/cart/part${index}/page.tsx`,
      }),
    );
    const stack = times(100, (index) => `path:"**/lib${index}/*.ts" -app`);
    const { grouping } = by({ stack }, event({ exception: { values: [{ type: 'E', stacktrace: { frames } }] } }));
    expect(JSON.stringify(grouping)).not.toContain('too many frames');
  });
});
