import { limits, type EventPayload } from '@seismo/protocol';
import codes from './codes.json' with { type: 'json' };

const texts: Readonly<Record<string, string>> = codes;

/** The sentence of production builds, from React 16 (`reactjs.org/docs/error-decoder.html?invariant=`) to 19 (`react.dev/errors/`). */
const SHORTENED =
  /Minified React error #(\d{1,4}); visit (https:\/\/(?:reactjs\.org|legacy\.reactjs\.org|react\.dev)\/[^\s]{0,4000}) for the full message or use the non-minified dev environment for full errors and additional helpful warnings\./;

/** Replaces the number of each shortened React error by its text; the original stays as `raw_value`. */
export function decodeReactErrors(event: EventPayload): void {
  for (const exception of event.exception?.values ?? []) {
    const { value } = exception;
    if (value === undefined || !value.includes('Minified React error #')) continue;
    const decoded = decodeReactError(value);
    if (decoded === null) continue;
    exception.raw_value = value;
    exception.value = decoded;
  }
}

/** The text with its arguments, and the text around it; `null` for an unknown error. */
export function decodeReactError(value: string): string | null {
  const found = SHORTENED.exec(value);
  if (!found) return null;
  const [sentence, code, url] = found as unknown as [string, string, string];
  const text = Object.hasOwn(texts, code) ? texts[code]! : null;
  if (text === null) return null;
  const given = argumentsOf(url);
  const filled = text.replace(/%s/g, () => given.shift() ?? '%s');
  return value
    .replace(sentence, () => filled)
    .slice(0, limits.MESSAGE_CHARS_MAX)
    .toWellFormed();
}

function argumentsOf(url: string): string[] {
  const query = url.indexOf('?');
  return query < 0 ? [] : new URLSearchParams(url.slice(query)).getAll('args[]');
}
