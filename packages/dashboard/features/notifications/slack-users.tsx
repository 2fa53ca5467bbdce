import type { SlackUserView } from '@seismo/server';
import { Time } from '#lib/time/time.tsx';
import { ActionForm } from '#ui/action-form.tsx';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { linkSlackUser, unlinkSlackUser } from './actions.ts';
import type { FoundSlackLink } from './slack-link.ts';

interface Props {
  users: SlackUserView[];
  /** Of the link that the user has opened. */
  link: FoundSlackLink | null;
  nowMs: number;
}

/** The users of Slack who act as the account user when they press buttons of alerts. */
export function SlackUsers({ users, link, nowMs }: Props) {
  return (
    <Section
      title="Slack"
      note="Buttons of alerts in Slack act as you. To link your account, press one: Seismo answers with a link."
    >
      {link === null ? null : <LinkState link={link} />}
      {users.length === 0 ? (
        <p className="text-13 text-muted">No Slack user is linked.</p>
      ) : (
        <ul aria-label="Linked Slack users" className="overflow-hidden rounded-md border border-line bg-surface">
          {users.map(({ id, name, workspace, organization, createdAtMs }) => (
            <li
              key={id}
              className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-13 not-last:border-b not-last:border-line"
            >
              <span className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
                <span className="block font-medium">{name}</span>
                <span className="block text-12 text-muted">
                  Workspace {workspace}, acts as you in {organization}, linked{' '}
                  <Time atMs={createdAtMs} nowMs={nowMs} ago />
                </span>
              </span>
              <ActionForm
                action={unlinkSlackUser.bind(null, id)}
                submit="Unlink"
                variant="plain"
                small
                className="flex flex-wrap items-center gap-2"
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function LinkState({ link }: { link: FoundSlackLink }) {
  if ('problem' in link) {
    return (
      <p role="alert" className="mb-3 rounded-md bg-warning-wash px-3 py-2 text-13">
        {link.problem}
      </p>
    );
  }
  if ('isLinked' in link) {
    return (
      <p role="status" className="mb-3 rounded-md bg-good-wash px-3 py-2 text-13 text-good">
        Your account is linked. Press the button in Slack again.
      </p>
    );
  }
  const { name, workspace, organization, token } = link;
  return (
    <div className="mb-3 rounded-md border border-line bg-surface px-4 py-3 text-13 [overflow-wrap:anywhere]">
      <p className="mb-3">
        Link the Slack user <strong>{name}</strong> of the workspace <strong>{workspace}</strong>? Only continue if this
        is you: this user will acknowledge alerts and change issues of <strong>{organization}</strong> in your name.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <ActionForm
          action={linkSlackUser.bind(null, token)}
          submit="Link account"
          small
          className="flex flex-wrap items-center gap-2"
        />
        <Link href="/settings/notifications">Cancel</Link>
      </div>
    </div>
  );
}
