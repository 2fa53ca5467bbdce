import type { RegroupPreview as Offer, RegroupPreviewGroup } from '@seismo/server';
import { ArrowRight, Split } from 'lucide-react';
import { connection } from 'next/server';
import { Time } from '#lib/time/time.tsx';
import { plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { eventPath } from '../issue/event/event-params.ts';
import { readIssue } from '../issue/read.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery, may } from '#server/viewer.ts';
import { RegroupButton } from './regroup-buttons.tsx';

/** Offers to regroup if later source maps give the issue's events other groups, with a preview of the moves. */
export async function RegroupSuggestion({ params }: { params: Promise<{ shortId: string }> }) {
  await connection();
  const { issue, project } = await readIssue((await params).shortId);
  const mayRegroup = await may('regroupBySourceMap', project.organization);
  const offer = await runQuery((viewer) => runtime().query.previewRegroupBySourceMap(viewer, issue.shortId));
  if (!offer) return null;
  const nowMs = Date.now();
  return (
    <section
      aria-label="Regroup by source map"
      className="mt-4 rounded-md border border-line bg-surface px-4 py-3 text-13"
    >
      <div className="flex items-start gap-2.5">
        <Split size={16} aria-hidden className="mt-0.5 shrink-0 text-accent" />
        <div className="min-w-0 flex-1">
          <p className="max-w-[72ch]">{sentence(offer)}</p>
          <details className="mt-1.5">
            <summary className="w-fit rounded-sm text-muted hover:text-ink">Preview regrouping</summary>
            <ul aria-label="New groups" className="mt-2.5 border-b border-line">
              {offer.groups.map((group) => (
                <li
                  key={group.hash}
                  className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-t border-line py-2 sm:flex-nowrap"
                >
                  <div className="min-w-0 flex-1 basis-64">
                    {group.eventId === null ? (
                      <span>Group without stored events</span>
                    ) : (
                      <Link
                        href={eventPath(issue.shortId, group.eventId)}
                        className="rounded-sm [overflow-wrap:anywhere] hover:underline"
                      >
                        {group.title}
                      </Link>
                    )}
                    <Culprit culprit={group.culprit} />
                    <p className="text-12 text-muted">
                      {plural(group.events, 'event')}, first seen <Time atMs={group.firstSeenAtMs} nowMs={nowMs} ago />,
                      last seen <Time atMs={group.lastSeenAtMs} nowMs={nowMs} ago />
                    </p>
                  </div>
                  <p className="flex min-w-0 basis-64 items-start gap-1.5">
                    <ArrowRight size={14} aria-label="moves to" role="img" className="mt-[3px] shrink-0 text-faint" />
                    <Target to={group.to} />
                  </p>
                </li>
              ))}
            </ul>
            {offer.staying > 0 ? (
              <p className="mt-2 text-12 text-muted">
                {plural(offer.staying, 'event')} {offer.staying === 1 ? 'stays' : 'stay'} in this issue.
              </p>
            ) : null}
            {mayRegroup ? (
              <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
                <RegroupButton
                  issue={{ organizationId: issue.organizationId, id: issue.id }}
                  events={plural(offer.events, 'event')}
                />
                <span className="text-12 text-muted">You can undo this at any time under Activity.</span>
              </div>
            ) : null}
          </details>
        </div>
      </div>
    </section>
  );
}

function Target({ to }: { to: RegroupPreviewGroup['to'] }) {
  if (to === 'here') return <span>This issue, with future matching events</span>;
  if (to === 'new-issue') return <span>A new issue</span>;
  return (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      <Link href={`/issues/${to.shortId}`} className="rounded-sm underline decoration-line-strong underline-offset-2">
        {to.shortId}
      </Link>{' '}
      <span className="text-muted">{to.title}</span>
      <Culprit culprit={to.culprit} />
    </span>
  );
}

/** Errors can have equal messages: the function and file distinguish them. */
function Culprit({ culprit }: { culprit: string }) {
  if (culprit === '') return null;
  return <code className="block text-12 [overflow-wrap:anywhere] text-muted">{culprit}</code>;
}

function sentence({ events, groups }: Offer): string {
  const came = `Source maps arrived after ${plural(events, 'event')} of this issue.`;
  const [only] = groups;
  if (groups.length > 1 || !only) return `${came} Once mapped, they are ${groups.length} different errors.`;
  if (only.to === 'here') return `${came} Once mapped, the next matching event would create a new issue.`;
  if (only.to === 'new-issue')
    return `${came} Once mapped, ${events === 1 ? 'it is a different error' : 'they are a different error'}.`;
  return `${came} Once mapped, ${events === 1 ? 'it matches' : 'they match'} ${only.to.shortId}.`;
}
