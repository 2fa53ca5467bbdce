import type { EventHint } from './event.ts';

type Captured = WeakMap<object, string>;

const KEY = Symbol.for('seismo.captured');

/**
 * The ID of the event that reported this error before, else `id`. All copies of the SDK that report to one DSN share
 * the ids: an error that is captured and then thrown again, or that two copies see, is one event.
 */
export function captureOnce(
  dsn: string | undefined,
  { originalException: thrown, data }: EventHint,
  id: string,
): string {
  // A thrown text has no identity, but the browser's event about it does.
  const key = [thrown, data].find((value) => Object(value) === value) as object | undefined;
  if (!key) return id;
  const shared = globalThis as { [key: symbol]: Record<string, Captured> | undefined };
  const captured = ((shared[KEY] ??= {})[dsn!] ??= new WeakMap());
  if (!captured.has(key)) captured.set(key, id);
  return captured.get(key)!;
}
