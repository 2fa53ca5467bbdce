import { readDigest, type EventPayload } from '@seismo/protocol';

/**
 * What React throws in the browser for an error of the server, which it may not tell: a digest is all there is
 * (react.dev/errors/441 and 419; the first is the text of Next.js 13 and 14 as well). The shortened form is there where the
 * text is not decoded yet. The last is what `PagesErrorPage` of @seismo/nextjs says, as the Pages Router has no words for it.
 */
const REDACTED =
  /^(?:Uncaught )?(?:Error: )?(?:An error occurred in the Server Components render|The server could not finish this Suspense boundary|The server could not render this page; its digest|Minified React error #(?:441|419);)/;

/** The digest under which the server knows what the browser was not told; `null` for every other event. */
export function redactedDigestOf(event: EventPayload): string | null {
  if (event.platform !== 'javascript') return null;
  const thrown = event.exception?.values.at(-1);
  return thrown?.value !== undefined && REDACTED.test(thrown.value) ? digestOf(event) : null;
}

/** As `normalize` found it. */
export function digestOf({ contexts }: EventPayload): string | null {
  return readDigest(contexts['nextjs']?.['digest']);
}

/** Whether the event knows the error itself: an event of the server, or of a development build, which tells the browser all. */
export function knownDigestOf(event: EventPayload): string | null {
  return redactedDigestOf(event) === null && event.exception !== undefined ? digestOf(event) : null;
}
