import type { EndUserDeletionView } from '@seismo/server';
import { connection } from 'next/server';
import { absolute } from '#lib/time/absolute.ts';
import { Time } from '#lib/time/time.tsx';
import { first, type RawParams } from '#explorer/url-state.ts';
import { runtime } from '#server/runtime.ts';
import { may, organizationId, runQuery, visibleProjects } from '#server/viewer.ts';
import { bytes, plural } from '#ui/count.ts';
import { Section } from '#ui/section.tsx';
import { Empty } from '#ui/states/empty.tsx';
import { Follow } from '#shell/live/follow.tsx';
import { FindEndUser } from './find-end-user.tsx';

/** Answers a request of an end user: what is stored, a copy of it, and its deletion. */
export async function EndUsers({ search }: { search: Promise<RawParams> }) {
  await connection();
  const [{ project }, organization, mayFind] = await Promise.all([search, organizationId(), may('findEndUser')]);
  if (!mayFind) {
    return (
      <Empty title="Only admins and owners can search the data of end users">
        <p>Ask an owner for the admin role.</p>
      </Empty>
    );
  }
  const [projects, deletions] = await Promise.all([
    visibleProjects(),
    runQuery((viewer) => runtime().query.endUserDeletions(viewer, [])),
  ]);
  return (
    <>
      <Section
        title="Find an end user"
        note="Events, attachments, sessions, spans and feedback with one of the identifiers."
      >
        <FindEndUser
          organizationId={organization}
          projects={projects.map(({ slug, name }) => ({ slug, name }))}
          project={projects.find(({ slug }) => slug === first(project))?.slug ?? ''}
        />
      </Section>
      <Section title="Deletions" note="Identifiers are masked once the data is deleted.">
        {deletions.length === 0 ? (
          <p className="text-13 text-muted">No end-user data has been deleted yet.</p>
        ) : (
          <ol aria-label="Deletions">
            {deletions.some(({ endedAtMs }) => endedAtMs === null) ? <Follow /> : null}
            {deletions.map((deletion) => (
              <Deletion key={deletion.id} deletion={deletion} nowMs={Date.now()} />
            ))}
          </ol>
        )}
      </Section>
    </>
  );
}

function Deletion({ deletion, nowMs }: { deletion: EndUserDeletionView; nowMs: number }) {
  const { id, project, label, by, requestedAtMs, endedAtMs, backupsUntilMs, deleted } = deletion;
  const counts: [count: number, text: string][] = [
    [deleted.events, plural(deleted.events, 'event')],
    [deleted.attachments, `${plural(deleted.attachments, 'attachment')} (${bytes(deleted.attachmentBytes)})`],
    [deleted.spans, plural(deleted.spans, 'span')],
    [deleted.feedback, `${deleted.feedback} feedback`],
    [deleted.thinned, `the user of ${plural(deleted.thinned, 'event')} without content`],
    [deleted.sessions, `the user of ${plural(deleted.sessions, 'session')}`],
    [deleted.deadLetters, plural(deleted.deadLetters, 'unprocessed report')],
    [deleted.shareLinks, plural(deleted.shareLinks, 'share link')],
    [deleted.issueUsers, `the user in ${plural(deleted.issueUsers, 'issue')}`],
  ];
  const parts = counts.filter(([count]) => count > 0).map(([, text]) => text);
  return (
    <li className="flex flex-col gap-0.5 border-t border-line py-2 text-13">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium [overflow-wrap:anywhere]">{label}</span>
        <span className="text-muted">
          in {project.name}, by {by ?? 'the command line'}, deletion {id}
        </span>
        <span className="ml-auto text-12 text-muted">
          <Time atMs={requestedAtMs} nowMs={nowMs} />
        </span>
      </span>
      <span>
        {endedAtMs === null ? 'Deleting. ' : ''}
        {parts.length > 0 ? `Deleted ${parts.join(', ')}.` : endedAtMs === null ? '' : 'Nothing was stored.'}
      </span>
      {endedAtMs === null ? null : (
        <span className="text-12 text-muted">
          {backupsUntilMs === null
            ? 'Copies and backups'
            : `Scheduled backups still contain the data until ${absolute(backupsUntilMs, 'utc', 'day')}. Other copies and backups`}{' '}
          made before <Time atMs={endedAtMs} nowMs={nowMs} /> still contain the data until they are deleted.
        </span>
      )}
    </li>
  );
}
