import type { AuditAction } from '@seismo/server';
import { connection } from 'next/server';
import { Empty } from '#ui/states/empty.tsx';
import { fileHref } from '#features/exports/file-href.ts';
import { ExportLink } from '#features/exports/export-link.tsx';
import { Time } from '#lib/time/time.tsx';
import { Pager } from '#explorer/pager.tsx';
import { cursor, oneOf, optional, urlState, type RawParams } from '#explorer/url-state.ts';
import { FilterForm } from '#ui/filter-form.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery, may, organizationId } from '#server/viewer.ts';
import { actionLabels } from './action-labels.ts';

const PAGE = 50;
const state = urlState({ user: optional('user'), action: optional('action'), cursor });
const actions = Object.keys(actionLabels) as AuditAction[];

/** The audit log of an organization, newest first. */
export async function AuditLog({ search }: { search: Promise<RawParams> }) {
  await connection();
  const query = await search;
  const [organization, mayRead] = await Promise.all([organizationId(), may('auditLog')]);
  if (!mayRead) {
    return (
      <Empty title="Only admins and owners can read the audit log">
        <p>Ask an owner for the admin role.</p>
      </Empty>
    );
  }
  return <Log organization={String(organization)} query={query} />;
}

async function Log({ organization, query }: { organization: string; query: RawParams }) {
  const members = await runQuery((viewer) => runtime().query.members(viewer, organization));
  // Older links have the parameters `deed` and `person`.
  const { cursor, ...given } = state.read({ action: query.deed, user: query.person, ...query });
  const action = oneOf(actions, given.action ?? undefined) ?? null;
  const userId = members.find((member) => String(member.userId) === given.user)?.userId ?? null;
  const { entries, nextCursor } = await runQuery((viewer) =>
    runtime().query.auditLog(viewer, organization, { userId, action, cursor, count: PAGE }),
  );
  const nowMs = Date.now();
  const listed = { user: userId === null ? null : String(userId), action };
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <FilterForm
          path="/settings/audit"
          key={`${userId} ${action}`}
          className="flex min-w-0 gap-2 max-sm:[&>select]:max-w-36 [&>select]:min-w-0"
          fields={[
            {
              name: 'user',
              label: 'Member',
              value: String(userId ?? ''),
              options: [
                ['', 'All members'],
                ...members.map((member): [string, string] => [String(member.userId), member.name || member.email]),
              ],
            },
            {
              name: 'action',
              label: 'Action',
              value: action ?? '',
              options: [
                ['', 'All actions'],
                ...actions.map((each): [string, string] => [each, actionLabels[each].name]),
              ],
            },
          ]}
        />
        <ExportLink
          href={fileHref(state.href('/exports/audit', listed), Number(organization))}
          format="CSV"
          of="the audit log"
        />
      </div>
      {entries.length === 0 ? (
        <Empty title="No matching entries">
          <p>Select another member or action.</p>
        </Empty>
      ) : (
        <ol aria-label="Entries" className="mt-4">
          {entries.map((entry) => (
            <li
              key={entry.id}
              className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 border-t border-line py-2 text-13"
            >
              <span className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
                <span className="font-medium">{entry.user ?? 'The command line'}</span>{' '}
                <span className="text-muted">
                  {entry.byToken ? 'with an API token ' : ''}
                  {actionLabels[entry.action].phrase}
                </span>{' '}
                {entry.subject}
                {entry.detail ? <span className="text-muted">, {entry.detail}</span> : null}
              </span>
              <span className="text-12 text-muted">
                <Time atMs={entry.atMs} nowMs={nowMs} />
              </span>
            </li>
          ))}
        </ol>
      )}
      <Pager
        first={cursor ? { name: 'Newest entries', href: state.href('/settings/audit', listed) } : null}
        next={
          nextCursor
            ? { name: 'Older entries', href: state.href('/settings/audit', { ...listed, cursor: nextCursor }) }
            : null
        }
      />
    </>
  );
}
