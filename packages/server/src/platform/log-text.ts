/**
 * A JSON line of the log for a person in a terminal: `2026-11-25T13:22:51.856Z WARN store: disk full freeBytes=1`, with
 * stacks on lines of their own. Values may be hostile, so control characters, which terminals obey, are escaped.
 */
export function lineOfText(json: string): string {
  const { level, time, stage, msg, error, ...fields } = JSON.parse(json) as Record<string, unknown>;
  const [first = '', ...stack] = typeof error === 'string' ? error.split('\n') : [];
  const rest = { ...fields, ...(error !== undefined && { error: typeof error === 'string' ? first : error }) };
  const named = Object.entries(rest).map(([name, value]) => ` ${name}=${textOf(value)}`);
  const head = `${String(time)} ${String(level).toUpperCase().padEnd(5)} ${String(stage)}: ${escape(String(msg))}`;
  return [head + named.join(''), ...stack.map((line) => `    ${escape(line.trim())}`), ''].join('\n');
}

/** Quoted, unless it is a simple word or number. */
function textOf(value: unknown): string {
  return typeof value === 'string' && /^[\w./:+-]+$/.test(value) ? value : escape(JSON.stringify(value));
}

/** Control and format characters, such as escape sequences and changes of the writing direction. */
function escape(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
