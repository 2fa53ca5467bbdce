import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '@seismo/protocol';
import { z } from 'zod';
import { slackRequest, type SlackApp } from '#alerts/channels/slack-api.ts';
import { slackActions, type SlackAction } from '#alerts/channels/slack-app.ts';
import { noteBlocks } from '#alerts/channels/slack.ts';
import { parsedBody } from '#alerts/channels/results.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { OutgoingFailure } from '#outgoing/failure.ts';
import { Refusal } from '#platform/refusal.ts';
import { alertNamed } from '#query/alerts/alerts.ts';
import { viewerOf } from '#query/accounts/session.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import type { Channel, SlackLink } from '#store/state/contract.ts';
import { acknowledgeAlert } from '../alerts/acknowledge.ts';
import type { ServerCommandDeps } from '../deps.ts';
import { changeIssues } from '../issues/change-issues.ts';

/** A request of Slack, as it came. */
export interface SlackInteraction {
  body: string;
  timestamp: string | null;
  signature: string | null;
}

const id = z.string().regex(/^[A-Z0-9]{1,32}$/);
const stamp = z.string().regex(/^\d{1,12}\.\d{1,8}$/);
/** docs.slack.dev/reference/interaction-payloads/block_actions-payload */
const payloadSchema = z.object({
  type: z.literal('block_actions'),
  user: z.object({ id, name: z.string().default(''), team_id: id.optional() }),
  team: z.object({ id, domain: z.string().default('') }).nullish(),
  channel: z.object({ id }),
  message: z.object({
    ts: stamp,
    thread_ts: stamp.optional(),
    text: z.string(),
    blocks: z.array(z.looseObject({ type: z.string() })),
  }),
  actions: z.tuple([z.object({ action_id: z.string(), value: z.string().regex(/^\d{1,15}$/) })]),
});
type Payload = z.infer<typeof payloadSchema>;

/**
 * A user of Slack pressed a button of a message. It acts as the account that the user linked, in the organization of the
 * channel alone; others get a link to do so. Slack waits three seconds, so replies follow after the answer.
 */
export async function answerSlack(deps: ServerCommandDeps, interaction: SlackInteraction): Promise<void> {
  const signed = (await deps.state.channelsOfKind('slack-app')).filter((channel) =>
    isSignedFor(channel, interaction, deps.clock.now()),
  );
  if (signed.length === 0)
    throw new Refusal('forbidden', 'The signature is of no Slack app that a channel of Seismo names, or too old.');
  const payload = payloadOf(interaction.body);
  const channels = payload === null ? [] : signed.filter(({ settings }) => settings!.channelId === payload.channel.id);
  if (payload === null || channels.length === 0)
    throw new Refusal('invalid', 'This is not a button of a message of Seismo.');
  const [{ action_id: action, value }] = payload.actions;
  const alertId = Number(value);
  const channel = await channelOf(deps, channels, alertId);
  const slack = slackOf(deps, channel.settings as Channel['settings'] & SlackApp, payload);
  const { organizationId } = channel;
  const workspaceId = payload.team?.id ?? payload.user.team_id ?? '';
  const linked = await deps.state.slackUser({ organizationId, workspaceId, slackId: payload.user.id });
  if (linked === null) {
    const url = await linkFor(deps, payload, { organizationId, workspaceId });
    return slack.tell('Link your Seismo account to use this button:', { name: 'Link account', url });
  }
  const user = (await deps.state.userById(linked.userId))!;
  const viewer = viewerOf({ userId: user.id, organizationId }, await deps.state.membershipsOf(user.id), null);
  try {
    if (!isAction(action)) throw new Refusal('invalid', 'This button is of another version of Seismo.');
    const done = await act(deps, viewer, action, alertId);
    if (done === null) slack.tell('This was already done.');
    else slack.say(`${done} ${user.name || user.email}.`);
    slack.removeButton(action);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    slack.tell(error.message);
  }
}

/** Organizations can share an app and a channel of Slack: the alert says whose it is. */
async function channelOf({ state }: ServerCommandDeps, channels: Channel[], alertId: number): Promise<Channel> {
  const [alert] = await state.alertsByIds([alertId]);
  const project = alert && (await state.projectById(alert.projectId));
  return channels.find(({ organizationId }) => organizationId === project?.organizationId) ?? channels[0]!;
}

