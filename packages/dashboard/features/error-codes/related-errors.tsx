import type { EventView } from '@seismo/server';
import { Section } from '#ui/section.tsx';
import { Link } from '#ui/link.tsx';
import { runtime } from '#server/runtime.ts';
import { organizationId, runQuery } from '#server/viewer.ts';
import { codeHref } from './code.ts';
import { traceHref } from '#features/traces/search-params.ts';
import { TraceOfError } from '#features/traces/trace-of-error.tsx';
import { LinkedEvents } from './linked-events.tsx';

/** Events of the other side with the error's digest, and other errors in its trace. */
export async function RelatedErrors({ view }: { view: EventView }) {
  const links = await runQuery((viewer) =>
    runtime().query.eventLinks(viewer, view.issueShortId, view.eventId, view.linkedBy),
  );
  const nowMs = Date.now();
  const { spanId, eventId, projectId, atMs } = view;
  const { digest = null, traceId = null, otherTraceEvents = [] } = links ?? {};
  return (
    <>
      {links && digest !== null ? (
        <Section
          title={links.side === 'browser' ? 'Server side of this error' : 'Browser side of this error'}
          note={
            <>
              digest{' '}
              <Link href={codeHref(digest)} className="font-mono text-12 text-accent underline underline-offset-2">
                {digest}
              </Link>
            </>
          }
        >
          {links.otherSide.length > 0 ? (
            <LinkedEvents events={links.otherSide} nowMs={nowMs} />
          ) : (
            <p className="max-w-[72ch] text-13 text-muted">
              {links.side === 'browser'
                ? 'No server event with this digest has arrived. When one arrives, this event moves to its issue.'
                : 'No browser has reported this digest.'}
            </p>
          )}
          {links.otherSideHasMore ? (
            <p className="mt-2 text-13">
              <Link href={codeHref(digest)} className="text-accent underline underline-offset-2">
                All events with this digest
              </Link>
            </p>
          ) : null}
        </Section>
      ) : null}
      {digest === null && isRedacted(view) ? <NoDigest /> : null}
      {traceId !== null ? (
        <Section
          title="Trace"
          note={
            <Link href={traceHref(traceId)} className="font-mono text-12 text-accent underline underline-offset-2">
              {traceId}
            </Link>
          }
        >
          <TraceOfError
            key={view.eventId}
            organizationId={await organizationId()}
            error={{ traceId, spanId, eventId, projectId, atMs }}
          />
          {otherTraceEvents.length > 0 ? (
            <>
              <h3 className="mt-4 mb-1.5 text-13">Other errors in this trace</h3>
              <LinkedEvents events={otherTraceEvents} nowMs={nowMs} sides />
            </>
          ) : (
            <p className="mt-2 text-13 text-muted">No other errors in this trace.</p>
          )}
        </Section>
      ) : null}
    </>
  );
}

/** React's message in place of a server error (react.dev/errors/441). */
function isRedacted({ stored: { event } }: EventView): boolean {
  const value = event.exception?.values.at(-1)?.value ?? '';
  return event.platform === 'javascript' && value.startsWith('An error occurred in the Server Components render');
}

function NoDigest() {
  return (
    <Section title="Server side of this error">
      <p className="max-w-[72ch] text-13 text-muted">
        React hides server error details from the browser, and this report has no digest to find them by. @seismo/nextjs
        sends the digest automatically. With @sentry/nextjs, add{' '}
        <code className="text-12 text-ink">digestIntegration()</code> from @seismo/nextjs/sentry to its integrations.
      </p>
    </Section>
  );
}
