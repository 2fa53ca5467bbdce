import type { SharedIssueView } from '@seismo/server';
import { notFound } from 'next/navigation';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { Time } from '#lib/time/time.tsx';
import { Badge } from '#ui/badge.tsx';
import { plural } from '#ui/count.ts';
import { Section } from '#ui/section.tsx';
import { Severity } from '#ui/severity.tsx';
import { isComponentStack } from '#features/issue/stack/components.ts';
import { exceptionTree } from '#features/issue/stack/exception-tree.ts';
import { coloringOf } from '#features/issue/stack/source-lines.tsx';
import { Exception, Stack, type FrameContext } from '#features/issue/stack/stack-trace.tsx';
import { isRefusal } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';

const view = { all: false, oldestFirst: false, raw: false, minified: false };

/** The public page of a share link: one event of an issue, without personal data. */
export async function SharedIssue({ params }: { params: Promise<{ link: string }> }) {
  await connection();
  const shared = await readShared((await params).link);
  const { event } = shared;
  const nowMs = Date.now();
  const exceptions = exceptionTree(event.exceptions.filter((value) => !isComponentStack(value)));
  const context: FrameContext = {
    links: {},
    coloring: await coloringOf([event, ...exceptions.map(({ exception }) => exception)], event.platform),
    platform: event.platform,
  };
  const title = event.type || event.value || 'Event without a message';
  return (
    <>
      <header className="flex flex-col gap-2 pt-6 pb-5">
        <p className="text-12 text-muted">
          {shared.shortId} in {shared.project}
        </p>
        <h1 className="text-20 leading-tight [overflow-wrap:anywhere]">{title}</h1>
        {event.type && event.value ? (
          <p className="text-14 [overflow-wrap:anywhere] whitespace-pre-wrap text-muted">{event.value}</p>
        ) : null}
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-12 text-muted">
          <Severity level={event.level} />
          {exceptions[0]?.exception.mechanism?.handled === false ? <Badge>Unhandled</Badge> : null}
          {event.culprit ? <span className="font-mono [overflow-wrap:anywhere]">{event.culprit}</span> : null}
        </p>
      </header>
      <dl
        aria-label="Summary"
        className="grid grid-cols-2 gap-x-6 gap-y-3 border-t border-line py-4 text-13 sm:grid-cols-4"
      >
        <Fact name="First seen">
          <Time atMs={shared.firstSeenAtMs} nowMs={nowMs} ago />
        </Fact>
        <Fact name="Last seen">
          <Time atMs={shared.lastSeenAtMs} nowMs={nowMs} ago />
        </Fact>
        <Fact name="Events">{plural(shared.eventCount, 'event')}</Fact>
        <Fact name="Users">{plural(shared.userCount, 'user')}</Fact>
      </dl>
      {exceptions.length > 0 || event.stacktrace ? (
        <Section title="Stack trace">
          <div className="flex flex-col gap-6">
            {exceptions.map((node, index) => (
              <Exception key={index} node={node} view={view} context={context} />
            ))}
            {event.stacktrace && exceptions.length === 0 ? (
              <Stack stacktrace={event.stacktrace} view={view} context={context} />
            ) : null}
          </div>
        </Section>
      ) : null}
      <Section title="Not included">
        <div className="flex max-w-[72ch] flex-col gap-2 text-13 text-muted">
          <p>
            Affected users with their IP addresses, devices and browsers; the request with its headers, cookies, body
            and query; variables, breadcrumbs, tags, attachments and user feedback; other events, comments and
            assignees.
          </p>
          <p>
            Email addresses, IP addresses, URL queries and home folder names are removed from messages and paths. Source
            code is shown unchanged.
          </p>
          <p>
            This link expires on <ExactTime atMs={shared.expiresAtMs} wraps />, unless it is revoked earlier.
          </p>
        </div>
      </Section>
    </>
  );
}

async function readShared(link: string): Promise<SharedIssueView> {
  try {
    return await runtime().query.sharedIssue(link);
  } catch (error) {
    if (isRefusal(error)) notFound();
    throw error;
  }
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="mb-0.5 text-12 text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
