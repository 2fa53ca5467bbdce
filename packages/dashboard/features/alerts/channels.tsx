import type { ChannelKindView, ChannelView } from '@seismo/server';
import clsx from 'clsx';
import type { Route } from 'next';
import { Time } from '#lib/time/time.tsx';
import { may, organizationId, rolesFor } from '#server/viewer.ts';
import { ActionForm } from '#ui/action-form.tsx';
import { Badge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Locked } from '#ui/locked.tsx';
import { RowMenu } from '#ui/row-menu.tsx';
import { Section } from '#ui/section.tsx';
import { changeChannel, createChannel, deleteChannel, testChannel } from './actions.ts';
import { EditChannel, NewChannel } from './channel-form.tsx';
import { channelStates, contentTexts, rulesText } from './channel-words.ts';
import { readAllRules, readChannels, readEmailStatus } from './read.ts';
import { channelsHref, type AlertsUrlState } from './search-params.ts';
import { SettingsRow } from './settings-row.tsx';
import { TestEmail, testClass } from './test-email.tsx';

/** Email and the channels of the organization, and the forms to add and edit one. */
export async function Channels({ urlState }: { urlState: AlertsUrlState }) {
  const [{ channels, kinds }, mayChange, organization] = await Promise.all([
    readChannels(),
    may('changeChannel'),
    organizationId(),
  ]);
  const nowMs = Date.now();
  return (
    <>
      <p className="my-3 max-w-[80ch] text-13 text-muted">
        Rules send messages by email and to the channels of the organization.
      </p>
      {mayChange ? null : <Locked reason={`Only ${rolesFor('createChannel')} can add and change channels.`} />}
      <ul aria-label="Channels" className="mb-6 rounded-md border border-line bg-surface">
        <Email />
        {channels.map((channel) => (
          <Channel
            key={channel.id}
            channel={channel}
            kind={kinds.find(({ kind }) => kind === channel.kind)!}
            nowMs={nowMs}
            organizationId={organization}
            mayChange={mayChange}
            urlState={urlState}
          />
        ))}
      </ul>
      {mayChange ? (
        <AddChannel kinds={kinds} isFirst={channels.length === 0} organizationId={organization} urlState={urlState} />
      ) : null}
    </>
  );
}

/** Every organization has it, if the server can send email. */
async function Email() {
  const [{ isConfigured, from, paused, failing }, rules] = await Promise.all([readEmailStatus(), readAllRules()]);
  const ruleCount = rules.filter(({ toTeam }) => toTeam).length;
  const badge = !isConfigured ? (
    <Badge>Off</Badge>
  ) : paused !== null ? (
    <Badge tone="warning">Paused</Badge>
  ) : failing ? (
    <Badge tone={channelStates.failing.tone}>{channelStates.failing.name}</Badge>
  ) : (
    <Badge tone="good">On</Badge>
  );
  return (
    <SettingsRow
      name="Email"
      kind=""
      badge={badge}
      facts={[
        isConfigured ? (
          `From ${from}`
        ) : (
          <>
            Set <code>SEISMO_SMTP_URL</code> and <code>SEISMO_MAIL_FROM</code>, and restart Seismo.
          </>
        ),
        rulesText({ allRules: ruleCount > 0 && ruleCount === rules.length, ruleCount }),
      ]}
      actions={<TestEmail />}
    >
      {failing ? <LastFailure {...failing} nowMs={Date.now()} /> : null}
    </SettingsRow>
  );
}

interface ChannelProps {
  channel: ChannelView;
  kind: ChannelKindView;
  nowMs: number;
  organizationId: number;
  mayChange: boolean;
  urlState: AlertsUrlState;
}

