import { limits, readBoolean, readList, readLooseText } from '@seismo/protocol';
import type { Fields, FieldLocation, Thread } from '@seismo/protocol';
import { fieldsOf } from './entries.ts';
import { readStacktrace } from './frames.ts';

export function readThreads(raw: Fields, location: FieldLocation): Thread[] {
  const list = readList(raw, 'threads', location);
  if (list === undefined) return [];
  const here = location.at('threads').at('values');
  if (list.length > limits.THREAD_COUNT_MAX) here.trimmed(list.length, limits.THREAD_COUNT_MAX, 'threads');
  return fieldsOf(list, here, limits.THREAD_COUNT_MAX).map(([fields, at]) => readThread(fields, at));
}

function readThread(raw: Fields, location: FieldLocation): Thread {
  const thread: Thread = {};
  const id = readLooseText(raw, 'id', location, limits.SHORT_NAME_CHARS_MAX);
  if (id) thread.id = id;
  const name = readLooseText(raw, 'name', location, limits.SYMBOL_CHARS_MAX);
  if (name) thread.name = name;
  const crashed = readBoolean(raw, 'crashed', location);
  if (crashed !== undefined) thread.crashed = crashed;
  const current = readBoolean(raw, 'current', location);
  if (current !== undefined) thread.current = current;
  const state = readLooseText(raw, 'state', location, limits.SHORT_NAME_CHARS_MAX);
  if (state) thread.state = state;
  const stacktrace = readStacktrace(raw, location);
  if (stacktrace) thread.stacktrace = stacktrace;
  return thread;
}
