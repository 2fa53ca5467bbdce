import { limits } from '@seismo/protocol';
import { z } from 'zod';
import type { ChannelSettings, HttpChannel } from '#alerts/channels/channel.ts';
import { httpChannels } from '#alerts/channels/http-channels.ts';
import { channelKinds, contentLevels, type ChannelKind } from '#domain/alerts/channel-kinds.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { onlyOrganization, requirePermission, requireSignedIn, type Viewer } from '#domain/permissions/viewer.ts';
import { channelNamed } from '#query/alerts/channels.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Channel, StateTx } from '#store/state/contract.ts';
import { audit } from '../audit.ts';
import type { CommandDeps, ServerCommandDeps } from '../deps.ts';
import { readInput } from '#platform/read-input.ts';
import type { Attempted } from './deliveries.ts';

const channelSchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(limits.CHANNEL_NAME_CHARS_MAX, `Use at most ${limits.CHANNEL_NAME_CHARS_MAX} characters.`),
  settings: z.record(
    z.string(),
    z
      .string()
      .trim()
      .max(limits.CHANNEL_SETTING_CHARS_MAX, `Use at most ${limits.CHANNEL_SETTING_CHARS_MAX} characters.`),
  ),
  content: z.enum(contentLevels),
  allRules: z.boolean(),
});

/** `settings`: by the names of the fields of its kind; an empty text is no value. */
export type ChannelInput = z.infer<typeof channelSchema>;

/** In the viewer's organization. Returns its ID. */
export async function createChannel(
  deps: CommandDeps,
  viewer: Viewer,
  { kind, ...input }: ChannelInput & { kind: ChannelKind },
): Promise<number> {
  requireSignedIn(viewer);
  const organizationId = onlyOrganization(viewer, permissions.createChannel);
  if (organizationId === null) throw new Refusal('forbidden', 'You are not in an organization.');
  requirePermission(viewer, permissions.createChannel, organizationId, 'organization');
  if (!Object.hasOwn(channelKinds, kind)) throw new Refusal('invalid', 'Choose a kind of channel.', 'kind');
  const channel = readInput(channelSchema, input);
  const settings = settingsOf(kind, channel.settings);
  return deps.state.write(async (tx) => {
    const others = await tx.listChannels([organizationId]);
    if (others.length >= limits.CHANNEL_COUNT_MAX) {
      throw new Refusal('invalid', `An organization can have at most ${limits.CHANNEL_COUNT_MAX} channels.`);
    }
    requireFreeName(others, channel.name);
    const createdAtMs = deps.clock.now();
    const address = addressOf(kind, settings);
    const id = await tx.addChannel({ organizationId, kind, ...channel, settings, address, createdAtMs });
    await audit(deps, tx, viewer, organizationId, 'channel-create', channel.name, channelKinds[kind].name);
    return id;
  });
}

/** A secret that is not given stays, as long as messages go to the same server. */
export async function changeChannel(
  deps: CommandDeps,
  viewer: Viewer,
  id: number,
  change: Partial<ChannelInput>,
): Promise<void> {
  const channel = await channelNamed(deps, viewer, permissions.changeChannel, id);
  const { organizationId, kind } = channel;
  const read = readInput(channelSchema.partial(), change);
  const settings = read.settings && settingsOf(kind, withStoredSecrets(channel, read.settings));
  await deps.state.write(async (tx) => {
    await requireChannel(tx, id);
    if (read.name !== undefined) {
      const channels = await tx.listChannels([organizationId]);
      requireFreeName(
        channels.filter((other) => other.id !== id),
        read.name,
      );
    }
    await tx.changeChannel(id, { ...read, settings, address: settings && addressOf(kind, settings) });
    await audit(deps, tx, viewer, organizationId, 'channel-change', read.name ?? channel.name, channelKinds[kind].name);
  });
}

export async function deleteChannel(deps: CommandDeps, viewer: Viewer, id: number): Promise<void> {
  const { organizationId, name, kind } = await channelNamed(deps, viewer, permissions.deleteChannel, id);
  await deps.state.write(async (tx) => {
    await requireChannel(tx, id);
    await tx.deleteChannel(id, deps.clock.now());
    await audit(deps, tx, viewer, organizationId, 'channel-delete', name, channelKinds[kind].name);
  });
}

/** Sends a test message and returns the answer of the other side. */
export async function testChannel(deps: ServerCommandDeps, viewer: Viewer, id: number): Promise<Attempted> {
  const { organizationId } = await channelNamed(deps, viewer, permissions.testChannel, id);
  const nowMs = deps.clock.now();
  const delivery = { organizationId, userId: null, channelId: id, about: 'test' as const, notice: null };
  const test = await deps.state.write((tx) => tx.addDelivery({ ...delivery, queuedAtMs: nowMs, dueAtMs: nowMs }));
  return deps.deliverer.sendNow(test);
}

/** Refuses each wrong value at its field, as `settings.url`. */
function settingsOf(kind: ChannelKind, entered: Record<string, string>): Record<string, string> {
  const given = Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== ''));
  const required = channelKinds[kind].fields.filter(({ name, isRequired }) => isRequired && given[name] === undefined);
  if (required.length > 0) {
    const fields = Object.fromEntries(required.map(({ name }) => [`settings.${name}`, 'Required.']));
    throw new Refusal('invalid', `${required[0]!.label}: Required.`, fields);
  }
  const { settings } = readInput(z.object({ settings: httpChannels[kind].settings }), { settings: given });
  return settings as Record<string, string>;
}

/** They were read from the same schema. */
function addressOf(kind: ChannelKind, settings: ChannelSettings): string {
  const channel: HttpChannel = httpChannels[kind];
  return channel.address(settings);
}

function withStoredSecrets({ kind, settings }: Channel, entered: Record<string, string>): Record<string, string> {
  if (settings === null || (entered.server ?? '') !== (settings.server ?? '')) return entered;
  const secrets = channelKinds[kind].fields.filter(({ name, isSecret }) => isSecret && (entered[name] ?? '') === '');
  return { ...entered, ...Object.fromEntries(secrets.map(({ name }) => [name, settings[name] ?? ''])) };
}

function requireFreeName(others: Channel[], name: string): void {
  if (others.some((other) => other.name === name)) {
    throw new Refusal('conflict', `A channel with the name ${name} already exists.`, 'name');
  }
}

/** It may have been deleted meanwhile. */
async function requireChannel(tx: StateTx, id: number): Promise<void> {
  const [channel] = await tx.channelsByIds([id]);
  if (!channel || channel.deletedAtMs !== null) throw new Refusal('conflict', 'This channel was deleted.');
}
