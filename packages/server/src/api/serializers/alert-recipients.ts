import { z } from 'zod';
import type { ChannelKind } from '#domain/alerts/channel-kinds.ts';
import type { AlertRuleView, ChannelView } from '#query/alerts/views.ts';
import type { ProjectView } from '#query/projects/views.ts';
import { constantFields } from '../constant.ts';
import { withoutEffect } from '../parameters.ts';
import { refuse } from './alert-filter.ts';

/** Sentry's names of actions; other kinds of channels have their own. */
const actionTypes: Partial<Record<ChannelKind, string>> = { teams: 'msteams' };
const typeOf = (kind: ChannelKind): string => actionTypes[kind] ?? kind;

/** Our own target of email: while a project has no team, the owners of the organization get it. */
const ownersTarget = 'organization_owners';

export const action = z.strictObject({
  ...constantFields({ status: 'active' }),
  id: withoutEffect('Actions have no ID of their own.'),
  type: z.string(),
  integrationId: z.union([z.string(), z.number()]).nullish(),
  config: z
    .strictObject({
      targetType: z.string().nullish(),
      targetIdentifier: z.union([z.string(), z.number()]).nullish(),
      targetDisplay: z.string().nullish(),
    })
    .default({}),
  data: z.record(z.string(), z.unknown()).default({}),
});
export type AlertAction = z.infer<typeof action>;

export interface Recipients {
  toTeam: boolean;
  channelIds: number[];
}

/** To whom a rule can send. */
export interface Targets {
  project: ProjectView;
  channels: readonly ChannelView[];
}

export const hasRecipients = ({ toTeam, channelIds }: Recipients): boolean => toTeam || channelIds.length > 0;

/** The recipients of a rule as actions: email to each team of the project, and one for each channel. */
export function actionsShape({ toTeam, channelIds }: AlertRuleView, { project, channels }: Targets) {
  const named = channelIds.flatMap((id) => channels.find((channel) => channel.id === id) ?? []);
  const emails = toTeam ? emailTargets(project) : [];
  return [
    ...emails.map((config) => ({ type: 'email', integrationId: null as string | null, config, data: {} })),
    ...named.map(({ id, kind, name }) => ({
      type: typeOf(kind),
      integrationId: String(id),
      config: { targetType: 'specific', targetIdentifier: String(id), targetDisplay: name },
      data: kind === 'pagerduty' ? { priority: 'default' } : {},
    })),
  ].map((one, index) => ({ id: String(index + 1), ...one, status: 'active' }));
}

function emailTargets({ teams }: ProjectView) {
  if (teams.length === 0) return [{ targetType: ownersTarget, targetIdentifier: null, targetDisplay: null }];
  return teams.map(({ id, slug }) => {
    return { targetType: 'team', targetIdentifier: String(id), targetDisplay: slug };
  });
}

/** The recipients that are these actions; `at` is the field of the list. */
export function recipientsOf(actions: readonly AlertAction[], targets: Targets, at: string): Recipients {
  const channelIds = actions.flatMap((one, index) =>
    one.type === 'email' ? [] : channelOf(one, targets.channels, `${at}.${index}`).id,
  );
  return { toTeam: isToTeam(actions, targets.project, at), channelIds: [...new Set(channelIds)] };
}

function isToTeam(actions: readonly AlertAction[], { slug, teams }: ProjectView, at: string): boolean {
  const emails = actions.flatMap((one, index) => (one.type === 'email' ? [{ ...one, at: `${at}.${index}` }] : []));
  if (emails.length === 0) return false;
  const names = teams.map((team) => `${team.id} (${team.slug})`).join(', ');
  const whom =
    teams.length === 0
      ? `The project ${slug} has no team, so its email goes to the owners: use ${ownersTarget}.`
      : `Email goes to the teams of the project ${slug}: use team with ${names}.`;
  for (const { config, data, ...email } of emails) {
    for (const name of Object.keys(data)) throw refuse(`${email.at}.data.${name}`, 'Email has no such setting.');
    const isKnown =
      teams.length === 0
        ? config.targetType === ownersTarget
        : config.targetType?.toLowerCase() === 'team' &&
          teams.some(({ id }) => String(id) === String(config.targetIdentifier));
    if (!isKnown) throw refuse(`${email.at}.config.targetType`, whom);
  }
  const missing = teams.filter(({ id }) =>
    emails.every(({ config }) => String(config.targetIdentifier) !== String(id)),
  );
  if (missing.length > 0) throw refuse(at, `${whom} Add an action for each of them.`);
  return true;
}

function channelOf({ type, integrationId, config, data }: AlertAction, channels: readonly ChannelView[], at: string) {
  const id = config.targetIdentifier ?? integrationId;
  const channel = channels.find((one) => String(one.id) === String(id));
  if (!channel) {
    const names = channels.map((one) => `${one.id} (${typeOf(one.kind)}: ${one.name})`).join(', ') || 'none yet';
    throw refuse(`${at}.config.targetIdentifier`, `Use the ID of a channel of Seismo: ${names}.`);
  }
  const { targetDisplay, targetType } = config;
  if (type !== typeOf(channel.kind))
    throw refuse(`${at}.type`, `The channel ${channel.id} is ${typeOf(channel.kind)}.`);
  if (integrationId && String(integrationId) !== String(channel.id))
    throw refuse(`${at}.integrationId`, `It is the ID of the channel: ${channel.id}.`);
  if (targetType && targetType !== 'specific') throw refuse(`${at}.config.targetType`, 'Use specific.');
  if (targetDisplay && targetDisplay !== channel.name)
    throw refuse(`${at}.config.targetDisplay`, `The channel ${channel.id} has the name ${channel.name}.`);
  for (const [name, value] of Object.entries(data)) {
    const isPriority = channel.kind === 'pagerduty' && name === 'priority' && value === 'default';
    if (!isPriority && value !== '') throw refuse(`${at}.data.${name}`, 'A channel has no such setting.');
  }
  return channel;
}
