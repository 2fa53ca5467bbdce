import { limits } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { defaultNotifications } from '#domain/notifications/settings.ts';
import { anonymous, type Viewer } from '#domain/permissions/viewer.ts';
import { refuses } from '../../testing/refuses.ts';
import { openShop } from '../../testing/test-server.ts';
import type { NotificationSettingsInput } from './set-notifications.ts';

const { server, organizationId, owner, shop } = await openShop();
const { command, query, state } = server;
const twinId = await server.organization('twin');
const twinOwner = await server.user(twinId, 'owner');
const other = await command.createProject(twinOwner, { slug: 'shop', name: 'A shop', platform: '' });

const differing = (projectId: number, kinds: NotificationSettingsInput['projects'][number]['kinds']) => ({
  ...defaultNotifications,
  projects: [{ projectId, kinds }],
});

/** A member of both organizations. */
async function memberOfBoth(): Promise<Viewer> {
  const { userId } = await server.user(organizationId, 'member');
  await state.write((tx) => tx.setMembership({ organizationId: twinId, userId, role: 'viewer' }));
  return { userId, memberships: await state.membershipsOf(userId), scopes: null, boundTo: null };
}

test('settings are the defaults until the user saves some, and are private', async () => {
  const viewer = await server.user(organizationId, 'viewer');
  expect(await query.notificationSettings(viewer)).toEqual({
    settings: defaultNotifications,
    isSaved: false,
    projects: [{ id: shop.id, slug: 'shop', name: 'Shop', organization: 'acme' }],
    hasEmail: false,
  });
  const settings = {
    kinds: { ...defaultNotifications.kinds, comments: 'daily' as const, status: 'off' as const },
    browser: { ...defaultNotifications.browser, mentioned: false },
    projects: [{ projectId: shop.id, kinds: { alerts: 'off' as const, status: 'now' as const } }],
    dailyAt: '17:30',
    timeZone: 'Europe/Berlin',
    weeklyReport: false,
  };
  await command.setNotificationSettings(viewer, settings);
  expect(await query.notificationSettings(viewer)).toMatchObject({ settings, isSaved: true });
  expect((await query.notificationSettings(owner)).settings).toEqual(defaultNotifications);
  server.deps.config.mail = { from: 'seismo@example.com' };
  expect(await query.notificationSettings(viewer)).toMatchObject({ hasEmail: true });
});

test('a project that differs in nothing is not stored', async () => {
  await command.setNotificationSettings(owner, differing(shop.id, {}));
  expect((await query.notificationSettings(owner)).settings).toEqual(defaultNotifications);
});

test('projects of all organizations are offered by name; those out of sight are refused, and not shown later', async () => {
  const both = await memberOfBoth();
  expect((await query.notificationSettings(both)).projects).toEqual([
    { id: other.id, slug: 'shop', name: 'A shop', organization: 'twin' },
    { id: shop.id, slug: 'shop', name: 'Shop', organization: 'acme' },
  ]);
  const settings = differing(other.id, { alerts: 'off' });
  for (const viewer of [owner, await server.user(twinId, 'support')]) {
    await expect(command.setNotificationSettings(viewer, settings)).rejects.toMatchObject({
      code: 'invalid',
      fields: { 'projects.0.projectId': 'Project not found, or you do not have access to it.' },
    });
  }
  expect((await query.notificationSettings(await server.user(twinId, 'support'))).projects).toEqual([]);
  await command.setNotificationSettings(both, settings);
  const here = { ...both, memberships: both.memberships.filter((one) => one.organizationId === organizationId) };
  expect((await query.notificationSettings(here)).settings.projects).toEqual([]);
  await command.setNotificationSettings(here, defaultNotifications);
  expect((await query.notificationSettings(both)).settings.projects).toEqual([]);
});

test('a session of one organization leaves the projects of others as they are', async () => {
  const both = await memberOfBoth();
  await command.setNotificationSettings(both, differing(other.id, { alerts: 'off' }));
  const memberships = both.memberships.filter((one) => one.organizationId === organizationId);
  const bound = { ...both, memberships, boundTo: organizationId };
  await command.setNotificationSettings(bound, differing(shop.id, { alerts: 'daily' }));
  expect((await query.notificationSettings(both)).settings.projects).toEqual([
    { projectId: shop.id, kinds: { alerts: 'daily' } },
    { projectId: other.id, kinds: { alerts: 'off' } },
  ]);
  await command.setNotificationSettings(both, defaultNotifications);
  expect((await query.notificationSettings(both)).settings.projects).toEqual([]);
});

test('neither a token nor a visitor reads or changes them', async () => {
  const token = { ...owner, scopes: ['event:read' as const] };
  for (const [viewer, code] of [
    [anonymous, 'not-signed-in'],
    [token, 'forbidden'],
  ] as const) {
    await refuses(query.notificationSettings(viewer), code);
    await refuses(command.setNotificationSettings(viewer, defaultNotifications), code);
  }
});

test.each<[field: string, bad: object]>([
  ['kinds.alerts', { kinds: { ...defaultNotifications.kinds, alerts: 'weekly' } }],
  ['kinds.status', { kinds: { alerts: 'now', assigned: 'now', mentioned: 'now', comments: 'now' } }],
  ['kinds', { kinds: { ...defaultNotifications.kinds, deploys: 'now' } }],
  ['projects.0.kinds.alerts', differing(shop.id, { alerts: 'never' as never })],
  ['projects.0.projectId', differing(Number.NaN, {})],
  ['projects.0.projectId', differing(999, {})],
  ['projects', { projects: [1, 2].map(() => ({ projectId: shop.id, kinds: { alerts: 'off' } })) }],
  [
    'projects',
    {
      projects: Array.from({ length: limits.NOTIFICATION_PROJECT_COUNT_MAX + 1 }, (_, at) => ({
        projectId: at + 1,
        kinds: {},
      })),
    },
  ],
  ['dailyAt', { dailyAt: '24:00' }],
  ['dailyAt', { dailyAt: '8:00' }],
  ['timeZone', { timeZone: 'Mars/Olympus' }],
  ['timeZone', { timeZone: '+02:00' }],
  ['weeklyReport', { weeklyReport: 'on' }],
])('refuses an invalid value of %s: %j', async (field, bad) => {
  const viewer = await server.user(organizationId, 'viewer');
  const saving = command.setNotificationSettings(viewer, { ...defaultNotifications, ...bad } as never);
  await expect(saving).rejects.toMatchObject({ code: 'invalid', fields: { [field]: expect.any(String) } });
  expect(await query.notificationSettings(viewer)).toMatchObject({ isSaved: false });
});
