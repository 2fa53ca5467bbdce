import { afterEach, expect, test, vi } from 'vitest';
import {
  awaitField,
  commandGroups,
  isFieldAwaited,
  provideCommands,
  runCommand,
  runWhenProvided,
  type Command,
} from './registry.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

const command = (id: string, run = vi.fn<() => void>()): Command & { run: typeof run } => ({ id, label: id, run });

test('the most specific command runs, and the next one when it no longer applies', () => {
  const [ofPage, ofRow] = [command('resolve'), command('resolve')];
  let hasFocus = true;
  stops.push(provideCommands('page', () => ({ name: 'SHOP-1', commands: [ofPage] })));
  stops.push(provideCommands('row', () => (hasFocus ? { name: 'SHOP-2', commands: [ofRow] } : null)));
  expect(runCommand('resolve')).toBe(true);
  hasFocus = false;
  runCommand('resolve');
  expect([ofRow.run.mock.calls.length, ofPage.run.mock.calls.length]).toEqual([1, 1]);
  expect(runCommand('archive')).toBe(false);
});

test('groups are in order of rank, and parts of one group are joined', () => {
  stops.push(provideCommands('app', () => ({ name: 'Actions', commands: [command('theme')] })));
  stops.push(provideCommands('page', () => ({ name: 'SHOP-1', commands: [command('resolve')] })));
  stops.push(provideCommands('page', () => ({ name: 'SHOP-1', commands: [command('assign')] })));
  expect(commandGroups().map(({ name, commands }) => [name, ...commands.map(({ id }) => id)])).toEqual([
    ['SHOP-1', 'resolve', 'assign'],
    ['Actions', 'theme'],
  ]);
  stops.pop()!();
  expect(commandGroups()[0]!.commands.map(({ id }) => id)).toEqual(['resolve']);
});

test('a command requested before its page has loaded runs once, unless it comes too late', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const search = command('search');
  runWhenProvided('search');
  stops.push(provideCommands('page', () => ({ name: null, commands: [search] })));
  stops.push(provideCommands('page', () => ({ name: null, commands: [search] })));
  expect(search.run).toHaveBeenCalledOnce();
  const late = command('comment');
  runWhenProvided('comment');
  vi.advanceTimersByTime(10_001);
  stops.push(provideCommands('page', () => ({ name: null, commands: [late] })));
  expect(late.run).not.toHaveBeenCalled();
});

test('a command that waits for its page does not run after a later one', () => {
  const [older, resolve] = [command('previous-event'), command('resolve')];
  stops.push(provideCommands('page', () => ({ name: null, commands: [resolve] })));
  runWhenProvided('previous-event');
  expect(runCommand('gone')).toBe(false);
  expect(runCommand('resolve')).toBe(true);
  stops.push(provideCommands('page', () => ({ name: null, commands: [older] })));
  expect(older.run).not.toHaveBeenCalled();
});

test('letters are no commands while a field is about to take the focus', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const stop = awaitField();
  expect(isFieldAwaited()).toBe(true);
  stop();
  expect(isFieldAwaited()).toBe(false);
  runWhenProvided('comment', { waitMs: 1500, isField: true });
  expect(isFieldAwaited()).toBe(true);
  vi.advanceTimersByTime(1501);
  expect(isFieldAwaited()).toBe(false);
});

test('a key that came before its part of the page waits for it, on this page only', () => {
  vi.stubGlobal('location', { pathname: '/issues/SHOP-1' });
  const [resolve, later] = [command('resolve'), command('resolve')];
  runWhenProvided('resolve', { waitMs: 3000, path: '/issues/SHOP-1' });
  expect(isFieldAwaited()).toBe(false);
  const stop = provideCommands('page', () => ({ name: 'SHOP-1', commands: [resolve] }));
  expect(resolve.run).toHaveBeenCalledOnce();
  stop();
  runWhenProvided('resolve', { waitMs: 3000, path: '/issues/SHOP-1' });
  vi.stubGlobal('location', { pathname: '/issues/SHOP-2' });
  stops.push(provideCommands('page', () => ({ name: 'SHOP-2', commands: [later] })));
  expect(later.run).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
