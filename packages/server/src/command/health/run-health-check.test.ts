import { expect, test } from 'vitest';
import { anonymous } from '#domain/permissions/viewer.ts';
import { refuses } from '../../testing/refuses.ts';
import { openTestServer } from '../../testing/test-server.ts';

test('only owners of the first organization and the command line check the server', async () => {
  const { command, query, organization, user } = await openTestServer();
  const [main, other] = [await organization('main'), await organization('other')];
  const check = (viewer: Parameters<typeof command.runHealthCheck>[0]) =>
    command.runHealthCheck(viewer, 'dead-letters');
  const ok = { id: 'dead-letters', severity: 'ok' };
  expect(await check(await user(main, 'owner'))).toMatchObject(ok);
  expect(
    await check({ userId: null, memberships: [{ organizationId: main, role: 'owner' }], scopes: null, boundTo: null }),
  ).toMatchObject(ok);
  await refuses(check(await user(main, 'admin')), 'forbidden');
  await refuses(check(await user(other, 'owner')), 'not-found');
  await refuses(check(anonymous), 'not-signed-in');
  await refuses(command.runHealthCheck(await user(main, 'owner'), 'constructor'), 'not-found');
  for (const [id, role, may] of [
    [main, 'owner', true],
    [main, 'admin', false],
    [other, 'owner', false],
  ] as const)
    expect(await query.mayCheckServer(await user(id, role))).toBe(may);
});

test('only owners of the first organization see backups, and resume a restored server', async () => {
  const { command, query, state, organization, user } = await openTestServer();
  const [main, other] = [await organization('main'), await organization('other')];
  const restored = { backupAtMs: 0, restoredAtMs: 1 };
  await state.write((tx) => tx.setSetting('restored', JSON.stringify(restored)));
  const owner = await user(main, 'owner');
  for (const call of [command.resumeOutgoing, query.backupHealth]) {
    await refuses(call(await user(main, 'admin')), 'forbidden');
    await refuses(call(await user(other, 'owner')), 'not-found');
    await refuses(call(anonymous), 'not-signed-in');
  }
  expect(await query.backupHealth(owner)).toMatchObject({ schedule: null, last: null, restored });
  expect(await command.resumeOutgoing(owner)).toEqual({ wasPaused: true });
  expect(await command.resumeOutgoing(owner)).toEqual({ wasPaused: false });
  expect(await state.setting('restored')).toBe('');
  const { entries } = await query.auditLog(owner, 'main', { userId: null, action: null, cursor: null, count: 1 });
  expect(entries[0]).toMatchObject({ action: 'outgoing-resume', detail: 'the backup of 1970-01-01T00:00:00.000Z' });
});
