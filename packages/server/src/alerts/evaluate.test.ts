import { limits, type UserId } from '@seismo/protocol';
import { beforeEach, expect, test } from 'vitest';
import type { AlertRuleInput } from '#command/alerts/alert-rules.ts';
import type { FrequencyCondition, MetricCondition } from '#domain/alerts/conditions.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { RuleConditions } from '#query/alerts/rule-schema.ts';
import type { ProjectView } from '#query/projects/views.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { evaluateRules } from './evaluate.ts';
import { readMessage } from './read-message.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
let server: TestServer;
let owner: Viewer & { userId: UserId };
let shop: ProjectView;
let lagMs: number;
/** What happens while rules are evaluated. */
let meanwhile: () => Promise<unknown>;
let paused: string | null;
let failures: unknown[];

beforeEach(async () => {
  server = await openTestServer();
  const organizationId = await server.organization('main');
  owner = await server.user(organizationId, 'owner');
  shop = await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'javascript' });
  for (const { id } of await server.query.alertRules(owner, ['shop'])) await server.command.deleteAlertRule(owner, id);
  [lagMs, meanwhile, paused, failures] = [0, async () => {}, null, []];
  later(30 * day);
});

const later = (ms: number) => void (server.clock.nowMs += ms);

/** As the timer does, for these minutes. */
async function evaluate(minutes = 1): Promise<void> {
  const config = { publicUrl: 'http://seismo.test', mail: { from: 'alerts@seismo.test' } };
  for (let index = 0; index < minutes; index++) {
    later(minute);
    await evaluateRules({
      ...server.deps,
      config,
      paused: async () => paused,
      async lagMs() {
        await meanwhile();
        return lagMs;
      },
      failed: (error) => failures.push(error),
    });
  }
}

const events: MetricCondition = {
  kind: 'metric',
  metric: 'events',
  windowMs: 5 * minute,
  comparison: 'value',
  direction: 'above',
  critical: 9,
  warning: 4,
  resolve: null,
  firesWithoutData: false,
  reportsEnd: true,
  reminderMs: null,
};

const metricRule = (condition: Partial<MetricCondition> = {}, rule: Partial<AlertRuleInput> = {}) =>
  server.command.createAlertRule(owner, 'shop', {
    name: 'Many events',
    trigger: 'metric',
    condition: { ...events, ...condition },
    ...rule,
  });

const frequencyRule = (condition: Partial<FrequencyCondition>, rule: Partial<AlertRuleInput> = {}) =>
  server.command.createAlertRule(owner, 'shop', {
    name: 'Frequent',
    trigger: 'event-frequency',
    condition: { kind: 'frequency', windowMs: 5 * minute, count: 3, increase: null, ...condition },
    ...rule,
  });

const alerts = async () => (await server.query.alerts(owner, { projects: [], cursor: null, count: 50 })).alerts;
/** The oldest first. */
const fired = async () =>
  (await alerts())
    .map(({ issue, metric, matches }) =>
      [
        issue?.shortId ?? metric!.level,
        metric?.isReminder ? 'reminder' : '',
        ...matches.map((one) => one.suppressed ?? ''),
      ]
        .filter((part) => part !== '')
        .join(' '),
    )
    .toReversed();
const levelOf = async (id: number) => (await server.query.alertRule(owner, id)).evaluated?.level;
const report = (count: number, given: Parameters<TestServer['report']>[2] = {}, name = 'pay') =>
  server.report(shop, name, { count, ...given });

test('a metric that gets worse is reported at each level, and once it is over', async () => {
  const id = await metricRule();
  await evaluate();
  expect(await levelOf(id)).toBe('ok');
  await report(5);
  await evaluate();
  await report(5);
  await evaluate(3);
  expect(await fired()).toEqual(['warning', 'critical']);
  expect(await server.query.alertRule(owner, id)).toMatchObject({
    when: 'Events above 9 in 5 minutes',
    evaluated: { level: 'critical', value: 10, openSinceMs: server.clock.now() - 3 * minute },
  });
  // The first five leave the window.
  await evaluate(2);
  expect(await levelOf(id)).toBe('warning');
  await evaluate(3);
  expect(await fired()).toEqual(['warning', 'critical', 'ok']);
  const [over, critical] = await alerts();
  expect(over).toMatchObject({
    issue: null,
    metric: { level: 'ok', condition: 'Events above 4 in 5 minutes', reading: '0 events in 5 minutes' },
  });
  expect(critical).toMatchObject({
    metric: { condition: 'Events above 9 in 5 minutes', reading: '10 events in 5 minutes' },
    matches: [{ ruleName: 'Many events', when: 'Events above 9 in 5 minutes' }],
  });
});

