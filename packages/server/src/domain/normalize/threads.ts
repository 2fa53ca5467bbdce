import { limits, readBoolean, readList, readLooseText } from '@seismo/protocol';
import type { Fields, Place, Thread } from '@seismo/protocol';
import { fieldsOf } from './entries.ts';
import { readStacktrace } from './frames.ts';

export function readThreads(raw: Fields, place: Place): Thread[] {
  const list = readList(raw, 'threads', place);
  if (list === undefined) return [];
  const here = place.at('threads').at('values');
  if (list.length > limits.THREAD_COUNT_MAX) here.trimmed(list.length, limits.THREAD_COUNT_MAX, 'threads');
  return fieldsOf(list, here, limits.THREAD_COUNT_MAX).map(([fields, at]) => readThread(fields, at));
}

function readThread(raw: Fields, place: Place): Thread {
  const thread: Thread = {};
  const id = readLooseText(raw, 'id', place, limits.SHORT_NAME_CHARS_MAX);
  if (id) thread.id = id;
  const name = readLooseText(raw, 'name', place, limits.SYMBOL_CHARS_MAX);
  if (name) thread.name = name;
  const crashed = readBoolean(raw, 'crashed', place);
  if (crashed !== undefined) thread.crashed = crashed;
  const current = readBoolean(raw, 'current', place);
  if (current !== undefined) thread.current = current;
  const state = readLooseText(raw, 'state', place, limits.SHORT_NAME_CHARS_MAX);
  if (state) thread.state = state;
  const stacktrace = readStacktrace(raw, place);
  if (stacktrace) thread.stacktrace = stacktrace;
  return thread;
}
