import type { EventPayload, Frame } from '@seismo/protocol';
import { GitCommitHorizontal } from 'lucide-react';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { Time } from '#lib/time/time.tsx';
import { percent, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import type { RawParams } from '../issues/search-params.ts';
import { releaseHref } from '../releases/search-params.ts';
import { functionOf, locationOf } from './stack/frames.ts';
import { readEvent, readIssue, readSuspects, readTagRates } from './read.ts';

type Params = Promise<{ shortId: string; eventId: string }>;

/** Where in your code, since when, affected users, suspect commits. */
export async function IssueSummary({ params, search }: { params: Params; search: Promise<RawParams> }) {
  await connection();
  const { shortId } = await params;
  const event = readEvent(params, search);
  const [{ issue, activity }, { view }, rates, commits] = await Promise.all([
    readIssue(shortId),
    event,
    event.then(() => readTagRates(shortId)),
    event.then(() => readSuspects(shortId)),
  ]);
  const nowMs = Date.now();
  const frame = view && ownFrame(view.stored.event);
  const [topTag] = rates.overRepresented;
  const [commit] = commits;
  const regression = issue.substate === 'regressed' ? activity.find(({ kind }) => kind === 'regressed') : undefined;
  return (
    <dl
      aria-label="Summary"
      className="mb-3 grid grid-cols-2 gap-x-6 gap-y-3 text-13 xl:grid-cols-[minmax(0,1.2fr)_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1.2fr)]"
    >
      <Fact name="Location" wide>
        {frame ? (
          <>
            <span className="font-mono font-semibold [overflow-wrap:anywhere]">
              {functionOf(frame, view.stored.event.platform)}
            </span>
            <Note>
              <FrameLocation frame={frame} links={view.frameLinks} />
            </Note>
          </>
        ) : (
          <span className="font-mono [overflow-wrap:anywhere]">
            {issue.culprit || (view ? 'Unknown: the event has no stack trace' : 'Unknown')}
          </span>
        )}
      </Fact>
      <Fact name="First seen">
        <span>
          <Time atMs={issue.firstSeenAtMs} nowMs={nowMs} ago />
          <In release={issue.firstRelease} />
        </span>
        <Note>
          {regression ? (
            <>
              Regressed <Time atMs={regression.atMs} nowMs={nowMs} ago />
              {regression.kind === 'regressed' ? <In release={regression.release} /> : null}
            </>
          ) : (
            <>
              Last seen <Time atMs={issue.lastSeenAtMs} nowMs={nowMs} ago />
              {issue.lastRelease === issue.firstRelease ? null : <In release={issue.lastRelease} />}
            </>
          )}
        </Note>
      </Fact>
      <Fact name="Impact">
        <span>
          {issue.userCount > 0 ? `${plural(issue.userCount, 'user')}, ` : ''}
          {plural(issue.eventCount, 'event')}
        </span>
        <Note>
          {topTag
            ? `${topTag.key} ${topTag.value}: ${percent(topTag.share, 1)} here, ${percent(topTag.projectShare, 1)} in the project`
            : issue.userCount === 0
              ? 'No user data'
              : view
                ? 'No distinguishing tags'
                : 'Tags unknown: the content was removed'}
        </Note>
      </Fact>
      <Fact name="Suspect change" wide>
        {commit ? (
          <>
            <span className="[overflow-wrap:anywhere]">
              {commit.link === null ? (
                commit.title
              ) : (
                <a
                  href={commit.link}
                  target="_blank"
                  rel="noreferrer noopener"
                  className="rounded-sm underline decoration-line-strong underline-offset-2 hover:decoration-ink"
                >
                  {commit.title}
                </a>
              )}
            </span>
            <Note>
              <GitCommitHorizontal size={13} aria-hidden className="mr-1 inline" />
              <span className="font-mono">{commit.id.slice(0, 7)}</span> by {commit.author?.name ?? commit.authorName}
              <In release={commit.release} />
            </Note>
          </>
        ) : issue.firstRelease === '' ? (
          <>
            <span>Unknown</span>
            <Note>The SDK does not send a release</Note>
          </>
        ) : (
          <>
            <span>
              Release <ReleaseLink release={issue.firstRelease} />
            </span>
            <Note>
              {view
                ? 'No commit in this release changed a file in the stack trace'
                : 'Commits unknown: the stack trace was removed'}
            </Note>
          </>
        )}
      </Fact>
    </dl>
  );
}

/** The newest in-app frame of the thrown error, else of its nearest cause with such a frame. */
function ownFrame({ exception, stacktrace }: EventPayload): Frame | undefined {
  const stacks = [stacktrace, ...(exception?.values ?? []).map((value) => value.stacktrace)];
  return stacks
    .toReversed()
    .map((stack) => stack?.frames.findLast((frame) => frame.in_app === true))
    .find((frame) => frame !== undefined);
}

function Fact({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={`min-w-0 ${wide ? 'max-sm:col-span-2' : ''}`}>
      <dt className="mb-0.5 text-12 text-muted">{name}</dt>
      <dd className="flex min-w-0 flex-col">{children}</dd>
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <span className="text-12 [overflow-wrap:anywhere] text-muted">{children}</span>;
}

function FrameLocation({ frame, links }: { frame: Frame; links: Record<string, string> }) {
  const key = `${frame.filename ?? frame.abs_path ?? ''}:${frame.lineno ?? ''}`;
  const text = <span className="font-mono">{locationOf(frame)}</span>;
  return Object.hasOwn(links, key) ? (
    <a href={links[key]} target="_blank" rel="noreferrer noopener" className="rounded-sm underline underline-offset-2">
      {text}
    </a>
  ) : (
    text
  );
}

function In({ release }: { release: string }) {
  return release === '' ? null : (
    <>
      {' '}
      in <ReleaseLink release={release} />
    </>
  );
}

function ReleaseLink({ release }: { release: string }) {
  return (
    <Link href={releaseHref(release)} className="rounded-sm font-mono text-12 [overflow-wrap:anywhere] hover:underline">
      {release}
    </Link>
  );
}