/** What was done, up to the name of the user; `null` if nothing was left to do. */
async function act(
  deps: ServerCommandDeps,
  viewer: Viewer,
  action: SlackAction,
  alertId: number,
): Promise<string | null> {
  const { alert } = await alertNamed(deps, viewer, permissions.acknowledgeAlert, alertId);
  if (action === 'acknowledge') {
    if (alert.acknowledgedAtMs !== null) return null;
    await acknowledgeAlert(deps, viewer, alertId);
    return 'Acknowledged by';
  }
  const issue = alert.issueId === null ? null : await deps.state.issueById(alert.issueId);
  if (issue === null) throw new Refusal('not-found', 'This issue was deleted.');
  const change =
    action === 'resolve' ? { status: { to: 'resolved' as const, in: 'now' as const } } : { assignTo: 'me' };
  const { changed } = await changeIssues(deps, viewer, [issue.shortId], change);
  if (changed.length === 0) return null;
  return action === 'resolve' ? 'Resolved by' : 'Assigned to';
}

/** Replies to the press of a button, after the answer. What cannot be sent is only logged: the button did its work. */
function slackOf({ outgoing, background }: ServerCommandDeps, app: SlackApp, { channel, user, message }: Payload) {
  const call = (method: string, body: object) =>
    background.run(async () => {
      const { url, ...request } = slackRequest(app, method, { channel: channel.id, ...body });
      const response = await outgoing.request(url, { method: 'POST', ...request, namedBy: 'user' });
      if (response instanceof OutgoingFailure) throw response;
      const answer = parsedBody(await response.text());
      if (answer?.ok !== true)
        throw new Error(`Slack answered ${method} with ${response.status} ${JSON.stringify(answer?.error)}.`);
    });
  return {
    /** Only the user who pressed sees it. */
    tell: (...note: Parameters<typeof noteBlocks>) =>
      call('chat.postEphemeral', { user: user.id, ...threadOf(message), ...noteBlocks(...note) }),
    say: (text: string) =>
      call('chat.postMessage', { thread_ts: message.thread_ts ?? message.ts, ...noteBlocks(text) }),
    removeButton: (action: string) =>
      call('chat.update', { ts: message.ts, text: message.text, blocks: blocksWithout(message.blocks, action) }),
  };
}

const threadOf = ({ thread_ts }: Payload['message']) => (thread_ts === undefined ? {} : { thread_ts });

function blocksWithout(blocks: Payload['message']['blocks'], action: string): object[] {
  return blocks.flatMap((block) => {
    if (block.type !== 'actions' || !Array.isArray(block.elements)) return [block];
    const elements = (block.elements as { action_id?: unknown }[]).filter(({ action_id: other }) => other !== action);
    return elements.length === 0 ? [] : [{ ...block, elements }];
  });
}

async function linkFor(
  { state, clock, config }: ServerCommandDeps,
  { user, team }: Payload,
  where: Pick<SlackLink, 'organizationId' | 'workspaceId'>,
): Promise<string> {
  const token = await state.slackLinkToken({
    ...where,
    slackId: user.id,
    name: user.name.slice(0, limits.SLACK_NAME_CHARS_MAX),
    workspace: (team?.domain ?? '').slice(0, limits.SLACK_NAME_CHARS_MAX),
    expiresAtMs: clock.now() + limits.SLACK_LINK_MS_MAX,
  });
  return `${config.publicUrl}/settings/notifications?slack=${encodeURIComponent(token)}`;
}

/** docs.slack.dev/authentication/verifying-requests-from-slack */
function isSignedFor({ settings }: Channel, { body, timestamp, signature }: SlackInteraction, nowMs: number): boolean {
  const secret = settings?.signingSecret;
  if (secret === undefined || timestamp === null || signature === null || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(nowMs - Number(timestamp) * 1000) > limits.SLACK_REQUEST_AGE_MS_MAX) return false;
  const expected = `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
  const [a, b] = [Buffer.from(expected), Buffer.from(signature)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function payloadOf(body: string): Payload | null {
  const payload = parsedBody(new URLSearchParams(body).get('payload') ?? '');
  return payloadSchema.safeParse(payload).data ?? null;
}

const isAction = (action: string): action is SlackAction => Object.hasOwn(slackActions, action);
