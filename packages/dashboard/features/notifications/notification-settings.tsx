import { runtime } from '#server/runtime.ts';
import { ownSessionCookie } from '#server/session.ts';
import { accountViewer, me } from '#server/viewer.ts';
import { saveNotificationSettings } from './actions.ts';
import { Browsers } from './browsers.tsx';
import { NotificationForm } from './notification-form.tsx';
import { findSlackLink } from './slack-link.ts';
import { SlackUsers } from './slack-users.tsx';

/** What the account user is notified of, in all organizations. */
export async function NotificationSettings({ slackToken }: { slackToken: Promise<string | string[] | undefined> }) {
  await me();
  const account = await accountViewer();
  const [view, browsers, slackUsers, slackLink] = await Promise.all([
    runtime().query.notificationSettings(account),
    runtime().query.browsers(account, await ownSessionCookie()),
    runtime().query.slackUsers(account),
    findSlackLink(await slackToken),
  ]);
  const nowMs = Date.now();
  const slack = <SlackUsers users={slackUsers} link={slackLink} nowMs={nowMs} />;
  const organizations = new Set(view.projects.map(({ organization }) => organization));
  return (
    <>
      {slackLink === null ? null : slack}
      {view.hasEmail ? null : (
        <p className="mb-5 rounded-md bg-warning-wash px-3 py-2 text-13 [overflow-wrap:anywhere]">
          <span className="font-medium">This server cannot send email yet.</span> Only browsers get notifications until
          its operator sets <code>SEISMO_SMTP_URL</code> and <code>SEISMO_MAIL_FROM</code> and restarts Seismo.
        </p>
      )}
      <NotificationForm
        settings={view.settings}
        isSaved={view.isSaved}
        projects={view.projects.map(({ id, name, organization }) => ({
          id,
          name: organizations.size > 1 ? `${name} (${organization})` : name,
        }))}
        save={saveNotificationSettings}
      />
      <Browsers browsers={browsers} nowMs={nowMs} />
      {slackLink === null ? slack : null}
    </>
  );
}
