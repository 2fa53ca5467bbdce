import assert from 'node:assert/strict';
import { pluck } from '../../../testing/pluck.ts';
import type { IssueId, TeamId, UserId } from '@seismo/protocol';
import { apply } from '../batch/seeds.ts';
import type { State } from '../contract.ts';
import { seedUser } from '../users/seeds.ts';
import { type SeededProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';
import type { Archive, Resolution } from './contract.ts';
import type { IssueCondition } from '#domain/search/issue-condition.ts';
import { ESCALATION_EVENTS_PER_HOUR_MIN, hourMs, hourOf } from '#domain/issue-status/escalation.ts';
import { NEW_ISSUE_MS } from '#domain/issue-status/issue-status.ts';
import { facts, ids, listing, seedIssue } from './seeds.ts';

export const issueStatusConformance: StatePromises = {
  'reopens a resolved issue that gets an event, but not an issue that is archived forever': async (state, project) => {
    const userId = await seedUser(state);
    const [a, b] = [await seedIssue(state, project, 'a'), await seedIssue(state, project, 'b')];
    await apply(state, 1, [facts(a, { firstSeenAtMs: 40 }), facts(b, {})]);
    await resolve(state, a, { how: 'now' }, 50);
    await archive(state, b, { until: 'forever' });
    await state.write((tx) =>
      tx.addActivities([
        { issueId: a, userId, atMs: 50, kind: 'resolved', from: 'unresolved', resolution: { how: 'now' } },
      ]),
    );
    assert.equal((await state.issueById(a))?.status, 'resolved');
    await apply(state, 2, [facts(a, {}), facts(b, {})], { atMs: 60 });
    await apply(state, 3, [facts(a, {})], { atMs: 70 });
    const [issueA, issueB] = await state.issuesByIds([a, b]);
    assert.deepEqual([issueA!.status, issueA!.substate, issueA!.regressedAtMs], ['unresolved', 'regressed', 60]);
    assert.deepEqual([issueB!.status, issueB!.regressedAtMs], ['archived', null]);
    const story = (await state.activityOf(a)).map(({ kind, atMs, userId: by }) => [kind, atMs, by]);
    assert.deepEqual(story, [
      ['regressed', 60, null],
      ['resolved', 50, userId],
      ['first-seen', 40, null],
    ]);
    assert.deepEqual(pluck(await state.activityOf(b), 'kind'), ['first-seen']);
  },

  'compares releases by semantic version, otherwise by date': async (state, project) => {
    const id = await seedIssue(state, project, 'a');
    const seen = (sequence: number, release: string, atMs: number) =>
      apply(state, sequence, [facts(id, { lastRelease: release, lastSeenAtMs: atMs })], {
        atMs,
        releases: [{ ...project, version: release, firstSeenAtMs: atMs, lastSeenAtMs: atMs, events: 1 }],
      });
    await seen(1, 'shop@1.9.0', 100);
    await resolve(state, id, { how: 'next-release', after: 'shop@1.9.0' }, 150);
    await seen(2, 'shop@1.9.0', 200);
    await seen(3, 'shop@1.8.5', 300);
    assert.equal((await state.issueById(id))!.status, 'resolved');
    await seen(4, 'shop@1.10.0', 400);
    const [activity] = await state.activityOf(id);
    assert.equal((await state.issueById(id))!.substate, 'regressed');
    assert.deepEqual(activity, {
      id: activity!.id,
      issueId: id,
      userId: null,
      atMs: 400,
      kind: 'regressed',
      release: 'shop@1.10.0',
      resolution: { how: 'next-release', after: 'shop@1.9.0' },
    });

    await seen(5, 'c0ffee', 500);
    await resolve(state, id, { how: 'release', release: 'c0ffee' }, 550);
    await seen(6, 'shop@1.10.0', 600);
    assert.equal((await state.issueById(id))!.status, 'resolved');
    await seen(7, 'c0ffee', 700);
    assert.equal((await state.issueById(id))!.status, 'unresolved');
  },

  'counts hours, and takes an issue out of the archive when they show that it grew': async (state, project) => {
    const id = await seedIssue(state, project, 'a');
    const start = 1_000 * hourMs;
    let sequence = 0;
    const happens = (atMs: number, events: number) =>
      apply(state, ++sequence, [facts(id, { events, hours: [{ hour: hourOf(atMs), events }] })], { atMs });
    for (let hour = 0; hour < 30; hour++) await happens(start + hour * hourMs, 15);
    const nowMs = start + 30 * hourMs;
    await happens(nowMs, 5);
    const rate = (await state.eventRates([id], nowMs)).get(id)!;
    assert.deepEqual(rate, { lastHour: 5, lastDay: 23 * 15 + 5, perHour: 30, perDay: 2 * (23 * 15 + 5) });
    await archive(state, id, { until: 'escalating', perHour: rate.perHour, perDay: rate.perDay, eventCount: 455 });
    await happens(nowMs, 30);
    assert.equal((await state.issueById(id))!.status, 'archived');
    await happens(nowMs, 1);
    const issue = (await state.issueById(id))!;
    assert.deepEqual([issue.status, issue.substate, issue.statusAtMs], ['unresolved', 'escalating', nowMs]);
    const [activity] = await state.activityOf(id);
    assert.deepEqual(activity, {
      id: activity!.id,
      issueId: id,
      userId: null,
      atMs: nowMs,
      kind: 'escalating',
      events: 31,
      threshold: 30,
      per: 'hour',
    });
    await state.write((tx) => tx.trimHours(nowMs + 400 * hourMs));
    assert.equal((await state.eventRates([id], nowMs)).get(id)!.perHour, ESCALATION_EVENTS_PER_HOUR_MIN);
  },

  'changes statuses by time: new issues after a week, and archived issues at the end of their term': async (
    state,
    project,
  ) => {
    const [a, b, c] = [
      await seedIssue(state, project, 'a'),
      await seedIssue(state, project, 'b'),
      await seedIssue(state, project, 'c'),
    ];
    const turn = (nowMs: number, count = 10) => state.write((tx) => tx.transitionDueIssues(nowMs, count));
    assert.deepEqual(await turn(9 * NEW_ISSUE_MS), []);
    await apply(state, 1, [facts(a, { firstSeenAtMs: 10 }), facts(b, { firstSeenAtMs: 20 }), facts(c, {})]);
    await archive(state, c, { until: 'time', untilMs: NEW_ISSUE_MS + 50 });
    assert.deepEqual(await turn(NEW_ISSUE_MS + 9), []);
    assert.deepEqual(await turn(NEW_ISSUE_MS + 100, 1), [project.projectId]);
    assert.deepEqual(await kinds(state, [a, b, c]), ['ongoing', 'new', null]);
    assert.deepEqual(await turn(NEW_ISSUE_MS + 100), [project.projectId]);
    assert.deepEqual(await kinds(state, [a, b, c]), ['ongoing', 'ongoing', 'ongoing']);
    assert.deepEqual(await turn(99 * NEW_ISSUE_MS), []);
    const newestActivity = async (id: IssueId) => (await state.activityOf(id))[0]!;
    assert.deepEqual([(await newestActivity(a)).kind, (await newestActivity(a)).atMs], ['ongoing', NEW_ISSUE_MS + 100]);
    assert.equal((await newestActivity(c)).kind, 'unarchived');
  },

  'stores the assignee and priority of an issue, and the users who viewed or bookmarked it': async (state, project) => {
    const [ada, bob] = [await seedUser(state), await seedUser(state)];
    const [a, b, c] = await three(state, project);
    const team = { kind: 'team' as const, teamId: 5 as TeamId };
    await state.write(async (tx) => {
      await tx.updateIssues([
        { id: a, assignee: { kind: 'user', userId: ada } },
        { id: b, assignee: team, priority: 'low' },
        { id: c },
      ]);
      await tx.setSeen(ada, [a, b], 70);
      await tx.setSeen(ada, [b], null);
      await tx.setSeen(bob, [b], 80);
      await tx.setBookmarked(ada, [a, c], true);
      await tx.setBookmarked(ada, [c, b], false);
    });
    const issues = await state.issuesByIds([a, b, c]);
    assert.deepEqual(pluck(issues, 'assignee', 'priority'), [
      [{ kind: 'user', userId: ada }, null],
      [team, 'low'],
      [null, null],
    ]);
    const all = [a, b, c];
    const subscription = { isSubscribed: false, reason: 'manual' as const };
    await state.write(async (tx) => {
      await tx.setSubscription(a, ada, subscription);
      await tx.setSubscription(c, bob, { isSubscribed: true, reason: 'comment' });
    });
    assert.deepEqual(
      await state.userFlagsOf(ada, all),
      new Map([[a, { seenAtMs: 70, bookmarked: true, subscription }]]),
    );
    assert.deepEqual(
      await state.userFlagsOf(bob, all),
      new Map([
        [c, { seenAtMs: null, bookmarked: false, subscription: { isSubscribed: true, reason: 'comment' } }],
        [b, { seenAtMs: 80, bookmarked: false, subscription: null }],
      ]),
    );

    const list = async (where: IssueCondition) => new Set(ids(await state.listIssues({ ...listing(project), where })));
    const person = (userId: UserId) => ({ kind: 'user' as const, userId });
    assert.deepEqual(await list({ assignedTo: [person(ada), team] }), new Set([a, b]));
    assert.deepEqual(await list({ not: { assignedTo: [person(ada)] } }), new Set([b, c]));
    assert.deepEqual(await list({ not: { assignedTo: 'anybody' } }), new Set([c]));
    assert.deepEqual(await list({ assignedTo: [] }), new Set());
    assert.deepEqual(await list({ bookmarkedBy: ada }), new Set([a]));
    assert.deepEqual(await list({ not: { bookmarkedBy: bob } }), new Set([a, b, c]));
    await archive(state, b, { until: 'forever' });
    assert.deepEqual(await list({ field: 'substate', is: ['new', 'regressed'] }), new Set([a, c]));
    assert.deepEqual(await list({ not: { field: 'substate', is: ['new'] } }), new Set([b]));
    await archive(state, c, { until: 'events', more: 5, eventCount: 1 });
    assert.deepEqual(await list({ archivedUntil: ['forever'] }), new Set([b]));
    assert.deepEqual(await list({ archivedUntil: ['events', 'users'] }), new Set([c]));
    assert.deepEqual(await list({ not: { archivedUntil: ['events', 'forever'] } }), new Set([a]));
    assert.deepEqual(await list({ archivedUntil: [] }), new Set());
  },

  'returns an undo once, in time, and only to the user who made the change': async (state, project) => {
    const [ada, bob] = [await seedUser(state), await seedUser(state)];
    const id = await seedIssue(state, project, 'a');
    const changes = [{ before: { id, priority: null }, after: { id, priority: 'low' as const } }];
    const undo = { userId: ada, action: 'priority', changes, expiresAtMs: 100 };
    const take = (hash: string, userId: UserId, nowMs: number) => state.write((tx) => tx.takeUndo(hash, userId, nowMs));
    await state.write(async (tx) => {
      await tx.saveUndo({ ...undo, hash: 'x' }, 1);
      await tx.saveUndo({ ...undo, hash: 'y' }, 1);
    });
    assert.equal(await take('x', bob, 50), null);
    assert.deepEqual(await take('x', ada, 50), undo);
    assert.equal(await take('x', ada, 50), null);
    assert.equal(await take('y', ada, 100), null);
  },

  'gives an issue to its owner with the first event, and never again': async (state, project) => {
    const [a, b] = [await seedIssue(state, project, 'a'), await seedIssue(state, project, 'b')];
    const ada = { kind: 'user' as const, userId: await seedUser(state) };
    const owner = { to: ada, rule: 'path:src/* ada@example.com' };
    await state.write((tx) => tx.updateIssues([{ id: b, assignee: { kind: 'team', teamId: 9 as TeamId } }]));
    await apply(state, 1, [facts(a, { owner, firstSeenAtMs: 4 }), facts(b, { owner })]);
    assert.deepEqual((await state.issueById(a))!.assignee, ada);
    assert.equal((await state.issueById(b))!.assignee!.kind, 'team');
    const [assigned, seen] = await state.activityOf(a);
    assert.equal(seen!.kind, 'first-seen');
    assert.deepEqual(assigned, {
      id: assigned!.id,
      issueId: a,
      userId: null,
      atMs: 3_000,
      kind: 'assigned',
      from: null,
      ...owner,
    });
    await state.write((tx) => tx.updateIssues([{ id: a, assignee: null }]));
    await apply(state, 2, [facts(a, { owner })]);
    assert.equal((await state.issueById(a))!.assignee, null);
  },

  'stores comments, which can be edited and deleted': async (state, project) => {
    const userId = await seedUser(state);
    const id = await seedIssue(state, project, 'a');
    const comment = {
      issueId: id,
      userId,
      atMs: 5,
      kind: 'comment' as const,
      text: '**why**\n"quoted"',
      editedAtMs: null,
    };
    await state.write((tx) => tx.addActivities([comment, { ...comment, text: 'second' }]));
    const [second, first] = await state.activityOf(id);
    assert.deepEqual(first, { ...comment, id: first!.id });
    await state.write(async (tx) => {
      await tx.editComment(first!.id, { text: 'because', mentions: [] }, 9);
      await tx.deleteActivity(second!.id);
    });
    assert.deepEqual(await state.activityOf(id), [
      { ...comment, id: first!.id, text: 'because', mentions: [], editedAtMs: 9 },
    ]);
    const found = await state.activitiesByIds([second!.id, first!.id]);
    assert.deepEqual(found, await state.activityOf(id));
  },
};

async function three(state: State, project: SeededProject): Promise<[IssueId, IssueId, IssueId]> {
  const [a, b, c] = [
    await seedIssue(state, project, 'a'),
    await seedIssue(state, project, 'b'),
    await seedIssue(state, project, 'c'),
  ];
  await apply(state, 1, [facts(a, {}), facts(b, {}), facts(c, {})]);
  return [a, b, c];
}

async function kinds(state: State, of: IssueId[]) {
  return (await state.issuesByIds(of)).map(({ substate }) => substate);
}

export async function resolve(state: State, id: IssueId, resolution: Resolution, statusAtMs: number): Promise<void> {
  const issueState = { status: 'resolved' as const, substate: null, statusAtMs, resolution, archive: null };
  await state.write((tx) => tx.updateIssues([{ id, state: { ...issueState, regressedAtMs: null } }]));
}

async function archive(state: State, id: IssueId, until: Archive): Promise<void> {
  const issueState = { status: 'archived' as const, substate: null, statusAtMs: 50, resolution: null, archive: until };
  await state.write((tx) => tx.updateIssues([{ id, state: { ...issueState, regressedAtMs: null } }]));
}