function Channel({ channel, kind, nowMs, organizationId: organization, mayChange, urlState }: ChannelProps) {
  const { id, name, kindName, content, address, isReadable, state, lastSentAtMs, lastAttempt } = channel;
  const isEdited = mayChange && urlState.channel === String(id);
  return (
    <SettingsRow
      name={name}
      kind={kindName}
      badge={
        isReadable ? (
          <Badge tone={channelStates[state].tone}>{channelStates[state].name}</Badge>
        ) : (
          <Badge tone="error">Unreadable</Badge>
        )
      }
      facts={[
        ...(address === null ? [] : [<bdi key="address">{address}</bdi>]),
        contentTexts[content],
        rulesText(channel),
        ...(lastSentAtMs === null ? [] : [<LastMessage key="last" atMs={lastSentAtMs} nowMs={nowMs} />]),
      ]}
      actions={
        mayChange ? (
          <>
            <ActionForm
              action={testChannel.bind(null, organization, id)}
              submit="Send test"
              variant="plain"
              small
              className={testClass}
            />
            <Link
              href={channelsHref(urlState, isEdited ? {} : { channel: String(id) })}
              scroll={false}
              aria-label={isEdited ? `Close the form of ${name}` : `Edit ${name}`}
              className={buttonClass('quiet', true)}
            >
              {isEdited ? 'Close' : 'Edit'}
            </Link>
            <RowMenu
              label={`Actions for ${name}`}
              item="Delete channel…"
              title={`Delete the channel ${name}?`}
              name={name}
              submit="Delete channel"
              action={deleteChannel.bind(null, organization, id)}
            >
              Rules no longer send to it, and messages that wait for it are canceled. You cannot undo this.
            </RowMenu>
          </>
        ) : null
      }
    >
      {lastAttempt && !lastAttempt.isSent ? <LastFailure {...lastAttempt} nowMs={nowMs} /> : null}
      {isReadable ? null : (
        <p className="mt-1.5 text-12 text-error">
          The settings of this channel cannot be decrypted. Enter them again, or restore the key file of the server.
        </p>
      )}
      {isEdited ? (
        <EditChannel kind={kind} channel={channel} action={changeChannel.bind(null, organization, id)} />
      ) : null}
    </SettingsRow>
  );
}

/** After a test, its form shows the same answer. */
const LastFailure = ({ atMs, answer, nowMs }: { atMs: number; answer: string; nowMs: number }) => (
  <p className="mt-1.5 text-12 [overflow-wrap:anywhere] text-error peer-has-[[role=alert]]:hidden">
    Failed <Time atMs={atMs} nowMs={nowMs} ago />: <bdi className="font-mono">{answer}</bdi>
  </p>
);

const LastMessage = ({ atMs, nowMs }: { atMs: number; nowMs: number }) => (
  <>
    Last message <Time atMs={atMs} nowMs={nowMs} ago />
  </>
);

interface AddProps {
  kinds: ChannelKindView[];
  isFirst: boolean;
  organizationId: number;
  urlState: AlertsUrlState;
}

/** What a channel can be; selecting a kind opens its form. */
function AddChannel({ kinds, isFirst, organizationId: organization, urlState }: AddProps) {
  const selected = kinds.find(({ kind }) => kind === urlState.add);
  return (
    <Section
      title="Add a channel"
      note={isFirst ? 'Alerts also arrive where your team talks. Select where.' : undefined}
    >
      <nav aria-label="Kinds of channels" className="flex flex-wrap gap-1.5">
        {kinds.map(({ kind, name }) => (
          <Link
            key={kind}
            href={channelsHref(urlState, { add: kind })}
            scroll={false}
            aria-current={kind === selected?.kind ? 'true' : undefined}
            className={clsx(
              'inline-flex items-center rounded-md border px-2.5 py-1 text-13 pointer-coarse:min-h-11',
              kind === selected?.kind
                ? 'border-accent bg-accent-wash font-medium text-accent'
                : 'border-line text-muted hover:border-line-strong hover:text-ink',
            )}
          >
            {name}
          </Link>
        ))}
      </nav>
      {selected ? (
        <NewChannel
          key={selected.kind}
          kind={selected}
          action={createChannel.bind(null, organization, selected.kind)}
          channelsHref={channelsHref(urlState) as Route}
        />
      ) : null}
    </Section>
  );
}
