import type { ReactNode } from 'react';
import { plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { may } from '#server/viewer.ts';
import { channelProblems } from './channel-words.ts';
import { readAllRules, readChannels, readEmailStatus } from './read.ts';
import { alertsHref } from './search-params.ts';
import { reachesNoOne } from './targets.ts';

/** Why messages do not arrive, and what to do about it. */
export async function Notices() {
  const [{ isConfigured, paused, failing }, { channels }] = await Promise.all([readEmailStatus(), readChannels()]);
  const problems = [
    ...(failing && paused === null ? ['The mail server does not take messages.'] : []),
    ...channelProblems(channels),
  ];
  return (
    <>
      {paused === null ? null : (
        <Notice title="Messages are paused.">
          {paused}{' '}
          {(await may('runHealthCheck')) ? (
            <Link href="/settings/server" className={linkClass}>
              Server settings
            </Link>
          ) : null}
        </Notice>
      )}
      {isConfigured ? null : channels.length === 0 ? <NothingIsSent /> : <RulesWithoutRecipient />}
      {problems.length === 0 ? null : (
        <Notice title={problems.join(' ')}>
          <Link href={alertsHref({ view: 'channels' })} className={linkClass}>
            View channels
          </Link>
        </Notice>
      )}
    </>
  );
}

const NothingIsSent = () => (
  <Notice title="Seismo cannot send email, and has no channels.">
    Rules fire, but alerts reach only{' '}
    <Link href="/settings/notifications" className={linkClass}>
      browsers with notifications
    </Link>
    .{' '}
    <Link href={alertsHref({ view: 'channels' })} className={linkClass}>
      Add a channel
    </Link>
    , or set <code>SEISMO_SMTP_URL</code> and <code>SEISMO_MAIL_FROM</code> and restart Seismo.
  </Notice>
);

/** Email is off: some rules may have nothing else. */
async function RulesWithoutRecipient() {
  const [rules, { channels }] = await Promise.all([readAllRules(), readChannels()]);
  const { length } = rules.filter((rule) => rule.enabled && reachesNoOne(rule, channels, false));
  if (length === 0) return null;
  return (
    <Notice title={`${plural(length, 'rule reaches', 'rules reach')} no one.`}>
      Email is off, and {length === 1 ? 'the rule sends' : 'these rules send'} to no channel.{' '}
      <Link href={alertsHref({ view: 'rules' })} className={linkClass}>
        View rules
      </Link>
    </Notice>
  );
}

const linkClass = 'underline underline-offset-2';

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <p className="my-3 rounded-md bg-warning-wash px-3 py-2 text-13 [overflow-wrap:anywhere]">
      <span className="font-medium">{title}</span> {children}
    </p>
  );
}
