import { limits } from '@seismo/protocol';
import { expect, test } from 'vitest';
import type { MaintenanceTimes } from '#domain/alerts/maintenance.ts';
import { refuses } from '../../testing/refuses.ts';
import { openShop } from '../../testing/test-server.ts';

const hour = 3_600_000;
const day = 24 * hour;
const { server, shop, owner } = await openShop();
const web = await server.command.createProject(owner, { slug: 'web', name: 'Web', platform: 'javascript' });
const once = (fromMs: number, toMs: number): MaintenanceTimes => ({
  kind: 'once',
  startsAtMs: server.clock.now() + fromMs,
  endsAtMs: server.clock.now() + toMs,
});
const schedule = { timeZone: 'Europe/Berlin', days: [7, 6, 6], from: '02:00', to: '04:00' };
const create = (given: object = {}, viewer = owner) =>
  server.command.createMaintenanceWindow(viewer, {
    name: 'Upgrade',
    projectIds: [shop.id],
    times: once(0, hour),
    ...given,
  });
const windows = () => server.query.maintenanceWindows(owner);
const viewOf = async (id: number) => (await windows()).find((window) => window.id === id);
const deleteAll = async () => {
  for (const { id } of await windows()) await server.command.deleteMaintenanceWindow(owner, id);
};

test('the list has active windows first, then the next ones, then those that have ended', async () => {
  const ended = await create({ name: 'Ended', times: once(-3 * hour, hour) });
  const endedLater = await create({ name: 'Ended later', times: once(-3 * hour, 2 * hour) });
  const later = await create({ name: 'Later', projectIds: null, times: once(9 * hour, 10 * hour) });
  const next = await create({
    name: ' Next ',
    projectIds: [web.id, shop.id, shop.id],
    times: once(5 * hour, 9 * hour),
  });
  const active = await create({ name: 'Active', times: once(2 * hour, 6 * hour) });
  // 2026-11-21, a Saturday: 16:00 in Berlin.
  const weekly = await create({ times: { kind: 'weekly', schedule } });
  server.clock.nowMs += 2.5 * hour;
  const found = await windows();
  expect(found.map(({ id }) => id)).toEqual([active, next, later, weekly, endedLater, ended]);
  expect(found.map(({ status }) => status)).toEqual(['active', 'next', 'next', 'next', 'ended', 'ended']);
  expect(found[0]).toMatchObject({ name: 'Active', projects: [{ slug: 'shop', name: 'Shop' }], weekly: null });
  expect(found[1]).toMatchObject({ name: 'Next', projects: [{ slug: 'shop' }, { slug: 'web' }] });
  expect(found[2]).toMatchObject({ projects: null });
  expect(found[3]).toMatchObject({
    weekly: 'Every Sat and Sun, 02:00–04:00 Europe/Berlin',
    times: { kind: 'weekly', schedule: { days: [6, 7] } },
    period: { fromMs: Date.UTC(2026, 10, 22, 1), toMs: Date.UTC(2026, 10, 22, 3) },
  });
  expect(found[4]).toMatchObject({ period: null });
  await deleteAll();
});

test('wrong values are refused at their fields', async () => {
  const refused = async (given: object, at: string, message: string) =>
    expect(create(given), message).rejects.toMatchObject({ code: 'invalid', fields: { [at]: message } });
  await refused({ name: ' ' }, 'name', 'Enter a name.');
  await refused({ name: 'a'.repeat(101) }, 'name', 'Use at most 100 characters.');
  await refused({ projectIds: [] }, 'projectIds', 'Select at least one project.');
  await refused({ times: once(hour, hour) }, 'times.endsAtMs', 'The end must be after the start.');
  await refused({ times: once(-2 * hour, 0) }, 'times.endsAtMs', 'The end must be in the future.');
  await refused(
    { times: once(0, 90 * day + 1) },
    'times.endsAtMs',
    'At most 90 days. Turn rules off to silence them for longer.',
  );
  const noStart = { kind: 'once', startsAtMs: Number.NaN, endsAtMs: 5 };
  await refused({ times: noStart }, 'times.startsAtMs', 'Enter a date and a time.');
  const weekly = (given: object) => ({ times: { kind: 'weekly', schedule: { ...schedule, ...given } } });
  await refused(weekly({ days: [] }), 'times.schedule.days', 'Choose at least one day.');
  await refused(weekly({ from: '25:00' }), 'times.schedule.from', 'Enter a time, such as 09:00.');
  await refused(
    weekly({ timeZone: 'Berlin' }),
    'times.schedule.timeZone',
    'Choose a time zone, such as Europe/Berlin.',
  );
  await refused(
    weekly({ days: [1, 2, 3, 4, 5, 6, 7], to: '02:00' }),
    'times.schedule.days',
    'This is all the time. Leave out a day, or turn the rules off.',
  );
  await refuses(create({ times: { kind: 'monthly' } }), 'invalid');
  await refuses(create({ extra: 1 }), 'invalid');
  expect(await windows()).toEqual([]);
  await create({ times: once(0, 90 * day) });
  await deleteAll();
});

