import { limits, type UserId } from '@seismo/protocol';
import { beforeEach, expect, test } from 'vitest';
import type { AlertRuleInput } from '#command/alerts/alert-rules.ts';
import { looks } from '#domain/releases/measured-health.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { ProjectView } from '#query/projects/views.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { escalate } from './escalate.ts';
import { measureReleases } from './measure-releases.ts';
import { newChannel } from './new-channel.fixture.ts';
import { readMessage } from './read-message.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
let server: TestServer;
let owner: Viewer & { userId: UserId };
let shop: ProjectView;
let lagMs: number;
/** What happens while releases are measured. */
let meanwhile: () => Promise<unknown>;
let failures: unknown[];

beforeEach(async () => {
  server = await openTestServer();
  const organizationId = await server.organization('main');
  owner = await server.user(organizationId, 'owner');
  shop = await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'javascript' });
  for (const { id } of await server.query.alertRules(owner, ['shop'])) await server.command.deleteAlertRule(owner, id);
  [lagMs, meanwhile, failures] = [0, async () => {}, []];
  later(30 * day);
});

const later = (ms: number) => void (server.clock.nowMs += ms);

const deps = () => ({
  ...server.deps,
  config: { publicUrl: 'http://seismo.test', mail: { from: 'alerts@seismo.test' } },
  paused: async () => null,
  async lagMs() {
    await meanwhile();
    return lagMs;
  },
  failed: (error: unknown) => failures.push(error),
});

const measure = async (): Promise<boolean> => {
  const hasAlerts = await measureReleases(deps());
  expect(failures).toEqual([]);
  return hasAlerts;
};

async function sessions(
  release: string,
  counts: { exited?: number; crashed?: number; errored?: number },
): Promise<void> {
  const attrs = { release, environment: 'production' };
  const started = (server.clock.now() - minute) / 1000;
  await server.sendItem(shop, { type: 'sessions' }, { attrs, aggregates: [{ started, ...counts }] });
}

const deploy = (version: string, environment: string) =>
  server.command.addDeploy(owner, version, { environment, name: '', url: '', startedAtMs: null, finishedAtMs: null });

const rule = (given: Partial<AlertRuleInput> = {}) =>
  server.command.createAlertRule(owner, 'shop', {
    name: 'Bad release',
    trigger: 'release',
    condition: { kind: 'release', ratings: ['bad'] },
    ...given,
  });

const alerts = async () => (await server.query.alerts(owner, { projects: ['shop'], cursor: null, count: 10 })).alerts;
const summaries = (version: string) => server.query.releaseSummaries(owner, version);

/** The release 1.0 in use, and 2.0 a little later. */
async function newRelease(counts: { exited?: number; crashed?: number }): Promise<void> {
  await sessions('1.0', { exited: 20_000, crashed: 40 });
  later(2 * hour);
  await sessions('2.0', counts);
  expect(await measure()).toBe(false);
}