test('messages about metrics are separate from those about issues, and say what was measured', async () => {
  await metricRule({ warning: null }, { query: 'environment:production', environments: ['production'] });
  await frequencyRule({ count: 10 });
  await report(10, { environment: 'production' });
  await evaluate();
  expect(await fired()).toEqual(['critical', 'SHOP-1']);
  const deliveries = await server.state.deliveriesOfAlerts((await alerts()).map(({ id }) => id));
  const config = { publicUrl: 'http://seismo.test', mail: { from: 'alerts@seismo.test' } };
  const messages = await Promise.all(deliveries.map((each) => readMessage({ ...server.deps, config }, each)));
  const alertId = (await alerts()).find(({ metric }) => metric !== null)!.id;
  expect(messages.map((each) => each!.message)).toMatchObject([
    {
      about: 'metrics',
      metricCount: 1,
      metrics: [
        {
          ruleName: 'Many events',
          project: 'shop',
          url: `http://seismo.test/alerts/${alertId}`,
          level: 'critical',
          isReminder: false,
          condition: 'Events above 9 in 5 minutes',
          reading: '10 events in 5 minutes',
          query: 'environment:production',
          environments: ['production'],
          openSinceMs: server.clock.now(),
          untilMs: server.clock.now(),
        },
      ],
    },
    { about: 'issues', issues: [{ shortId: 'SHOP-1', reasons: [{ trigger: 'event-frequency' }] }] },
  ]);
});

test('a filter, environments and users decide what is counted', async () => {
  const ids = [
    await metricRule({ warning: null, critical: 2 }, { query: 'level:warning' }),
    await metricRule({ warning: null, critical: 2 }, { environments: ['production'] }),
    await metricRule({ warning: null, critical: 2, metric: 'users' }),
  ];
  await report(3, { level: 'warning', environment: 'staging', user: { id: 'one' } });
  await report(2, { level: 'error', environment: 'production', user: { id: 'two' } });
  await evaluate();
  const values = await Promise.all(ids.map(async (id) => (await server.query.alertRule(owner, id)).evaluated?.value));
  expect(values).toEqual([3, 2, 2]);
  expect(await fired()).toEqual(['critical']);
});

test('a change is measured against the time before, or a week before', async () => {
  await metricRule({ comparison: 'before', critical: 99, warning: null }, { name: 'Twice as many' });
  const fewer = await metricRule(
    { comparison: 'week-before', direction: 'below', critical: 40, warning: null },
    { name: 'Fewer than a week before' },
  );
  await report(10, { atMs: server.clock.now() - 7 * day });
  await report(4);
  await evaluate(5);
  // Ten a week before: 60% fewer. Without events in the time before, there is no change.
  expect(await server.query.alertRule(owner, fewer)).toMatchObject({ evaluated: { level: 'critical', before: 10 } });
  await report(8);
  await evaluate();
  const [latest] = await alerts();
  expect(latest).toMatchObject({
    metric: {
      condition: 'Events more than 99% above the time before in 5 minutes',
      reading: '8 events in 5 minutes, and 4 in the time before',
    },
  });
});

test('the shares of crash-free sessions and of filtered and dropped events are measured', async () => {
  const ids = [
    await metricRule({ metric: 'crash-free-sessions', direction: 'below', critical: 90, warning: null }),
    await metricRule({ metric: 'filtered-events', critical: 40, warning: null }),
    await metricRule({ metric: 'dropped-events', critical: 40, warning: null }),
  ];
  const evaluated = () => Promise.all(ids.map(async (id) => (await server.query.alertRule(owner, id)).evaluated!));
  await evaluate();
  expect((await evaluated()).map(({ value, level }) => [value, level])).toEqual([
    [null, 'ok'],
    [null, 'ok'],
    [null, 'ok'],
  ]);
  const session = (sid: string, status: string) => {
    const at = new Date(server.clock.now()).toISOString();
    const attrs = { release: 'shop@1', environment: 'production' };
    return server.sendItem(
      shop,
      { type: 'session' },
      { sid, status, started: at, timestamp: at, init: true, errors: 0, attrs },
    );
  };
  for (let index = 0; index < 3; index++) await session(`${index}`.padStart(32, '0'), 'exited');
  await session('f'.repeat(32), 'crashed');
  await report(3);
  await server.sendItem(shop, { type: 'event' }, '{"event_id": 1');
  await evaluate();
  expect((await evaluated()).map(({ value, level }) => [value, level])).toEqual([
    [75, 'critical'],
    [0, 'ok'],
    [25, 'ok'],
  ]);
});

