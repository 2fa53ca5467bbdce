import { expect, test } from 'vitest';
import { refuses } from '../../testing/refuses.ts';
import { openShop } from '../../testing/test-server.ts';

const { server, organizationId, owner, shop } = await openShop();
const viewer = await server.user(organizationId, 'viewer');
const [first] = await server.query.alertRules(owner, ['shop']);
const { id } = first!;

test('a user mutes a rule for themselves, and neither others nor the audit log see it', async () => {
  const page = { userId: null, action: null, cursor: null, count: 50 };
  const audited = await server.query.auditLog(owner, 'acme', page);
  const before = await server.query.alertRules(owner, ['shop']);
  await server.command.muteAlertRule(viewer, id, true);
  await server.command.muteAlertRule(viewer, id, true);
  expect(await server.query.alertRule(viewer, id)).toEqual({ ...first, isMuted: true });
  expect((await server.query.alertRules(viewer, ['shop'])).map(({ isMuted }) => isMuted)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(await server.query.alertRule(owner, id)).toEqual({ ...first, isMuted: false });
  expect(await server.query.alertRules(owner, ['shop'])).toEqual(before);
  expect(await server.query.auditLog(owner, 'acme', page)).toEqual(audited);

  await server.command.muteAlertRule(owner, id, true);
  await server.command.muteAlertRule(viewer, id, false);
  expect((await server.state.listAlertRules([shop.id]))[0]!.mutedBy).toEqual([owner.userId]);
  expect((await server.query.alertRule(viewer, id)).isMuted).toBe(false);
});

test('a viewer without a user mutes nothing, and a token of a user mutes for the user', async () => {
  const [before] = await server.state.listAlertRules([shop.id]);
  const system = { ...viewer, userId: null };
  await expect(server.command.muteAlertRule(system, id, true)).rejects.toMatchObject({
    code: 'forbidden',
    message: 'Only a user can mute a rule. Sign in, or use a token of your account.',
  });
  expect((await server.state.listAlertRules([shop.id]))[0]).toEqual(before);
  expect((await server.query.alertRule(system, id)).isMuted).toBe(false);
  await server.command.muteAlertRule({ ...viewer, scopes: ['event:read'] }, id, true);
  expect((await server.query.alertRule(viewer, id)).isMuted).toBe(true);
});

test('a deleted rule cannot be muted', async () => {
  await server.command.deleteAlertRule(owner, id);
  await refuses(server.command.muteAlertRule(viewer, id, true), 'not-found');
});