test('a window has projects of its organization only', async () => {
  const organizationId = await server.organization('other');
  const stranger = await server.user(organizationId, 'owner');
  const theirs = await server.command.createProject(stranger, { slug: 'api', name: 'API', platform: 'javascript' });
  const at = { code: 'conflict', fields: { projectIds: expect.any(String) } };
  await expect(create({ projectIds: [theirs.id] })).rejects.toMatchObject(at);
  const id = await create();
  const change = server.command.setMaintenanceWindow(owner, id, { projectIds: [shop.id, theirs.id] });
  await expect(change).rejects.toMatchObject(at);
  await create({ projectIds: null }, stranger);
  expect((await windows()).map((window) => window.id)).toEqual([id]);
  expect(await server.query.maintenanceWindows(stranger)).toHaveLength(1);
  await deleteAll();
});

test('a change leaves the rest as it is, and may not end in the past', async () => {
  const id = await create();
  await server.command.setMaintenanceWindow(owner, id, { name: 'Longer' });
  expect(await viewOf(id)).toMatchObject({ name: 'Longer', projects: [{ slug: 'shop' }], status: 'active' });
  await server.command.setMaintenanceWindow(owner, id, { projectIds: null });
  expect(await viewOf(id)).toMatchObject({ name: 'Longer', projects: null, status: 'active' });
  await server.command.setMaintenanceWindow(owner, id, { times: { kind: 'weekly', schedule } });
  expect(await viewOf(id)).toMatchObject({ status: 'next', times: { kind: 'weekly' } });
  await refuses(server.command.setMaintenanceWindow(owner, id, { times: once(-2 * hour, -hour) }), 'invalid');
  await server.command.setMaintenanceWindow(owner, id, { times: once(-hour, hour) });
  expect(await viewOf(id)).toMatchObject({ status: 'active' });
  await deleteAll();
});

test('an active window ends now, and one that repeats, has ended or has not begun does not', async () => {
  const id = await create({ times: once(-hour, hour) });
  await server.command.endMaintenanceWindow(owner, id);
  expect(await viewOf(id)).toMatchObject({ status: 'ended', times: { endsAtMs: server.clock.now() } });
  await refuses(server.command.endMaintenanceWindow(owner, id), 'conflict');
  await refuses(server.command.endMaintenanceWindow(owner, await create({ times: once(hour, 2 * hour) })), 'conflict');
  const weekly = await create({ times: { kind: 'weekly', schedule } });
  await refuses(server.command.endMaintenanceWindow(owner, weekly), 'conflict');
  await server.command.deleteMaintenanceWindow(owner, weekly);
  await refuses(server.command.deleteMaintenanceWindow(owner, weekly), 'not-found');
  await refuses(server.command.setMaintenanceWindow(owner, weekly, {}), 'not-found');
  await deleteAll();
});

test('an organization has a limited number of windows', async () => {
  for (let index = 0; index < limits.MAINTENANCE_WINDOW_COUNT_MAX; index++) await create();
  await refuses(create(), 'invalid');
  await deleteAll();
});

test('the audit log names projects and times', async () => {
  const at = new Date(server.clock.now()).toISOString();
  const end = new Date(server.clock.now() + hour).toISOString();
  const id = await create({ projectIds: [shop.id, web.id] });
  await server.command.setMaintenanceWindow(owner, id, { name: 'Longer', projectIds: null });
  await server.command.endMaintenanceWindow(owner, id);
  await server.command.setMaintenanceWindow(owner, id, { times: { kind: 'weekly', schedule } });
  await server.command.deleteMaintenanceWindow(owner, id);
  const page = { userId: null, action: null, cursor: null, count: 5 };
  const { entries } = await server.query.auditLog(owner, 'acme', page);
  expect(entries.map(({ action, subject, detail }) => [action, subject, detail])).toEqual([
    ['maintenance-delete', 'Longer', ''],
    ['maintenance-change', 'Longer', 'all projects: Every Sat and Sun, 02:00–04:00 Europe/Berlin'],
    ['maintenance-end', 'Longer', ''],
    ['maintenance-change', 'Longer', `all projects: ${at} to ${end}`],
    ['maintenance-create', 'Upgrade', `shop, web: ${at} to ${end}`],
  ]);
});
