import { isFields, limits, readDigest } from '@seismo/protocol';
import type { Breadcrumb, EventPayload, ExceptionValue } from '@seismo/protocol';

/**
 * Finds the digest of the error: our SDK sends it in `contexts.nextjs` and as a tag; Sentry's
 * `extraErrorDataIntegration` in a context named after the error; applications in `extra`; a fallback page in its
 * message. @sentry/nextjs has no field for it (protocol.md §8c), but usually a console breadcrumb: React or Next.js
 * logs the full error before it is reported.
 */
export function findDigest(event: EventPayload): string | null {
  const { contexts, tags, extra } = event;
  const values = event.exception?.values.toReversed() ?? [];
  const candidates: Iterable<unknown> = [
    contexts['nextjs']?.['digest'],
    Object.hasOwn(tags, 'digest') ? tags['digest'] : undefined,
    ...values.map(({ mechanism }) => mechanism?.data?.['digest']),
    ...values.map(({ type }) => (type && Object.hasOwn(contexts, type) ? contexts[type]!['digest'] : undefined)),
    extra['digest'],
    digestIn(values[0]?.value ?? event.logentry?.formatted ?? ''),
  ];
  for (const location of candidates) {
    const digest = readDigest(location);
    if (digest !== null) return digest;
  }
  return values[0] ? loggedWith(values[0], event) : null;
}

/** `Digest: 3131397831`, as on the error page of Next.js up to 16.1. */
function digestIn(text: string): string | undefined {
  return /(?:^|\s)[Dd]igest: ["']?([\w.:@;,+=/#~-]{1,128})["']?\s*$/.exec(text.slice(-200))?.[1];
}

/** An older log is of another error with the same text, which all redacted errors share. */
const LOGGED_BEFORE_S_MAX = 5;
const SNIPPET_CHARS = 200;

function loggedWith({ value }: ExceptionValue, { breadcrumbs, timestamp }: EventPayload): string | null {
  const snippet = value?.slice(0, SNIPPET_CHARS);
  if (!snippet) return null;
  for (const breadcrumb of breadcrumbs?.values.toReversed() ?? []) {
    if (breadcrumb.category !== 'console') continue;
    if (Math.abs(timestamp - (breadcrumb.timestamp ?? timestamp)) > LOGGED_BEFORE_S_MAX) return null;
    for (const logged of argumentsOf(breadcrumb)) {
      if (!isFields(logged) || typeof logged['message'] !== 'string') continue;
      if (logged['message'].slice(0, SNIPPET_CHARS) !== snippet) continue;
      const digest = readDigest(logged['digest']);
      if (digest !== null) return digest;
    }
  }
  return null;
}

function argumentsOf({ data }: Breadcrumb): unknown[] {
  const given = data?.['arguments'];
  return Array.isArray(given) ? given.slice(0, limits.CONSOLE_ARGUMENT_COUNT_MAX) : [];
}
