import { channelKinds, type ChannelKind } from '#domain/alerts/channel-kinds.ts';
import {
  alertMetrics,
  alertWindows,
  comparisons,
  type AlertMetric,
  type Comparison,
} from '#domain/alerts/conditions.ts';
import { spanFunctions } from '#domain/alerts/span-aggregate.ts';
import { alertTriggers, conditionKindOf, type AlertTrigger } from '#domain/alerts/triggers.ts';
import { channelState } from '#domain/alerts/channel-state.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import {
  organizationsFor,
  requirePermission,
  requireSignedIn,
  type Permission,
  type Viewer,
} from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { AlertRule, Channel } from '#store/state/contract.ts';
import type { QueryDeps } from '../deps.ts';
import type { ChannelKindView, ChannelsView, ChannelView } from './views.ts';

/** The channels of the viewer's organizations. */
export async function channels(deps: QueryDeps, viewer: Viewer): Promise<ChannelsView> {
  requireSignedIn(viewer);
  const organizationIds = organizationsFor(viewer, permissions.channels);
  const found = await deps.state.listChannels(organizationIds);
  const projects = await deps.state.listProjects(organizationIds);
  const rules = await deps.state.listAlertRules(projects.map(({ id }) => id));
  const changeable = organizationsFor(viewer, permissions.changeChannel);
  return {
    kinds: Object.entries(channelKinds).map(([kind, { name, fields, deduplicates }]): ChannelKindView => {
      return { kind: kind as ChannelKind, name, fields: [...fields], deduplicates };
    }),
    triggers: Object.entries(alertTriggers).map(([name, { when }]) => {
      const trigger = name as AlertTrigger;
      return { trigger, when, numbers: conditionKindOf(trigger) };
    }),
    metrics: Object.entries(alertMetrics).map(([metric, { name, isPercent, searches, hasEnvironments }]) => {
      return { metric: metric as AlertMetric, name, isPercent, searches, hasEnvironments };
    }),
    spanFunctions: spanFunctions.map((each) => ({ ...each })),
    windows: alertWindows.map(({ windowMs, name }) => ({ windowMs, name })),
    comparisons: Object.entries(comparisons).map(([comparison, { name }]) => {
      return { comparison: comparison as Comparison, name };
    }),
    channels: await Promise.all(
      found.map((channel) => viewOf(deps, channel, rules, changeable.includes(channel.organizationId))),
    ),
  };
}

async function viewOf(
  { state, clock }: QueryDeps,
  channel: Channel,
  rules: AlertRule[],
  mayChange: boolean,
): Promise<ChannelView> {
  const { id, kind, name, address, settings, content, allRules } = channel;
  const { lastAttempt, lastSentAtMs } = await state.channelRecord(id);
  const shown = mayChange ? settings : null;
  const secrets = channelKinds[kind].fields.filter(({ isSecret }) => isSecret).map((field) => field.name);
  return {
    id,
    kind,
    kindName: channelKinds[kind].name,
    name,
    content,
    allRules,
    ruleCount: rules.filter(({ channelIds }) => channelIds.includes(id)).length,
    address: mayChange ? address : null,
    settings: shown && Object.fromEntries(Object.entries(shown).filter(([field]) => !secrets.includes(field))),
    isReadable: settings !== null,
    state: channelState({ lastAttempt, lastSentAtMs }, clock.now()),
    lastSentAtMs,
    lastAttempt,
  };
}

export async function channelNamed(
  { state }: Pick<QueryDeps, 'state'>,
  viewer: Viewer,
  permission: Permission,
  id: number,
): Promise<Channel> {
  requireSignedIn(viewer);
  const [channel] = Number.isSafeInteger(id) ? await state.channelsByIds([id]) : [];
  if (!channel || channel.deletedAtMs !== null) {
    throw new Refusal('not-found', 'No channel with this name or ID exists, or you do not have access to it.');
  }
  requirePermission(viewer, permission, channel.organizationId, 'channel');
  return channel;
}