test('a release that crashes more is reported once, a quarter of an hour after it was seen first', async () => {
  await rule();
  await server.report(shop, 'steady', { release: '1.0', count: 8 });
  await newRelease({ exited: 950, crashed: 50 });
  await server.report(shop, 'new', { release: '2.0', level: 'fatal', value: 'gone wrong', user: { id: '7' } });
  expect(await summaries('2.0')).toMatchObject([{ environment: '', measured: null }]);
  later(13 * minute);
  expect(await measure()).toBe(false);
  later(minute);
  expect(await measure()).toBe(true);
  later(minute);
  expect(await measure()).toBe(false);

  const [alert, ...others] = await alerts();
  expect(others).toEqual([]);
  expect(alert).toMatchObject({
    issue: null,
    metric: null,
    release: { version: '2.0', environment: '', rating: 'bad' },
    isAtWindowEnd: true,
    matches: [{ ruleName: 'Bad release', when: 'A release with the verdict bad', suppressed: null }],
  });
  const [summary] = await summaries('2.0');
  expect(summary).toMatchObject({
    project: { slug: 'shop' },
    dueAtMs: null,
    measured: {
      window: '15 minutes',
      rating: 'bad',
      sessions: { count: 1000, before: 20_040 },
      events: null,
      newIssues: { count: 1, issues: [{ shortId: 'SHOP-2', value: 'gone wrong', events: 1, users: 1 }] },
      regressedIssues: { count: 0 },
      goneIssues: { count: 0 },
    },
  });
  expect(summary!.measured!.reasons).toEqual(alert!.release!.reasons);
  const { value, before, low, high } = summary!.measured!.crashFree!;
  expect([value, before]).toEqual([0.95, 20_000 / 20_040]);
  expect([low < value - before, value - before < high, high < 0]).toEqual([true, true, true]);

  const delivery = (await server.state.delivery(alert!.deliveries[0]!.id))!;
  expect(delivery).toMatchObject({ about: 'releases', userId: owner.userId });
  const { message } = (await readMessage(deps(), delivery))!;
  expect(message).toMatchObject({
    about: 'releases',
    releaseCount: 1,
    releases: [
      {
        project: 'shop',
        version: '2.0',
        environment: '',
        url: 'http://seismo.test/releases/2.0',
        rating: 'bad',
        ruleNames: ['Bad release'],
        untilMs: summary!.startedAtMs + 15 * minute,
        reasons: summary!.measured!.reasons,
        acknowledgeUrl: null,
        newIssues: { count: 1, issues: [{ shortId: 'SHOP-2', url: 'http://seismo.test/issues/SHOP-2', users: 1 }] },
      },
    ],
  });
  await server.command.muteAlertRule(owner, alert!.matches[0]!.ruleId!, true);
  expect(await readMessage(deps(), delivery)).toBeNull();
});

test('a release is measured again until it is good, and is unclear after a day', async () => {
  await rule({ condition: { kind: 'release', ratings: ['good', 'unclear'] } });
  await newRelease({ exited: 300 });
  later(14 * minute);
  expect(await measure()).toBe(false);
  const [{ dueAtMs, startedAtMs, measured }] = (await summaries('2.0')) as [Awaited<ReturnType<typeof summaries>>[0]];
  expect([measured!.rating, dueAtMs! - startedAtMs]).toEqual(['unclear', hour]);
  await sessions('2.0', { exited: 9700, crashed: 2 });
  later(46 * minute);
  expect(await measure()).toBe(true);
  expect((await alerts())[0]!.release).toMatchObject({ version: '2.0', rating: 'good' });

  await sessions('3.0', { exited: 10 });
  for (const { windowMs } of looks) {
    await measure();
    later(windowMs);
  }
  expect(await measure()).toBe(true);
  expect((await alerts()).map(({ release }) => release!.rating)).toEqual(['unclear', 'good']);
  expect((await summaries('3.0'))[0]).toMatchObject({ dueAtMs: null, measured: { window: '24 hours' } });
});

test('a deploy is measured in its environment, and takes the place of the first sight', async () => {
  await rule({ environments: ['production'] });
  await rule({ name: 'Elsewhere', environments: ['staging'] });
  await newRelease({ exited: 950, crashed: 50 });
  later(5 * minute);
  await deploy('2.0', 'production');
  expect(await measure()).toBe(false);
  expect(await summaries('2.0')).toMatchObject([{ environment: 'production' }]);
  later(9 * minute);
  await sessions('2.0', { exited: 950, crashed: 50 });
  later(5 * minute);
  expect(await measure()).toBe(false);
  later(minute);
  expect(await measure()).toBe(true);
  const [alert] = await alerts();
  expect(alert!.matches).toMatchObject([{ ruleName: 'Bad release' }]);
  expect(alert!.release).toMatchObject({ environment: 'production', rating: 'bad' });
});

test('neither the first release of a project nor what started long ago is measured', async () => {
  await sessions('1.0', { exited: 10 });
  later(hour);
  await measure();
  expect(await summaries('1.0')).toEqual([]);
  await sessions('2.0', { exited: 10 });
  later(day + minute);
  await measure();
  expect(await summaries('2.0')).toEqual([]);
});

