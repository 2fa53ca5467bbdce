import { CLIENT_VALUE_BREADTH_MAX, CLIENT_VALUE_CHARS_MAX } from '@seismo/protocol/client-limits';

/** Any value as JSON: limited in depth, breadth and length, without cycles, even if getters throw. */
export function normalize(value: unknown, depth: number, above: readonly unknown[] = []): unknown {
  if (typeof value === 'string') return value.slice(0, CLIENT_VALUE_CHARS_MAX);
  if (typeof value === 'function') return `[Function: ${value.name}]`;
  if (typeof value !== 'object' || !value) return /symbol|bigint/.test(typeof value) ? String(value) : value;
  if (above.includes(value)) return '[Circular]';
  const inner = (read: () => unknown): unknown => {
    try {
      return normalize(read(), depth - 1, [...above, value]);
    } catch {
      return '[unreadable]';
    }
  };
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (value instanceof Error) return inner(() => String(value));
  if ('toJSON' in value) return inner(() => (value as { toJSON: () => unknown }).toJSON());
  if (depth <= 0 || !/^(Object|Array)$/.test(kind)) return `[${kind}]`;
  const entries = Object.keys(value)
    .slice(0, CLIENT_VALUE_BREADTH_MAX)
    .map((key) => [key, inner(() => (value as Record<string, unknown>)[key])] as const);
  return Array.isArray(value) ? entries.map(([, child]) => child) : Object.fromEntries(entries);
}

/** Values as the console would show them, roughly. */
export const textOf = (values: readonly unknown[]): string =>
  values
    .map((value) => {
      const plain = normalize(value, 3);
      return typeof plain === 'object' ? JSON.stringify(plain) : `${plain as string}`;
    })
    .join(' ')
    .slice(0, CLIENT_VALUE_CHARS_MAX);
