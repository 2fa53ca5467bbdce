import assert from 'node:assert/strict';
import type { IssueId, ProjectId, UserId } from '@seismo/protocol';
import { ruleDefaults } from '#domain/alerts/default-rules.ts';
import { apply } from '../batch/seeds.ts';
import type { EndedAttempt, State } from '../contract.ts';
import type { IssueCondition } from '#domain/search/issue-condition.ts';
import { facts, listing, seedIssue } from '../issues/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';
import { seedUser } from '../users/seeds.ts';

const rule = (projectId: ProjectId, name: string) => ({
  projectId,
  name,
  triggerKind: 'new-issue' as const,
  query: 'issue.priority:high',
  ...ruleDefaults,
  createdAtMs: 5,
});

const condition = {
  kind: 'metric',
  metric: 'events',
  windowMs: 300_000,
  comparison: 'value',
  direction: 'above',
  critical: 100,
  warning: 50.5,
  resolve: null,
  firesWithoutData: false,
  reportsEnd: true,
  reminderMs: null,
} as const;
const frequency = { kind: 'frequency', windowMs: 300_000, count: 10, increase: 50 } as const;

async function seedRules(state: State, projectId: ProjectId) {
  await state.write((tx) => tx.addAlertRules([rule(projectId, 'one'), rule(projectId, 'two')]));
  const [one, two] = await state.listAlertRules([projectId]);
  return { one: one!, two: two! };
}