test('releases wait while reports are not processed yet', async () => {
  await rule();
  await newRelease({ exited: 950, crashed: 50 });
  lagMs = limits.ALERT_LAG_MS_MAX + 1;
  later(20 * minute);
  expect(await measure()).toBe(false);
  lagMs = 0;
  expect(await measure()).toBe(true);
});

test('a release that is deployed while it is measured is measured anew', async () => {
  await rule();
  await newRelease({ exited: 950, crashed: 50 });
  later(15 * minute);
  const started = { projectId: shop.id, version: '2.0', environment: 'production', startedAtMs: server.clock.now() };
  meanwhile = () => server.state.write((tx) => tx.addReleaseSummaries([started]));
  expect(await measure()).toBe(false);
  expect(await summaries('2.0')).toMatchObject([{ environment: 'production', measured: null }]);
});

test('one release that cannot be measured does not keep others from it', async () => {
  await rule();
  await newRelease({ exited: 950, crashed: 50 });
  await sessions('3.0', { exited: 950, crashed: 50 });
  await measure();
  later(15 * minute);
  const { telemetry } = server.deps;
  let queries = 0;
  const query: typeof telemetry.query = (...asked) => {
    if (queries++ === 0) throw new Error('no memory');
    return telemetry.query(...asked);
  };
  await measureReleases({ ...deps(), telemetry: Object.create(telemetry, { query: { value: query } }) });
  expect(failures).toEqual([new Error('no memory')]);
  failures = [];
  expect((await alerts()).map(({ release }) => release!.version)).toEqual(['3.0']);
  later(14 * minute);
  expect(await measure()).toBe(false);
  later(minute);
  expect(await measure()).toBe(true);
  expect(await alerts()).toHaveLength(2);
});

test('each bad release is reported, however soon after another, and opens an incident of its own', async () => {
  const pagerduty = await server.state.write((tx) =>
    tx.addChannel(newChannel(shop.organization.id, 'pagerduty', { kind: 'pagerduty' })),
  );
  await rule({ channelIds: [pagerduty] });
  await rule({ name: 'Off', enabled: false });
  await newRelease({ exited: 950, crashed: 50 });
  await sessions('3.0', { exited: 950, crashed: 50 });
  await measure();
  later(15 * minute);
  await measure();
  const found = await alerts();
  expect(found.map(({ matches }) => matches)).toMatchObject([
    [{ ruleName: 'Bad release', suppressed: null }],
    [{ ruleName: 'Bad release', suppressed: null }],
  ]);
  const deliveries = found.map((alert) => alert.deliveries.map(({ id, to }) => [to.name, id]));
  const [one, other] = deliveries.map((all) => new Map(all as [string, number][]));
  // An email has both.
  expect(one!.get('owner-1')).toBe(other!.get('owner-1'));
  expect(one!.get('pagerduty')).not.toBe(other!.get('pagerduty'));
});

test('a project without sessions is measured by its error events', async () => {
  await rule();
  for (let index = 0; index < 30; index++) {
    await server.report(shop, 'steady', { release: '1.0' });
    later(15 * minute);
  }
  await server.report(shop, 'steady', { release: '2.0', count: 20 });
  await measure();
  later(15 * minute);
  expect(await measure()).toBe(true);
  const [{ measured }] = (await summaries('2.0')) as [Awaited<ReturnType<typeof summaries>>[0]];
  expect(measured).toMatchObject({ rating: 'bad', sessions: null, crashFree: null });
  expect(measured!.events).toMatchObject({ value: 20, median: 1 });
  expect(measured!.events!.windowCount).toBeGreaterThanOrEqual(20);
});

test('issues regress with a release, and are gone since', async () => {
  await sessions('1.0', { exited: 100 });
  await server.report(shop, 'gone', { release: '1.0', count: 10, user: { id: '1' } });
  await server.report(shop, 'back', { release: '1.0' });
  await server.report(shop, 'archived', { release: '1.0', count: 10 });
  await server.command.changeIssues(owner, ['SHOP-2'], { status: { to: 'resolved', in: 'now' } });
  await server.command.changeIssues(owner, ['SHOP-3'], { status: { to: 'archived', until: 'forever' } as never });
  later(hour);
  await sessions('2.0', { exited: 100 });
  await server.report(shop, 'back', { release: '2.0', count: 2 });
  await measure();
  later(15 * minute);
  await measure();
  expect((await summaries('2.0'))[0]!.measured).toMatchObject({
    newIssues: { count: 0 },
    regressedIssues: { count: 1, issues: [{ shortId: 'SHOP-2', events: 2 }] },
    goneIssues: { count: 1, issues: [{ shortId: 'SHOP-1', events: 10, users: 1 }] },
  });
});

