import { beforeEach, expect, test } from 'vitest';
import { anonymous, type Viewer } from '#domain/permissions/viewer.ts';
import type { DeliveryStatus } from '#store/state/contract.ts';
import { refuses } from '../../testing/refuses.ts';
import { openShop, withScopes } from '../../testing/test-server.ts';

const { server, organizationId, owner } = await openShop();
const answer = { isSent: true, answer: '250 ok' };
let attempted: { id: number; status: DeliveryStatus | undefined }[];

beforeEach(() => {
  attempted = [];
  server.deps.deliverer.sendNow = async (id) => {
    attempted.push({ id, status: (await server.state.delivery(id))?.status });
    return answer;
  };
});

/** A message to the owner whose last attempt ended like this. */
function deliveryThat(status: DeliveryStatus): Promise<number> {
  const delivery = { organizationId, userId: owner.userId, channelId: null, about: 'issues' as const, notice: null };
  return server.state.write(async (tx) => {
    const id = await tx.addDelivery({ ...delivery, queuedAtMs: 1, dueAtMs: 1 });
    if (status === 'queued') return id;
    const number = (await tx.beginAttempt(id, 2))!;
    if (status !== 'sending') await tx.endAttempt(id, { number, atMs: 3, answer: '', status, dueAtMs: null });
    return id;
  });
}

test.each(['failed', 'canceled'] as const)('a message that %s is queued and attempted at once', async (status) => {
  const id = await deliveryThat(status);
  expect(await server.command.resendDelivery(owner, id)).toEqual(answer);
  expect(attempted).toEqual([{ id, status: 'queued' }]);
  expect(await server.state.delivery(id)).toMatchObject({ dueAtMs: server.clock.now(), endedAtMs: null });
});

test.each(['queued', 'sending', 'sent'] as const)('a message that is %s is not sent again', async (status) => {
  const id = await deliveryThat(status);
  const before = await server.state.delivery(id);
  await refuses(server.command.resendDelivery(owner, id), 'conflict');
  expect(attempted).toEqual([]);
  expect(await server.state.delivery(id)).toEqual(before);
});

test('a number that no message has is not found', async () => {
  for (const id of [0, 9_999, 1.5, Number.NaN, Infinity]) {
    await refuses(server.command.resendDelivery(owner, id), 'not-found');
  }
});

test('a test message goes to the viewer alone', async () => {
  const admin = await server.user(organizationId, 'admin');
  expect(await server.command.sendTestEmail(admin)).toEqual(answer);
  const { id } = attempted[0]!;
  expect(await server.state.delivery(id)).toMatchObject({ organizationId, userId: admin.userId, about: 'test' });
  expect(await server.state.alertIdsOf(id)).toEqual([]);
});

test('a test message is refused to tokens, members and viewers of no or several organizations', async () => {
  const other = await server.organization('other');
  const both: Viewer = { ...owner, memberships: [...owner.memberships, { organizationId: other, role: 'owner' }] };
  const refused: [Viewer, string][] = [
    [anonymous, 'not-signed-in'],
    [withScopes(owner, ['org:write']), 'forbidden'],
    [await server.user(organizationId, 'member'), 'forbidden'],
    [{ ...owner, memberships: [] }, 'forbidden'],
    [both, 'invalid'],
  ];
  for (const [viewer, code] of refused) await refuses(server.command.sendTestEmail(viewer), code);
  expect(attempted).toEqual([]);
});