test('no data is reported if the rule says so, and data ends it', async () => {
  const id = await metricRule({ firesWithoutData: true, direction: 'below', critical: 0, warning: null });
  await evaluate(3);
  expect(await fired()).toEqual(['no-data']);
  expect((await alerts())[0]!.metric).toMatchObject({ condition: 'No events in 5 minutes' });
  await report(1);
  await evaluate();
  expect(await fired()).toEqual(['no-data', 'ok']);
  expect(await levelOf(id)).toBe('ok');
});

test('a project that is younger than the window is not without data', async () => {
  await server.command.createProject(owner, { slug: 'new', name: 'New', platform: 'javascript' });
  const id = await server.command.createAlertRule(owner, 'new', {
    name: 'Silent',
    trigger: 'metric',
    condition: { ...events, firesWithoutData: true },
  });
  await evaluate(4);
  expect(await levelOf(id)).toBe('ok');
  await evaluate(1);
  expect(await levelOf(id)).toBe('no-data');
});

test('a metric that stays bad is reported again as often as the rule says, and does not end before the resolve threshold', async () => {
  await metricRule({ warning: null, resolve: 2, reminderMs: 10 * minute });
  for (let index = 0; index < 26; index++) {
    await report(2);
    await evaluate();
  }
  // Ten in five minutes from the fifth on.
  expect(await fired()).toEqual(['critical', 'critical reminder', 'critical reminder']);
  for (let index = 0; index < 6; index++) {
    await report(1);
    await evaluate();
  }
  expect(await fired()).toHaveLength(3);
  await evaluate(3);
  expect((await fired()).at(-1)).toBe('ok');
});

test('a metric that goes up and down is not reported each time', async () => {
  const id = await metricRule({ warning: null, critical: 0 }, { repeatMs: 5 * minute });
  for (let index = 0; index < 14; index++) {
    await report(1);
    await evaluate(6);
  }
  const all = await fired();
  expect(all.filter((each) => each === 'critical')).toHaveLength(limits.ALERT_METRIC_FLAP_COUNT_MAX);
  expect(all.filter((each) => each === 'ok')).toHaveLength(limits.ALERT_METRIC_FLAP_COUNT_MAX);
  expect(all.at(-1)).toBe('critical flapping');
  await server.command.setAlertRule(owner, id, { repeatMs: 24 * hour });
  later(day);
  await evaluate(6);
  await report(1);
  await evaluate(6);
  await report(1);
  await evaluate();
  expect((await fired()).slice(-3)).toEqual(['critical', 'ok', 'critical repeated']);
});

test('what was held back is reported as soon as the rule may, while it lasts', async () => {
  const id = await metricRule({ warning: null, critical: 0 }, { repeatMs: 10 * minute });
  await server.command.setAlertRule(owner, id, { snoozedUntilMs: server.clock.now() + 5 * minute });
  for (let index = 0; index < 12; index++) {
    await report(1);
    await evaluate();
  }
  expect(await fired()).toEqual(['critical snoozed', 'critical']);
  // Only what was reported ends with a message.
  await server.command.setAlertRule(owner, id, { snoozedUntilMs: server.clock.now() + day });
  await evaluate(6);
  await report(1);
  await evaluate(7);
  expect(await fired()).toEqual(['critical snoozed', 'critical', 'ok snoozed', 'critical snoozed']);
});

test('a metric that gets worse during maintenance is reported after it if it lasts, and not if it is over', async () => {
  await metricRule({ warning: null, critical: 0 }, { repeatMs: 5 * minute });
  const startMaintenance = async () => {
    const startsAtMs = server.clock.now();
    const times = { kind: 'once' as const, startsAtMs, endsAtMs: startsAtMs + 10 * minute };
    await server.command.createMaintenanceWindow(owner, { name: 'Upgrade', projectIds: null, times });
  };
  await startMaintenance();
  for (let index = 0; index < 15; index++) {
    await report(1);
    await evaluate();
  }
  expect(await fired()).toEqual(['critical maintenance', 'critical maintenance', 'critical']);
  await evaluate(5);
  expect((await fired()).at(-1)).toBe('ok');
  await startMaintenance();
  await report(1);
  await evaluate(15);
  expect((await fired()).slice(4)).toEqual(['critical maintenance']);
});

