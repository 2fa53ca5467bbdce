import { createHash } from 'node:crypto';
import { limits } from '@seismo/protocol';
import { z } from 'zod';
import { isPushPublicKey, isPushSecret, newPushKeys } from '#alerts/channels/web-push.ts';
import { organizationsFor, requirePersonalSession, withinReach, type Viewer } from '#domain/permissions/viewer.ts';
import { readInput } from '#platform/read-input.ts';
import { Refusal } from '#platform/refusal.ts';
import { hashSecret } from '#query/accounts/session.ts';
import { browserOf } from '#query/accounts/sessions.ts';
import type { Browser, StateTx } from '#store/state/contract.ts';
import type { Attempted } from '../alerts/deliveries.ts';
import type { CommandDeps, ServerCommandDeps } from '../deps.ts';

const unusable = 'The browser gave no usable subscription. Reload the page and try again.';

const subscriptionSchema = z.strictObject(
  {
    endpoint: z.string(unusable).max(limits.PUSH_ENDPOINT_CHARS_MAX, unusable).refine(isEndpoint, unusable),
    p256dh: z.string(unusable).max(100, unusable).refine(isPushPublicKey, unusable),
    auth: z.string(unusable).max(100, unusable).refine(isPushSecret, unusable),
  },
  unusable,
);

export type PushSubscriptionInput = z.input<typeof subscriptionSchema>;

/** Returns the key with which a browser subscribes to messages of this server. */
export async function beginBrowser({ state }: CommandDeps, viewer: Viewer): Promise<{ publicKey: string }> {
  requirePersonalSession(viewer);
  return state.write(async (tx) => {
    const known = await tx.pushKeys();
    const keys = known ?? newPushKeys();
    if (known === null) await tx.setPushKeys(keys);
    return { publicKey: keys.publicKey };
  });
}

/** Sends what concerns the viewer to the browser of this cookie too, until its session ends. */
export async function addBrowser(
  { state, clock }: CommandDeps,
  viewer: Viewer,
  cookie: string,
  input: PushSubscriptionInput,
): Promise<number> {
  const userId = requirePersonalSession(viewer);
  const subscription = readInput(subscriptionSchema, input);
  const nowMs = clock.now();
  return state.write(async (tx) => {
    const session = await tx.sessionByHash(hashSecret(String(cookie)), nowMs);
    if (session?.userId !== userId) throw new Refusal('not-signed-in', 'Sign in first.');
    const others = (await tx.listBrowsers([userId], nowMs)).filter(({ sessionHash }) => sessionHash !== session.hash);
    if (others.length >= limits.BROWSER_COUNT_MAX) {
      const most = `At most ${limits.BROWSER_COUNT_MAX} browsers can get notifications. Remove one first.`;
      throw new Refusal('conflict', most);
    }
    return tx.addBrowser({
      userId,
      sessionHash: session.hash,
      name: browserOf(session.userAgent),
      endpointHash: createHash('sha256').update(subscription.endpoint).digest('hex'),
      subscription,
      createdAtMs: nowMs,
    });
  });
}

export async function removeBrowser({ state, clock }: CommandDeps, viewer: Viewer, id: number): Promise<void> {
  requirePersonalSession(viewer);
  await state.write(async (tx) => {
    const browser = await ownBrowser(tx, viewer, id, clock.now());
    await tx.deleteBrowser(browser.id, clock.now());
  });
}

/** Sends a test to one of the viewer's browsers and returns the answer of its push service. */
export async function testBrowser(deps: ServerCommandDeps, viewer: Viewer, id: number): Promise<Attempted> {
  const userId = requirePersonalSession(viewer);
  const nowMs = deps.clock.now();
  const delivery = await deps.state.write(async (tx) => {
    const { id: browserId } = await ownBrowser(tx, viewer, id, nowMs);
    const [organizationId] = organizationsFor(viewer, 'event:read');
    if (organizationId === undefined) {
      throw new Refusal('forbidden', 'Your role sees no issues, so there is nothing to notify you of.');
    }
    const to = { organizationId, userId, channelId: null, browserId };
    return tx.addDelivery({ ...to, about: 'test', notice: null, queuedAtMs: nowMs, dueAtMs: nowMs });
  });
  return deps.deliverer.sendNow(delivery);
}

async function ownBrowser(tx: StateTx, viewer: Viewer, id: number, nowMs: number): Promise<Browser> {
  const all = withinReach(viewer, await tx.listBrowsers([viewer.userId!], nowMs));
  const browser = all.find((one) => one.id === id);
  if (!browser) throw new Refusal('not-found', 'Browser not found. Its session may have ended.');
  return browser;
}

/** The parser of URLs skips line breaks and tabs, so they are refused here. */
function isEndpoint(text: string): boolean {
  if (!/^https:\/\//i.test(text) || /\s/.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
