import fc from 'fast-check';
import { anyCharacter } from '../../testing/any-character.ts';
import { expect, test } from 'vitest';
import { limits, type EventPayload, type TeamId, type UserId } from '@seismo/protocol';
import { firstAssignee, possibleAssignees } from './assignee.ts';
import { rulesOfCodeowners } from './codeowners.ts';
import { compileOwnership } from './owners.ts';
import { parseOwnership } from './rules.ts';
import { cpuMs } from '../../testing/cpu.ts';

const event = (change: { frames?: object[]; url?: string; tags?: Record<string, string> }): EventPayload =>
  ({
    tags: change.tags ?? {},
    ...(change.url && { request: { url: change.url } }),
    exception: { values: [{ stacktrace: { frames: change.frames ?? [] } }] },
  }) as unknown as EventPayload;

const own = (filename: string) => ({ filename, in_app: true });

test.each<[string, EventPayload, boolean]>([
  ['path:src/checkout/*', event({ frames: [own('src/checkout/pay.ts')] }), true],
  ['path:src/checkout/*', event({ frames: [own('webpack:///./src/checkout/deep/pay.ts')] }), true],
  ['path:src/checkout/*', event({ frames: [own('src/cart.ts')] }), false],
  // Next 16.4.6 on the server, with Turbopack.
  [
    'path:*/app/(main)/action/[name]/*',
    event({ frames: [own('requests/app/%28main%29/action/%5Bname%5D/page.jsx')] }),
    true,
  ],
  ['path:*react*', event({ frames: [{ filename: 'node_modules/react/index.js' }, own('src/a.ts')] }), false],
  ['path:*react*', event({ frames: [{ filename: 'node_modules/react/index.js' }] }), true],
  ['module:shop.pay*', event({ frames: [{ module: 'shop.payment', in_app: true }] }), true],
  ['url:*/checkout*', event({ url: 'https://shop.example/checkout?x=1' }), true],
  ['tags.team:checkout', event({ tags: { team: 'checkout' } }), true],
  ['tags.__proto__:*', event({}), false],
])('%s of an event: %#', (rule, given, expected) => {
  expect(compileOwnership(`${rule} #web`)!(given) !== null).toBe(expected);
});

test('the last matching rule applies', () => {
  const owners = compileOwnership('path:* #all\n# comment\npath:src/* ada@example.com #web\npath:lib/* #lib')!;
  expect(owners(event({ frames: [own('src/a.ts')] }))).toMatchObject({ line: 3, owners: ['ada@example.com', '#web'] });
  expect(owners(event({ frames: [own('other.ts')] }))).toMatchObject({ line: 1 });
  expect(compileOwnership('# nothing')).toBeNull();
});

test.each([
  ['paht:src/* #web', 1, 1, 4, 'Start a rule with'],
  ['path:a #web\npath: #web', 2, 6, 1, 'A pattern is expected'],
  ['path:src/*', 1, 11, 1, 'This rule has no owner'],
  ['path:src/* web', 1, 12, 3, 'Enter a #team'],
  ['path:"a b #web', 1, 6, 9, 'not closed'],
])('%j is pointed at', (text, line, column, length, message) => {
  expect(parseOwnership(text).problems).toMatchObject([{ line, column, length }]);
  expect(parseOwnership(text).problems[0]!.message).toContain(message);
});

test('CODEOWNERS becomes rules, and unknown owners stay as comments', () => {
  const codeowners = [
    '# The shop',
    '*.js @acme/web',
    '/docs/ ada@example.com @ghost',
    'src/cart @acme/WEB # inner',
    '[Section]',
    '/x @nobody',
  ];
  expect(rulesOfCodeowners(codeowners.join('\n'), ['web']).split('\n')).toEqual([
    '# The shop',
    'path:*.js #web',
    'path:*/*.js #web',
    'path:docs/* ada@example.com',
    'path:*/docs/* ada@example.com',
    'path:src/cart #web',
    'path:*/src/cart #web',
    'path:src/cart/* #web',
    'path:*/src/cart/* #web',
    '# [Section]',
    '# unknown owner: /x @nobody',
  ]);
});

test('the first owner who can open the issue gets it', () => {
  const member = (id: number, email: string, role: 'member' | 'support') => ({
    id: id as UserId,
    name: '',
    email,
    role,
  });
  const members = [member(1, 'Ada@x.example', 'member'), member(2, 'help@x.example', 'support')];
  const among = possibleAssignees(members, [{ id: 3 as TeamId, slug: 'web', name: 'Web' }]);
  expect(firstAssignee(['left@x.example', 'help@x.example', '#web', 'ada@x.example'], among)).toEqual({
    kind: 'team',
    teamId: 3,
  });
  expect(firstAssignee(['ada@x.example', '#web'], among)).toEqual({ kind: 'user', userId: 1 });
  expect(firstAssignee(['#gone'], among)).toBeNull();
});

test('any CODEOWNERS converts to valid rules or reported lines, in bounded time', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
      const { problems } = parseOwnership(rulesOfCodeowners(text, ['web']));
      for (const { line, column } of problems) expect(line * column).toBeGreaterThan(0);
    }),
  );
  const rules = (pattern: (index: number) => string) =>
    Array.from({ length: 200 }, (_, index) => `path:${pattern(index)} #web`).join('\n');
  const frames = Array.from({ length: limits.FRAME_COUNT_MAX }, (_, index) => own('a'.repeat(2_000) + index));
  const owned = () =>
    expect(compileOwnership(rules(() => `*${'a?'.repeat(200)}b`))?.(event({ frames })) ?? null).toBeNull();
  expect(cpuMs(owned)).toBeLessThan(1_000);
  // Two hundred rules are all evaluated on the deepest possible stack.
  const deep = Array.from({ length: 100 }, (_, index) => own(`webpack:///./src/checkout/part-${index}/total.ts`));
  const all = `path:src/checkout/part-99/* #web\n${rules((index) => `src/lib-${index}/*.ts`)
    .split('\n')
    .slice(1)
    .join('\n')}`;
  expect(compileOwnership(all)?.(event({ frames: deep }))?.pattern).toBe('src/checkout/part-99/*');
});
