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