test('rules are not evaluated while reports wait to be processed, and then only for the last window', async () => {
  const id = await metricRule({ firesWithoutData: true, warning: null, critical: 0 });
  await report(1);
  await evaluate();
  lagMs = limits.ALERT_LAG_MS_MAX + 1;
  await evaluate(30);
  expect(await levelOf(id)).toBe('critical');
  expect(await fired()).toEqual(['critical']);
  lagMs = 0;
  await report(1);
  await evaluate();
  expect(await fired()).toEqual(['critical']);
});

test('a rule is evaluated once for each window, also after a restart', async () => {
  const id = await metricRule({ windowMs: hour, warning: null, critical: 0 });
  await report(1);
  await evaluate(60);
  const { evaluated } = await server.query.alertRule(owner, id);
  expect(evaluated!.untilMs % (5 * minute)).toBe(0);
  await server.state.write((tx) => tx.setEvaluated(id, { ...evaluated!, value: 77 }));
  await evaluateRulesNow();
  expect((await server.query.alertRule(owner, id)).evaluated!.value).toBe(77);
});

const evaluateRulesNow = async () => {
  later(-minute);
  await evaluate();
};

test('a changed condition starts anew, and an unchanged one does not', async () => {
  const id = await metricRule({ warning: null, critical: 0 });
  await report(1);
  await evaluate();
  await server.command.setAlertRule(owner, id, { name: 'Other' });
  expect(await levelOf(id)).toBe('critical');
  await server.command.setAlertRule(owner, id, { condition: { ...events, critical: 5 } });
  expect(await levelOf(id)).toBeUndefined();
});

test('a rule that was changed or turned off while it was evaluated decides nothing', async () => {
  const id = await metricRule({ warning: null, critical: 0 });
  await report(1);
  for (const change of [{ enabled: false }, { condition: { ...events, critical: 1000 } }, { query: 'level:fatal' }]) {
    await server.command.setAlertRule(owner, id, { enabled: true });
    meanwhile = () => server.command.setAlertRule(owner, id, change);
    await evaluate();
    expect([await levelOf(id), await fired()], JSON.stringify(change)).toEqual([undefined, []]);
    meanwhile = async () => {};
    await server.command.setAlertRule(owner, id, { condition: { ...events, warning: null, critical: 0 }, query: '' });
  }
  await evaluate();
  expect(await fired()).toEqual(['critical']);
});

test('a new rule is evaluated at once, and does not repeat itself at the next step', async () => {
  server.clock.nowMs = Math.ceil(server.clock.nowMs / hour) * hour - 10 * minute;
  await report(3, { atMs: server.clock.now() - 2 * hour });
  await frequencyRule({ windowMs: day }, { repeatMs: 30 * minute });
  await evaluate(30);
  expect(await fired()).toEqual(['SHOP-1']);
});

test('an issue with many events fires once in the time between two messages, and twice in a day', async () => {
  await frequencyRule({}, { repeatMs: 10 * minute });
  for (let index = 0; index < 40; index++) {
    await report(2);
    await evaluate();
  }
  expect(await fired()).toEqual(['SHOP-1', 'SHOP-1', 'SHOP-1 flapping', 'SHOP-1 flapping']);
});

test('issues with many users, in some environments, of a search and with an increase', async () => {
  const rules = [
    await frequencyRule({ count: 2 }, { name: 'Users', trigger: 'user-frequency' }),
    await frequencyRule({ count: 3 }, { name: 'Production', environments: ['production'] }),
    await frequencyRule({ count: 3 }, { name: 'Warnings', query: 'level:warning' }),
    await frequencyRule({ count: 3, increase: 100 }, { name: 'Increase' }),
  ];
  expect(rules).toHaveLength(4);
  const names = async () =>
    (await alerts())
      .map(({ issue, matches }) => [issue!.shortId, ...matches.map(({ ruleName }) => ruleName)])
      .toReversed();
  await report(3, { user: { id: 'one' }, environment: 'staging' });
  await evaluate(5);
  // From nothing to three is an increase.
  expect(await names()).toEqual([['SHOP-1', 'Increase']]);
  await report(4, { user: { id: 'two' }, environment: 'production' });
  await evaluate(1);
  expect((await names()).slice(1)).toEqual([['SHOP-1', 'Production']]);
  await report(1, { user: { id: 'three' }, environment: 'staging' });
  await evaluate();
  expect((await names()).slice(2)).toEqual([['SHOP-1', 'Users']]);
  await report(3, { level: 'warning', environment: 'staging' }, 'slow');
  await evaluate();
  expect((await names()).slice(3)).toEqual([['SHOP-2', 'Warnings', 'Increase']]);
});