test('the preview of a rule is what fired', async () => {
  const id = await rule({ condition: { kind: 'release', ratings: ['unclear', 'bad'] } });
  await newRelease({ exited: 950, crashed: 50 });
  later(15 * minute);
  await measure();
  const conditions = { trigger: 'release' as const, query: '', environments: [], repeatMs: hour, schedule: null };
  const preview = (ratings: ('good' | 'bad' | 'unclear')[], environments: string[] = []) =>
    server.query.alertPreview(owner, 'shop', { ...conditions, environments, condition: { kind: 'release', ratings } });
  const found = await preview(['bad', 'unclear']);
  const [alert] = await alerts();
  expect(found.releases).toEqual([{ version: '2.0', environment: '', rating: 'bad', atMs: alert!.happenedAtMs }]);
  expect([found.messageCount, found.days.reduce((sum, { sent }) => sum + sent, 0)]).toEqual([1, 1]);
  expect((await preview(['good'])).releases).toEqual([]);
  // The first sight counts in all environments.
  expect((await preview(['bad'], ['staging'])).releases).toHaveLength(1);
  expect((await server.query.alertRule(owner, id)).condition).toEqual({ kind: 'release', ratings: ['bad', 'unclear'] });
  await expect(preview([])).rejects.toThrow('Choose at least one verdict.');
  await expect(rule({ query: 'level:error' })).rejects.toThrow('A rule about releases has no filter.');
  await expect(rule({ condition: null })).rejects.toThrow('do not belong');
});

test('a bad release, and no other, escalates unless it is acknowledged, and only a bad one opens an incident', async () => {
  const [pagerduty, second] = await server.state.write(async (tx) => [
    await tx.addChannel(newChannel(shop.organization.id, 'pagerduty', { kind: 'pagerduty' })),
    await tx.addChannel(newChannel(shop.organization.id, 'second')),
  ]);
  const escalation = { afterMs: 30 * minute, userIds: [], channelIds: [second!] };
  await rule({
    condition: { kind: 'release', ratings: ['good', 'bad'] },
    toTeam: false,
    channelIds: [pagerduty!],
    escalation,
  });
  await newRelease({ exited: 950, crashed: 50 });
  later(15 * minute);
  await measure();
  const [bad] = await alerts();
  expect(bad!.deliveries.map(({ to }) => to.name)).toEqual(['pagerduty']);
  expect(bad!.escalatesAtMs).toBe(server.clock.now() + 30 * minute);
  const message = async () =>
    (await readMessage(deps(), (await server.state.delivery(bad!.deliveries[0]!.id))!))!.message;
  expect(await message()).toMatchObject({ releases: [{ acknowledgeUrl: `http://seismo.test/alerts/${bad!.id}` }] });
  later(30 * minute);
  expect(await escalate(deps())).toBe(true);
  const [, escalated] = (await alerts())[0]!.deliveries;
  expect(escalated).toMatchObject({ to: { name: 'second' }, isEscalation: true });

  await sessions('3.0', { exited: 10_000 });
  await measure();
  later(15 * minute);
  await measure();
  const [good] = await alerts();
  expect(good!.release!.rating).toBe('good');
  expect(good!.matches).toMatchObject([{ suppressed: 'no-recipient' }]);
  await server.command.setAlertRule(owner, bad!.matches[0]!.ruleId!, { toTeam: true });
  await sessions('4.0', { exited: 10_000 });
  await measure();
  later(15 * minute);
  await measure();
  expect((await alerts())[0]).toMatchObject({ matches: [{ suppressed: null }], escalatesAtMs: null });
});
