import { readDigest, type EventPayload } from '@seismo/protocol';

/**
 * The texts that React throws in the browser for a server error, with only a digest (react.dev/errors/441 and 419; the
 * first is also the text of Next.js 13 and 14). Events have the shortened form until it is decoded. The last is the
 * text of `PagesErrorPage` of @seismo/nextjs, because the Pages Router has none.
 */
const REDACTED =
  /^(?:Uncaught )?(?:Error: )?(?:An error occurred in the Server Components render|The server could not finish this Suspense boundary|The server could not render this page; its digest|Minified React error #(?:441|419);)/;

/** The digest of an error that the server redacted for the browser; `null` for every other event. */
export function redactedDigestOf(event: EventPayload): string | null {
  if (event.platform !== 'javascript') return null;
  const thrown = event.exception?.values.at(-1);
  return thrown?.value !== undefined && REDACTED.test(thrown.value) ? digestOf(event) : null;
}

/** As `normalize` found it. */
export function digestOf({ contexts }: EventPayload): string | null {
  return readDigest(contexts['nextjs']?.['digest']);
}

/** The digest of an event with the full error: from the server, or from a development build, which redacts nothing. */
export function knownDigestOf(event: EventPayload): string | null {
  return redactedDigestOf(event) === null && event.exception !== undefined ? digestOf(event) : null;
}