test('a rule that cannot be evaluated does not stop the others', async () => {
  const bad = await metricRule({}, { name: 'Bad' });
  const good = await metricRule({ warning: null, critical: 0 }, { name: 'Good' });
  await server.state.write((tx) => tx.changeAlertRule(bad, { condition: { ...events, metric: 'unknown' as never } }));
  await report(1);
  await evaluate();
  expect(await levelOf(good)).toBe('critical');
  expect(failures).toHaveLength(1);
});

test.each<[string, Partial<AlertRuleInput>]>([
  ['trigger', { trigger: 'new-issue' }],
  ['trigger', { trigger: 'metric', condition: { kind: 'frequency', windowMs: hour, count: 1, increase: null } }],
  ['trigger', { trigger: 'event-frequency', condition: null }],
  ['condition.critical', { condition: { ...events, critical: NaN } }],
  ['condition.critical', { condition: { ...events, metric: 'filtered-events', critical: 101, warning: null } }],
  ['condition.warning', { condition: { ...events, warning: 9 } }],
  ['condition.warning', { condition: { ...events, direction: 'below', warning: 5 } }],
  ['condition.warning', { condition: { ...events, direction: 'below', comparison: 'before', warning: 10 } }],
  ['condition.resolve', { condition: { ...events, resolve: 5 } }],
  ['condition.windowMs', { condition: { ...events, windowMs: 7 } }],
  ['condition.reminderMs', { condition: { ...events, reminderMs: 1 } }],
  ['environments', { condition: { ...events, metric: 'filtered-events' }, environments: ['production'] }],
  ['query', { query: 'level:(' }],
  ['query', { condition: { ...events, metric: 'dropped-events' }, query: 'level:error' }],
])('a condition that makes no sense is refused at its field: %s', async (field, change) => {
  const refused = { code: 'invalid', fields: { [field]: expect.any(String) } };
  await expect(metricRule({}, change)).rejects.toMatchObject(refused);
  const id = await metricRule();
  await expect(server.command.setAlertRule(owner, id, change)).rejects.toMatchObject(refused);
});

test('a rule with a search that is not valid any more can still be turned off', async () => {
  const id = await metricRule();
  await server.state.write((tx) => tx.changeAlertRule(id, { query: 'level:(' }));
  await server.command.setAlertRule(owner, id, { enabled: false });
  expect(await server.state.measuringRules()).toEqual([]);
});

