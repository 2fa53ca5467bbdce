import type { ErrorCodeView } from '@seismo/server';
import { connection } from 'next/server';
import { Empty } from '#ui/states/empty.tsx';
import { Time } from '#lib/time/time.tsx';
import { buttonClass } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { count, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { StatusBadges } from '../issues/status-badges.tsx';
import { isRefusal } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { traceHref } from '#features/traces/search-params.ts';
import { LinkedEvents } from './linked-events.tsx';

/** Both sides of an error, its issue and the other errors of its trace, as far as the viewer has access. */
export async function CodeResult({ code: given }: { code: Promise<string> }) {
  await connection();
  const code = await given;
  const found = await runQuery((viewer) => runtime().query.errorCode(viewer, code).catch(nullIfMissing));
  if (found === null) return <NothingFound code={code} />;
  if (found === 'forbidden') return <NotAllowed />;
  const nowMs = Date.now();
  const [server, browser] = (['server', 'browser'] as const).map((side) =>
    found.events.filter((event) => event.side === side),
  );
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-4">
        <code className="text-20 font-semibold [overflow-wrap:anywhere]">{found.code}</code>
        <CopyButton text={found.code} label="Copy code" />
        <span className="text-13 text-muted">
          {found.more ? `Newest ${found.events.length} events` : plural(found.events.length, 'event')}
        </span>
      </p>
      <Section title={found.issues.length === 1 ? 'Issue' : 'Issues'}>
        <div className="flex flex-col gap-3">
          {found.issues.map((issue, index) => (
            <IssueCard key={issue.shortId ?? index} issue={issue} nowMs={nowMs} />
          ))}
        </div>
      </Section>
      <Section title="On the server" note={server!.length > 0 ? count(server!.length) : null}>
        {server!.length > 0 ? (
          <LinkedEvents events={server!} nowMs={nowMs} />
        ) : (
          <p className="max-w-[72ch] text-13 text-muted">
            {found.digest === null
              ? 'This error happened only in the browser.'
              : 'No server event with this digest has arrived. The server may report to a project that you cannot see, or its SDK may not be set up.'}
          </p>
        )}
      </Section>
      <Section title="In the browser" note={browser!.length > 0 ? count(browser!.length) : null}>
        {browser!.length > 0 ? (
          <LinkedEvents events={browser!} nowMs={nowMs} />
        ) : (
          <p className="text-13 text-muted">No browser has reported this error.</p>
        )}
      </Section>
      <Trace found={found} nowMs={nowMs} />
    </>
  );
}

function IssueCard({ issue, nowMs }: { issue: ErrorCodeView['issues'][number]; nowMs: number }) {
  const { title, project, shortId, firstSeenAtMs, lastSeenAtMs, events, users, ...state } = issue;
  return (
    <article className="rounded-md border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <h3 className="min-w-0 flex-1 basis-64 text-14 [overflow-wrap:anywhere]">{title}</h3>
        <span className="flex flex-wrap items-center gap-1.5">
          <StatusBadges issue={{ ...state, archive: null, handled: null }} />
          {state.status === 'unresolved' ? <span className="text-12 text-muted">Unresolved</span> : null}
        </span>
      </div>
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-13">
        <Fact name="Project">{project.name}</Fact>
        <Fact name="First seen">
          <Time atMs={firstSeenAtMs} nowMs={nowMs} ago />
        </Fact>
        <Fact name="Last seen">
          <Time atMs={lastSeenAtMs} nowMs={nowMs} ago />
        </Fact>
        <Fact name="Events">{count(events)}</Fact>
        <Fact name="Users">{count(users)}</Fact>
      </dl>
      {shortId ? (
        <Link href={`/issues/${encodeURIComponent(shortId)}`} className={buttonClass('plain', true, 'mt-3')}>
          Open {shortId}
        </Link>
      ) : null}
    </article>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The trace so far: the events that name it. */
function Trace({ found, nowMs }: { found: ErrorCodeView; nowMs: number }) {
  const traceIds = [...new Set(found.events.flatMap(({ traceId }) => traceId ?? []))];
  if (traceIds.length === 0) return null;
  return (
    <Section title={traceIds.length === 1 ? 'Trace' : 'Traces'} note={plural(traceIds.length, 'trace')}>
      <ul className="mb-3 flex flex-col gap-1 font-mono text-12 text-muted">
        {traceIds.slice(0, TRACE_COUNT_MAX).map((traceId) => (
          <li key={traceId} className="[overflow-wrap:anywhere]">
            <Link href={traceHref(traceId)} className="text-accent underline underline-offset-2">
              {traceId}
            </Link>
          </li>
        ))}
      </ul>
      {found.otherTraceEvents.length > 0 ? (
        <LinkedEvents events={found.otherTraceEvents} nowMs={nowMs} sides />
      ) : (
        <p className="max-w-[72ch] text-13 text-muted">No other errors in this trace.</p>
      )}
    </Section>
  );
}

const TRACE_COUNT_MAX = 5;

function NothingFound({ code }: { code: string }) {
  return (
    <Empty title="No matching event">
      <p>
        No event that you can see has the code <code className="text-12">{code.slice(0, 128)}</code>. Codes change with
        each build, so check every character. A report takes a few seconds to arrive, and a blocked or offline browser
        may not send one.
      </p>
    </Empty>
  );
}

function NotAllowed() {
  return (
    <Empty title="You cannot look up error codes">
      <p>Ask an organization owner for a role. Every role, including support and viewer, can look up error codes.</p>
    </Empty>
  );
}

/** A missing error is an answer here: the form above stays. */
function nullIfMissing(error: unknown): null | 'forbidden' {
  if (isRefusal(error) && error.code === 'not-found') return null;
  if (isRefusal(error) && error.code === 'forbidden') return 'forbidden';
  throw error;
}
