import type { EndUserIdentifier } from './identifiers.ts';
import { valuesOf } from './identifiers.ts';

/** The names of fields that contain an ID or a user name in envelopes. */
const FIELDS = { id: 'id|did|user_id|user\\.id', username: 'username|did|user\\.username' };

/** Whether an envelope has one of the identifiers as a whole value, or came from one of the addresses. */
export function isEnvelopeOf(
  identifiers: readonly EndUserIdentifier[],
): (envelope: { clientAddress: string | null; body: Uint8Array }) => boolean {
  const patterns = identifiers.map(({ kind, value }) => {
    const text = escaped(JSON.stringify(value).slice(1, -1));
    if (kind === 'email') return new RegExp(`"${text}"`, 'iu');
    if (kind === 'ip') return new RegExp(`"${text}"`, 'u');
    return new RegExp(`"(?:${FIELDS[kind]})"\\s*:\\s*(?:"${text}"|${text}(?=\\s*[,}]))`, 'u');
  });
  const addresses = valuesOf(identifiers, 'ip');
  return ({ clientAddress, body }) => {
    if (clientAddress !== null && addresses.includes(clientAddress)) return true;
    const text = new TextDecoder().decode(body);
    return patterns.some((pattern) => pattern.test(text));
  };
}

/**
 * Replaces email and IP addresses in a text that outlives its event, such as the title of an issue. IDs and user names
 * may be ordinary words.
 */
export function redactedOf(identifiers: readonly EndUserIdentifier[]): (text: string) => string {
  const patterns = valuesOf(identifiers, 'email', 'ip').map(
    (value) => new RegExp(`(?<![\\w.+-])${escaped(value)}(?!\\w)`, 'giu'),
  );
  return (text) => patterns.reduce((left, pattern) => left.replace(pattern, '[Filtered]'), text);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.|?*+()[\]{}/-]/g, String.raw`\$&`);
}