test('the preview of a rule with numbers says what it would have done, had the same events come', async () => {
  const metric: Partial<RuleConditions>[] = [
    { condition: events },
    { condition: { ...events, warning: null, reminderMs: 10 * minute } },
    { condition: { ...events, metric: 'users', critical: 3, warning: 1, resolve: 0 } },
    { condition: { ...events, comparison: 'before', critical: 100, warning: 50 } },
    { condition: { ...events, direction: 'below', critical: 1, warning: null, firesWithoutData: true } },
    { condition: { ...events, windowMs: hour, critical: 40, warning: 30 }, query: 'level:warning' },
  ];
  const frequency: Partial<RuleConditions>[] = [
    { condition: { kind: 'frequency', windowMs: 5 * minute, count: 4, increase: null } },
    { condition: { kind: 'frequency', windowMs: hour, count: 5, increase: 50 }, repeatMs: hour },
  ];
  const users: Partial<RuleConditions> = { trigger: 'user-frequency', ...frequency[0] };
  const inputs = [
    ...metric.map((input) => ({ trigger: 'metric' as const, ...input })),
    ...frequency.map((input) => ({ trigger: 'event-frequency' as const, ...input })),
    users,
  ];
  const defaults = { query: '', environments: [], repeatMs: 10 * minute, schedule: null };
  server.clock.nowMs = Math.ceil(server.clock.nowMs / hour) * hour;
  const startMs = server.clock.now();
  // A rule that existed before would have reported the silence of a project that is older.
  const young = await server.command.createProject(owner, { slug: 'young', name: 'Young', platform: 'javascript' });
  const ids = new Map<number, RuleConditions>();
  for (const [index, input] of inputs.entries()) {
    const conditions = { ...defaults, ...input } as RuleConditions;
    const rule = { ...conditions, name: `${index}` };
    ids.set(await server.command.createAlertRule(owner, 'young', rule), conditions);
  }
  let random = 7;
  const next = (below: number) => (random = (random * 48271) % 2147483647) % below;
  for (let step = 0; step < 120; step++) {
    const count = next(step % 50 < 20 ? 5 : 2);
    for (let index = 0; index < count; index++) {
      const level = next(3) === 0 ? ('warning' as const) : ('error' as const);
      await server.send(young, `issue ${level} ${next(3)}`, { level, user: { id: `${next(6)}` } });
    }
    if (count > 0) await server.drain();
    await evaluate();
  }
  const all = await server.state.listAlerts([young.id], null, 10_000);
  for (const [id, conditions] of ids) {
    const preview = await server.query.alertPreview(owner, 'young', conditions);
    const started = all.filter(({ measured }) => measured?.level !== 'ok');
    const matches = started.flatMap((alert) => alert.matches.filter(({ ruleId }) => ruleId === id));
    const sum = (of: 'sent' | 'repeated') =>
      preview.days.filter(({ atMs }) => atMs + day > startMs).reduce((total, each) => total + each[of], 0);
    expect([sum('sent'), sum('repeated')], JSON.stringify(conditions)).toEqual([
      matches.filter(({ suppressed }) => suppressed === null).length,
      matches.filter(({ suppressed }) => suppressed !== null).length,
    ]);
    expect(preview.messageCount).toBeGreaterThanOrEqual(sum('sent'));
    expect(matches.length, JSON.stringify(conditions)).toBeGreaterThan(0);
  }
}, 120_000);

test('several metrics share a message, except where an end closes what its beginning opened', async () => {
  const organizationId = owner.memberships[0]!.organizationId;
  const channel = { organizationId, address: 'x', settings: {}, content: 'everything', allRules: true } as const;
  await server.state.write(async (tx) => {
    await tx.addChannel({ ...channel, kind: 'slack', name: 'Slack', createdAtMs: 1 });
    await tx.addChannel({ ...channel, kind: 'pagerduty', name: 'PagerDuty', createdAtMs: 1 });
  });
  for (const name of ['One', 'Two']) await metricRule({ warning: null, critical: 0 }, { name });
  await report(1);
  await evaluate();
  const found = await server.state.deliveriesOfAlerts((await alerts()).map(({ id }) => id));
  const channels = new Map((await server.state.listChannels([organizationId])).map(({ id, kind }) => [id, kind]));
  const of = (kind: string | undefined) =>
    new Set(found.filter(({ channelId }) => channels.get(channelId!) === kind).map(({ id }) => id)).size;
  expect([of('slack'), of('pagerduty'), of(undefined)]).toEqual([1, 2, 1]);
});

test('a channel gets alerts of its own organization only, also if others fire at the same time', async () => {
  const otherId = await server.organization('other');
  const other = await server.user(otherId, 'owner');
  await server.command.createProject(other, { slug: 'api', name: 'API', platform: 'node' });
  const channel = { address: 'x', settings: {}, kind: 'slack', content: 'everything', allRules: true } as const;
  for (const [name, organizationId] of [
    ['mine', owner.memberships[0]!.organizationId],
    ['theirs', otherId],
  ] as const) {
    await server.state.write((tx) => tx.addChannel({ ...channel, organizationId, name, createdAtMs: 1 }));
  }
  const silent = { direction: 'below', critical: 1, warning: null } as const;
  const mine = await metricRule(silent);
  const theirs = await server.command.createAlertRule(other, 'api', {
    name: 'Silent',
    trigger: 'metric',
    condition: { ...events, ...silent },
  });
  await evaluate();
  const all = await server.state.alertsByIds([1, 2]);
  const recipients = async (ruleId: number) => {
    const alert = all.find(({ matches }) => matches[0]!.ruleId === ruleId)!;
    const { deliveries } = await server.query.alert(ruleId === mine ? owner : other, alert.id);
    return deliveries.map(({ to }) => to.name).toSorted();
  };
  expect([await recipients(mine), await recipients(theirs)]).toEqual([
    ['mine', 'owner'],
    ['owner', 'theirs'],
  ]);
});
