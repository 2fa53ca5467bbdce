import { isFields, limits, readDigest } from '@seismo/protocol';
import type { Breadcrumb, EventPayload, ExceptionValue } from '@seismo/protocol';

/**
 * The digest of the error, wherever a client put it: our kit in `contexts.nextjs` and as a tag; Sentry's
 * `extraErrorDataIntegration` in a context named after the error; people in `extra`; a fallback page in the message it
 * reports. @sentry/nextjs has no field for it (protocol.md §8c), but mostly a console breadcrumb: React, or Next.js, logs the
 * error with all it has before it is reported.
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

/** `Digest: 3131397831`, as the page of Next.js up to 16.1 said it. */
function digestIn(text: string): string | undefined {
  return /(?:^|\s)[Dd]igest: ["']?([\w.:@;,+=/#~-]{1,128})["']?\s*$/.exec(text.slice(-200))?.[1];
}

/** A log of long before is of another error that said the same, which all redacted errors do. */
const LOGGED_BEFORE_S_MAX = 5;
const SAYING_CHARS = 200;

function loggedWith({ value }: ExceptionValue, { breadcrumbs, timestamp }: EventPayload): string | null {
  const snippet = value?.slice(0, SAYING_CHARS);
  if (!snippet) return null;
  for (const breadcrumb of breadcrumbs?.values.toReversed() ?? []) {
    if (breadcrumb.category !== 'console') continue;
    if (Math.abs(timestamp - (breadcrumb.timestamp ?? timestamp)) > LOGGED_BEFORE_S_MAX) return null;
    for (const logged of argumentsOf(breadcrumb)) {
      if (!isFields(logged) || typeof logged['message'] !== 'string') continue;
      if (logged['message'].slice(0, SAYING_CHARS) !== snippet) continue;
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