export const alertConformance: StatePromises = {
  'stores alert rules and switches them': async (state, { projectId }) => {
    const { one, two } = await seedRules(state, projectId);
    assert.deepEqual(
      [one, two],
      [
        { id: one.id, ...rule(projectId, 'one'), evaluated: null, mutedBy: [], deletedAtMs: null },
        { id: two.id, ...rule(projectId, 'two'), evaluated: null, mutedBy: [], deletedAtMs: null },
      ],
    );
    await state.write((tx) => tx.changeAlertRule(two.id, { enabled: false }));
    assert.deepEqual(
      (await state.listAlertRules([projectId])).map(({ enabled }) => enabled),
      [true, false],
    );
    assert.deepEqual(await state.listAlertRules([]), []);
    const schedule = { timeZone: 'Europe/Berlin', days: [1, 7], from: '09:00', to: '18:00' };
    const change = { name: 'new', query: '', environments: ['prod', 'a"b'], repeatMs: 7, schedule, snoozedUntilMs: 9 };
    await state.write((tx) => tx.changeAlertRule(one.id, change));
    assert.deepEqual((await state.listAlertRules([projectId]))[0], { ...one, ...change });
    await state.write((tx) => tx.changeAlertRule(one.id, { schedule: null, snoozedUntilMs: null }));
    await state.write((tx) => tx.changeAlertRule(one.id, {}));
    const plain = { ...one, ...change, schedule: null, snoozedUntilMs: null };
    await state.write((tx) => tx.deleteAlertRule(two.id, 9));
    assert.deepEqual(await state.listAlertRules([projectId]), [plain]);
    assert.deepEqual(await state.alertRulesByIds([two.id, one.id]), [
      plain,
      { ...two, enabled: false, deletedAtMs: 9 },
    ]);
  },

  'stores the owner and the escalation of rules, and whether they report resolved issues': async (state, project) => {
    const { projectId, organizationId } = project;
    const userId = await seedUser(state);
    const teamId = await state.write((tx) =>
      tx.createTeam({ organizationId, slug: 'web', name: 'Web', createdAtMs: 1 }),
    );
    const escalation = { afterMs: 60_000, userIds: [userId], channelIds: [3, 4] };
    const added = {
      ...rule(projectId, 'one'),
      owner: { kind: 'user', userId } as const,
      escalation,
      reportsResolved: true,
    };
    const [id] = await state.write((tx) => tx.addAlertRules([added]));
    const stored = { id, ...added, evaluated: null, mutedBy: [], deletedAtMs: null };
    assert.deepEqual(await state.listAlertRules([projectId]), [stored]);
    const change = { owner: { kind: 'team', teamId } as const, escalation: { ...escalation, userIds: [] } };
    await state.write((tx) => tx.changeAlertRule(id!, change));
    assert.deepEqual(await state.alertRulesByIds([id!]), [{ ...stored, ...change }]);
    const none = { owner: null, escalation: null, reportsResolved: false };
    await state.write((tx) => tx.changeAlertRule(id!, none));
    await state.write((tx) => tx.changeAlertRule(id!, { name: 'one' }));
    assert.deepEqual(await state.alertRulesByIds([id!]), [{ ...stored, ...none }]);
  },

  'keeps what is to escalate until it has, is acknowledged or forgotten': async (state, project) => {
    const { projectId } = project;
    const { one, two } = await seedRules(state, projectId);
    const [a, b] = [await seedIssue(state, project, 'a'), await seedIssue(state, project, 'b')];
    const userId = await seedUser(state);
    const matches = [one, two].map(({ id }) => ({ ruleId: id, suppressed: null }));
    const alert = (issueId: IssueId | null) => ({ projectId, issueId, happenedAtMs: 1, decidedAtMs: 2, matches });
    const ids = await state.write((tx) =>
      tx.addAlerts([alert(a), alert(a), alert(b), { ...alert(null), matches: matches.slice(1) }]),
    );
    const [first, again, other, metric] = ids as [number, number, number, number];
    const escalations = [
      { alertId: first, ruleId: one.id, dueAtMs: 30 },
      { alertId: first, ruleId: two.id, dueAtMs: 10 },
      { alertId: again, ruleId: one.id, dueAtMs: 20 },
      { alertId: other, ruleId: one.id, dueAtMs: 40 },
      { alertId: metric, ruleId: two.id, dueAtMs: 50 },
    ];
    const due = async (nowMs = 100, count = 9) =>
      (await state.dueEscalations(nowMs, count)).map(({ alertId, ruleId }) => [alertId, ruleId]);
    await state.write((tx) => tx.addEscalations(escalations));
    assert.deepEqual(await state.escalationsOf([first]), escalations.slice(0, 2));
    assert.deepEqual(await due(20), [
      [first, two.id],
      [again, one.id],
    ]);
    assert.deepEqual(await due(9), []);
    assert.deepEqual(await due(100, 1), [[first, two.id]]);
    await state.write((tx) => tx.endEscalations(escalations.slice(1, 2)));
    assert.deepEqual(await state.escalationsOf([first]), escalations.slice(0, 1));
    const acknowledge = async (id: number, atMs: number) => {
      const [found] = await state.alertsByIds([id]);
      return state.write((tx) => tx.acknowledgeAlert(found!, userId, atMs));
    };
    assert.equal(await acknowledge(first, 60), true);
    assert.equal(await acknowledge(first, 70), false);
    const [acknowledged] = await state.alertsByIds([first]);
    assert.deepEqual([acknowledged!.acknowledgedAtMs, acknowledged!.acknowledgedBy], [60, userId]);
    // Of the other alert about the same issue, too.
    assert.deepEqual(await due(), [
      [other, one.id],
      [metric, two.id],
    ]);
    await acknowledge(metric, 60);
    assert.deepEqual(await due(), [[other, one.id]]);
    await state.write((tx) => tx.cancelQueuedDeliveries(80));
    assert.deepEqual(await due(), []);
    await state.write((tx) => tx.addEscalations(escalations.slice(3, 4)));
    await state.write((tx) => tx.deleteIssue(b));
    assert.deepEqual(await due(), []);
  },

  'counts the alerts of an issue without those about its resolution': async (state, project) => {
    const { projectId } = project;
    const { one } = await seedRules(state, projectId);
    const issueId = await seedIssue(state, project, 'a');
    const matches = [{ ruleId: one.id, suppressed: null }];
    const alert = { projectId, issueId, happenedAtMs: 1, decidedAtMs: 2, matches };
    const [fired] = await state.write((tx) => tx.addAlerts([alert, { ...alert, isResolved: true }]));
    assert.deepEqual(await state.alertedTimes(issueId), { count: 1, lastId: fired });
    const found = await state.recentMatches([one.id], [issueId], 0);
    assert.deepEqual(
      found.map(({ isResolved }) => isResolved),
      [false, true],
    );
  },

  'stores for whom a rule is muted, and deletes that with its project': async (state, { projectId }) => {
    const { one, two } = await seedRules(state, projectId);
    const [ada, bob] = [await seedUser(state), await seedUser(state)];
    const mute = (ruleId: number, userId: UserId, isMuted: boolean) =>
      state.write((tx) => tx.setMuted(ruleId, userId, isMuted));
    const mutes = async () => (await state.listAlertRules([projectId])).map(({ mutedBy }) => mutedBy);
    await mute(one.id, bob, true);
    await mute(one.id, ada, true);
    await mute(one.id, ada, true);
    assert.deepEqual(await mutes(), [[ada, bob], []]);
    await mute(two.id, ada, true);
    await mute(one.id, ada, false);
    await mute(one.id, ada, false);
    assert.deepEqual(await mutes(), [[bob], [ada]]);
    await state.write((tx) => tx.changeAlertRule(one.id, { name: 'renamed' }));
    assert.deepEqual(await mutes(), [[bob], [ada]]);
    await state.write((tx) => tx.deleteProject(projectId));
    assert.deepEqual(await state.alertRulesByIds([one.id, two.id]), []);
  },

  'stores alerts with what each rule did, and finds the matches that were sent': async (state, project) => {
    const { projectId } = project;
    const { one, two } = await seedRules(state, projectId);
    const [issueId, other] = [await seedIssue(state, project, 'a'), await seedIssue(state, project, 'b')];
    await apply(state, 1, [facts(issueId, {}), facts(other, {})], { projectIds: [projectId] });
    const alert = { projectId, issueId, happenedAtMs: 9, decidedAtMs: 10 };
    const matches = [
      { ruleId: one.id, suppressed: null },
      { ruleId: two.id, suppressed: 'repeated' as const },
    ];
    const [a, b] = await state.write((tx) =>
      tx.addAlerts([
        { ...alert, matches },
        { ...alert, issueId: other, decidedAtMs: 20, matches: [{ ruleId: two.id, suppressed: null }] },
      ]),
    );
    const open = { releaseSummaryId: null, isResolved: false, acknowledgedAtMs: null };
    const first = { id: a, ...alert, ...open, acknowledgedBy: null, measured: null, matches };
    assert.deepEqual(await state.listAlerts([projectId], null, 1), [
      {
        id: b,
        ...alert,
        ...open,
        acknowledgedBy: null,
        issueId: other,
        measured: null,
        decidedAtMs: 20,
        matches: [{ ruleId: two.id, suppressed: null }],
      },
    ]);
    assert.deepEqual(await state.listAlerts([projectId], b!, 10), [first]);
    assert.deepEqual(await state.alertsByIds([a!]), [first]);
    const rules = [one.id, two.id];
    const match = { ...open, issueId, measured: null, happenedAtMs: 9, decidedAtMs: 10 };
    assert.deepEqual(await state.recentMatches(rules, [issueId], 0), [
      { ...match, ruleId: one.id, suppressed: null },
      { ...match, ruleId: two.id, suppressed: 'repeated' },
    ]);
    assert.deepEqual(await state.recentMatches(rules, [issueId, other], 10), [
      { ...match, ruleId: two.id, issueId: other, decidedAtMs: 20, suppressed: null },
    ]);
    assert.deepEqual(await state.recentMatches([two.id], [issueId], 10), []);
    assert.deepEqual(await state.recentMatches(rules, [null], 0), []);
    assert.deepEqual(await state.alertedTimes(issueId), { count: 1, lastId: a });
    const quiet = await seedIssue(state, project, 'c');
    await apply(state, 2, [facts(quiet, {})], { projectIds: [projectId] });
    await state.write((tx) =>
      tx.addAlerts([{ ...alert, issueId: quiet, matches: [{ ruleId: one.id, suppressed: 'old' }] }]),
    );
    assert.deepEqual(await state.alertedTimes(quiet), { count: 0, lastId: null });
    const alerted = async (where: IssueCondition) =>
      new Set((await state.listIssues({ ...listing(project), where })).map(({ id }) => id));
    assert.deepEqual(await alerted({ alerted: true }), new Set([issueId, other]));
    assert.deepEqual(await alerted({ not: { alerted: true } }), new Set([quiet]));
    await state.write((tx) => tx.deleteIssue(quiet));
    await state.write((tx) => tx.deleteIssue(issueId));
    assert.deepEqual(
      (await state.listAlerts([projectId], null, 9)).map(({ id }) => id),
      [b],
    );
  },

  'stores the numbers of rules, and alerts about metrics, which have no issue': async (state, project) => {
    const { projectId } = project;
    const plain = rule(projectId, 'plain');
    const measuring = { ...rule(projectId, 'measuring'), triggerKind: 'metric' as const, condition };
    const [id, offId] = await state.write((tx) =>
      tx.addAlertRules([measuring, { ...measuring, enabled: false }, plain]),
    );
    const [stored] = await state.measuringRules();
    assert.deepEqual(stored, { id, ...measuring, evaluated: null, mutedBy: [], deletedAtMs: null });
    const evaluation = { untilMs: 60, level: 'critical', openSinceMs: 60, value: 12.5, before: null } as const;
    await state.write((tx) => tx.setEvaluated(id!, evaluation));
    await state.write((tx) => tx.changeAlertRule(offId!, { enabled: true, condition: frequency }));
    assert.deepEqual(
      (await state.measuringRules()).map((each) => [each.id, each.condition, each.evaluated]),
      [
        [id, condition, evaluation],
        [offId, frequency, null],
      ],
    );
    await state.write((tx) => tx.setEvaluated(id!, null));
    assert.equal((await state.measuringRules())[0]!.evaluated, null);
    await state.write((tx) => tx.deleteAlertRule(offId!, 9));
    assert.equal((await state.measuringRules()).length, 1);

    const { untilMs, level, openSinceMs, value, before } = evaluation;
    const measured = { untilMs, level, openSinceMs, value, before, isReminder: false, condition };
    const alert = { projectId, issueId: null, measured, happenedAtMs: 60, decidedAtMs: 70 };
    const matches = [{ ruleId: id!, suppressed: null }];
    const [alertId] = await state.write((tx) => tx.addAlerts([{ ...alert, matches }]));
    const open = { releaseSummaryId: null, isResolved: false, acknowledgedAtMs: null };
    const found = await state.alertsByIds([alertId!]);
    assert.deepEqual(found, [{ id: alertId, ...alert, ...open, acknowledgedBy: null, matches }]);
    const { happenedAtMs, decidedAtMs } = alert;
    assert.deepEqual(await state.recentMatches([id!], [null], 69), [
      { ruleId: id, issueId: null, measured, ...open, happenedAtMs, decidedAtMs, suppressed: null },
    ]);
    assert.deepEqual(await state.recentMatches([id!], [await seedIssue(state, project, 'a')], 0), []);
    await state.write((tx) => tx.deleteProject(projectId));
    assert.deepEqual(await state.alertsByIds([alertId!]), []);
  },

  'queues deliveries, and keeps the answer of each attempt': async (state, project) => {
    const userId = await seedUser(state);
    const { projectId, organizationId } = project;
    const { one } = await seedRules(state, projectId);
    const issueId = await seedIssue(state, project, 'a');
    await apply(state, 1, [facts(issueId, {})], { projectIds: [projectId] });
    const matches = [{ ruleId: one.id, suppressed: null }];
    const alert = { projectId, issueId, happenedAtMs: 9, decidedAtMs: 10, matches };
    const [a, b] = await state.write((tx) => tx.addAlerts([alert, alert]));
    const queue = (queuedAtMs: number, dueAtMs: number, to: UserId = userId) =>
      state.write(async (tx) => {
        const delivery = {
          organizationId,
          userId: to,
          channelId: null,
          about: 'issues' as const,
          notice: null,
          queuedAtMs,
          dueAtMs,
        };
        return tx.addDelivery(delivery);
      });
    const [late, soon] = [await queue(10, 40), await queue(10, 20)];
    await state.write(async (tx) => {
      await tx.addToDelivery(soon, [a!]);
      await tx.addToDelivery(soon, [b!]);
    });
    const ids = async (nowMs: number) => (await state.dueDeliveries(nowMs, 9)).map(({ id }) => id);
    assert.deepEqual([await ids(19), await ids(20), await ids(99)], [[], [soon], [soon, late]]);
    assert.equal(await state.nextDeliveryAtMs(), 20);
    assert.deepEqual(await state.alertIdsOf(soon), [b, a]);
    assert.deepEqual(
      (await state.deliveriesOfAlerts([a!])).map(({ id, alertId }) => [id, alertId]),
      [[soon, a]],
    );
    assert.deepEqual(
      (await state.recentDeliveries({ userId, channelId: null, browserId: null }, 20)).map(({ id }) => id),
      [late],
    );

    assert.equal(await state.write((tx) => tx.beginAttempt(soon, 21)), 1);
    assert.equal(await state.write((tx) => tx.beginAttempt(soon, 21)), null);
    assert.deepEqual(await ids(99), [late]);
    const later = { number: 1, atMs: 22, answer: '451 later', status: 'queued' as const, dueAtMs: 50 };
    await state.write((tx) => tx.endAttempt(soon, later));
    assert.deepEqual([await ids(49), await ids(50)], [[late], [late, soon]]);
    assert.equal(await state.write((tx) => tx.beginAttempt(soon, 51)), 2);
    await state.write((tx) => tx.requeueInterrupted(52));
    assert.equal(await state.write((tx) => tx.beginAttempt(soon, 53)), 3);
    await state.write((tx) =>
      tx.endAttempt(soon, { number: 3, atMs: 54, answer: '250 ok', status: 'sent', dueAtMs: null }),
    );
    assert.deepEqual(await state.attemptsOf([soon]), [
      { deliveryId: soon, number: 1, startedAtMs: 21, endedAtMs: 22, answer: '451 later' },
      { deliveryId: soon, number: 2, startedAtMs: 51, endedAtMs: null, answer: '' },
      { deliveryId: soon, number: 3, startedAtMs: 53, endedAtMs: 54, answer: '250 ok' },
    ]);
    await state.write((tx) => tx.requeueDelivery(soon, 60));
    const sent = await state.delivery(soon);
    assert.deepEqual([sent?.status, sent?.endedAtMs], ['sent', 54]);
    await state.write((tx) => tx.cancelQueuedDeliveries(61));
    assert.deepEqual(
      [(await state.delivery(late))?.status, (await state.delivery(soon))?.status],
      ['canceled', 'sent'],
    );
    await state.write((tx) => tx.requeueDelivery(late, 62));
    assert.deepEqual(await ids(62), [late]);
    await state.write((tx) => tx.trimAlerts(55, 100));
    assert.equal(await state.delivery(soon), null);
    assert.deepEqual(await state.listAlerts([projectId], null, 9), []);
    assert.equal((await state.delivery(late))?.id, late);
  },

  'stores channels with sealed settings, and the rules that send to them': async (
    state,
    { projectId, organizationId },
  ) => {
    const { one, two } = await seedRules(state, projectId);
    const channel = {
      organizationId,
      kind: 'slack' as const,
      name: '#web',
      address: 'hooks.example.com',
      settings: { url: 'https://hooks.example.com/secret' },
      content: 'everything' as const,
      allRules: true,
      createdAtMs: 5,
    };
    const [web, ops] = await state.write(async (tx) => [
      await tx.addChannel(channel),
      await tx.addChannel({ ...channel, name: 'Ops', allRules: false }),
    ]);
    const stored = { ...channel, id: web, reportedAtMs: null, deletedAtMs: null };
    assert.deepEqual((await state.listChannels([organizationId]))[0], stored);
    assert.deepEqual(await state.listChannels([]), []);
    await state.write((tx) => tx.changeAlertRule(two.id, { toTeam: false, channelIds: [ops!, web!] }));
    await state.write((tx) => tx.changeAlertRule(one.id, { channelIds: [web!] }));
    const targets = async () =>
      (await state.listAlertRules([projectId])).map(({ toTeam, channelIds }) => [toTeam, ...channelIds]);
    assert.deepEqual(await targets(), [
      [true, web],
      [false, web, ops],
    ]);
    await state.write((tx) => tx.changeChannel(web!, { name: '#shop', settings: { url: 'x' }, allRules: undefined }));
    await state.write((tx) => tx.setChannelReported(web!, 7));
    const changed = { ...stored, name: '#shop', settings: { url: 'x' }, reportedAtMs: 7 };
    assert.deepEqual(await state.channelsByIds([web!]), [changed]);

    const queue = (dueAtMs: number) =>
      state.write((tx) =>
        tx.addDelivery({
          organizationId,
          userId: null,
          channelId: web!,
          about: 'notice',
          notice: { title: 'a', text: ['b'], link: { name: 'c', path: '/d' }, why: 'e' },
          queuedAtMs: 10,
          dueAtMs,
        }),
      );
    const attempt = (id: number, ended: Omit<EndedAttempt, 'number'>) =>
      state.write(async (tx) => tx.endAttempt(id, { number: (await tx.beginAttempt(id, ended.atMs))!, ...ended }));
    assert.deepEqual(await state.channelRecord(web!), { lastAttempt: null, lastSentAtMs: null });
    const [first, second, waiting] = [await queue(20), await queue(21), await queue(99)];
    assert.deepEqual((await state.delivery(first))?.notice?.text, ['b']);
    assert.deepEqual(
      (await state.recentDeliveries({ userId: null, channelId: web!, browserId: null }, 20)).map(({ id }) => id),
      [second, waiting],
    );
    await attempt(first, { atMs: 30, answer: 'no', status: 'queued', dueAtMs: 40 });
    await attempt(first, { atMs: 41, answer: '200 ok', status: 'sent', dueAtMs: null });
    const sent = { atMs: 41, answer: '200 ok', isSent: true };
    assert.deepEqual(await state.channelRecord(web!), { lastAttempt: sent, lastSentAtMs: 41 });
    await attempt(second, { atMs: 50, answer: '404', status: 'failed', dueAtMs: null });
    const failed = { atMs: 50, answer: '404', isSent: false };
    assert.deepEqual(await state.channelRecord(web!), { lastAttempt: failed, lastSentAtMs: 41 });
    await attempt(second, { atMs: 51, answer: 'gone', status: 'canceled', dueAtMs: null });

    const thread = (subject: string, messageId: string, usedAtMs: number) =>
      state.write((tx) => tx.useChannelThread({ channelId: web!, subject, messageId, usedAtMs }));
    await thread('issue-1', 'first', 50);
    await thread('issue-1', 'second', 55);
    await thread('issue-2', 'other', 54);
    await thread('issue-3', 'old', 53);
    await state.write((tx) => tx.trimChannelThreads(54));
    const threads = () => Promise.all(['issue-1', 'issue-2', 'issue-3'].map((one) => state.channelThread(web!, one)));
    assert.deepEqual(await threads(), ['first', 'other', null]);
    await state.write((tx) => tx.forgetChannelThread(web!, 'issue-2'));
    assert.deepEqual(await threads(), ['first', null, null]);
    await state.write((tx) => tx.changeChannel(web!, { address: 'hooks.example.com' }));
    assert.deepEqual(await threads(), ['first', null, null]);
    await state.write((tx) => tx.changeChannel(web!, { address: 'elsewhere' }));
    assert.deepEqual(await threads(), [null, null, null]);
    await state.write((tx) => tx.changeChannel(web!, { address: channel.address }));
    await thread('issue-1', 'third', 56);
    assert.deepEqual(
      (await state.channelsOfKind('slack')).map(({ id }) => id),
      [web, ops],
    );
    assert.deepEqual(await state.channelsOfKind('ntfy'), []);
    await state.write((tx) => tx.deleteChannel(web!, 60));
    assert.deepEqual(await threads(), [null, null, null]);
    assert.equal((await state.delivery(waiting))?.status, 'canceled');
    assert.deepEqual(await targets(), [[true], [false, ops]]);
    assert.deepEqual(
      (await state.listChannels([organizationId])).map(({ id }) => id),
      [ops],
    );
    assert.deepEqual(await state.channelsByIds([web!]), [
      { ...changed, settings: null, allRules: false, deletedAtMs: 60 },
    ]);
  },
};
