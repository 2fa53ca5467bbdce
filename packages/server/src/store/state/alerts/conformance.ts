import assert from 'node:assert/strict';
import type { ProjectId, UserId } from '@seismo/protocol';
import { apply } from '../batch/seeds.ts';
import type { State } from '../contract.ts';
import { facts, seedIssue } from '../issues/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';
import { seedUser } from '../users/seeds.ts';

const rule = (projectId: ProjectId, name: string) => ({
  projectId,
  name,
  triggerKind: 'new-issue' as const,
  query: 'issue.priority:high',
  enabled: true,
  createdAtMs: 5,
});

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
        { id: one.id, ...rule(projectId, 'one') },
        { id: two.id, ...rule(projectId, 'two') },
      ],
    );
    await state.write((tx) => tx.setAlertRuleEnabled(two.id, false));
    assert.deepEqual(
      (await state.listAlertRules([projectId])).map(({ enabled }) => enabled),
      [true, false],
    );
    assert.deepEqual(await state.listAlertRules([]), []);
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
    const first = { id: a, ...alert, matches };
    assert.deepEqual(await state.listAlerts([projectId], null, 1), [
      { id: b, ...alert, issueId: other, decidedAtMs: 20, matches: [{ ruleId: two.id, suppressed: null }] },
    ]);
    assert.deepEqual(await state.listAlerts([projectId], b!, 10), [first]);
    assert.deepEqual(await state.alertsByIds([a!]), [first]);
    const rules = [one.id, two.id];
    assert.deepEqual(await state.sentMatches(rules, [issueId], 0), [{ ruleId: one.id, issueId, decidedAtMs: 10 }]);
    assert.deepEqual(await state.sentMatches(rules, [issueId, other], 10), [
      { ruleId: two.id, issueId: other, decidedAtMs: 20 },
    ]);
    assert.deepEqual(await state.sentMatches([two.id], [issueId], 0), []);
    await state.write((tx) => tx.deleteIssue(issueId));
    assert.deepEqual(
      (await state.listAlerts([projectId], null, 9)).map(({ id }) => id),
      [b],
    );
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
        const delivery = { organizationId, userId: to, isTest: false, queuedAtMs, dueAtMs };
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
      (await state.recentDeliveries(userId, 20)).map(({ id }) => id),
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
};
