import assert from 'node:assert/strict';
import { limits, type IssueId, type ProjectId } from '@seismo/protocol';
import { apply } from '../batch/seeds.ts';
import type { State } from '../contract.ts';
import { feedbackFacts } from '../feedback/seeds.ts';
import { hourMs, hourOf } from '#domain/issue-status/escalation.ts';
import { NEW_ISSUE_MS } from '#domain/issue-status/issue-status.ts';
import type { IssueFacts } from '../issues/contract.ts';
import { facts, seedIssue } from '../issues/seeds.ts';
import { seedUser } from '../users/seeds.ts';
import { projectFacts } from '../projects/seeds.ts';
import type { SpikeKind } from '../spikes/contract.ts';
import type { StatePromises } from '../state.conformance.ts';

/** What each write publishes. */
export const publishedConformance: StatePromises = {
  'publishes the changes of issues with a batch, then that their projects changed': async (state, project) => {
    const published = reader(state);
    const { projectId } = project;
    const userId = await seedUser(state);
    const [a, b] = [await seedIssue(state, project, 'a'), await seedIssue(state, project, 'b')];
    assert.deepEqual(await published(), []);
    const owner = { to: { kind: 'user' as const, userId }, rule: 'path:src/* ann' };
    await apply(state, 1, [facts(a, { firstSeenAtMs: 40, owner }), facts(b, {})], { projectIds: [projectId] });
    const [assigned, seenA] = await state.activityOf(a);
    const [seenB] = await state.activityOf(b);
    const bySeismo = { projectIds: [projectId], userId: null };
    assert.deepEqual(await published(), [
      { kind: 'issue-created', ...bySeismo, issueId: a, activityId: seenA!.id },
      { kind: 'issue-assigned', ...bySeismo, issueId: a, activityId: assigned!.id, from: null, ...owner },
      { kind: 'issue-created', ...bySeismo, issueId: b, activityId: seenB!.id },
      { kind: 'projects-changed', projectIds: [projectId], issueId: null },
    ]);

    const issueState = { substate: null, statusAtMs: 50, resolution: null, archive: null, regressedAtMs: null };
    const resolution = { how: 'now' as const };
    const archive = { until: 'events' as const, more: 1, eventCount: 1 };
    await state.write((tx) =>
      tx.updateIssues([
        { id: a, state: { ...issueState, status: 'resolved', resolution } },
        { id: b, state: { ...issueState, status: 'archived', archive } },
      ]),
    );
    await apply(state, 2, [facts(a, { lastRelease: '2.0' }), facts(b, {})], { atMs: 60 });
    const [regressed] = await state.activityOf(a);
    const [unarchived] = await state.activityOf(b);
    assert.deepEqual(await published(), [
      { kind: 'issue-regressed', ...bySeismo, issueId: a, activityId: regressed!.id, release: '2.0', resolution },
      { kind: 'issue-unarchived', ...bySeismo, issueId: b, activityId: unarchived!.id, archive },
      { kind: 'issue-first-seen-in', projectIds: [projectId], issueId: a, environments: [], releases: ['2.0'] },
    ]);

    const nowMs = 60 + NEW_ISSUE_MS;
    await state.write((tx) => tx.transitionDueIssues(nowMs, 10));
    const [ongoing] = await state.activityOf(a);
    assert.deepEqual(await published(), [
      { kind: 'issue-ongoing', ...bySeismo, issueId: a, activityId: ongoing!.id, from: 'regressed' },
    ]);
    const laterMs = Math.ceil(nowMs / hourMs) * hourMs;
    const many = facts(a, { events: 500, hours: [{ hour: hourOf(laterMs), events: 500 }] });
    await apply(state, 3, [many], { atMs: laterMs });
    const [escalating] = await state.activityOf(a);
    assert.ok(escalating?.kind === 'escalating');
    const { events, threshold, per } = escalating;
    const grew = { events, threshold, per };
    assert.deepEqual(await published(), [
      { kind: 'issue-escalating', ...bySeismo, issueId: a, activityId: escalating.id, ...grew },
    ]);
    await assert.rejects(apply(state, 3, [facts(a, {})], { projectIds: [projectId] }));
    assert.deepEqual(await published(), []);
  },

  'publishes what users change, without the text of a comment': async (state, project) => {
    const userId = await seedUser(state);
    const id = await seedIssue(state, project, 'a');
    const other = await seedIssue(state, project, 'b');
    const published = reader(state);
    const by = { issueId: id, userId, atMs: 7 };
    const names = [{ id: other, shortId: 'WEB-2' }];
    await state.write((tx) =>
      tx.addActivities([
        { ...by, kind: 'comment', text: 'A secret.', editedAtMs: null },
        { ...by, kind: 'unresolved', from: 'resolved' },
        { ...by, kind: 'priority', from: null, to: 'high' },
        { ...by, kind: 'merged', regroupId: 'r', from: names },
        { ...by, kind: 'merged-away', regroupId: 'r', into: names[0]!, issueId: other },
      ]),
    );
    const ids = [...(await state.activityOf(id)), ...(await state.activityOf(other))].map((each) => each.id);
    const [comment, reopened, priority, merged, away] = ids.sort((one, another) => one - another);
    const of = { projectIds: [project.projectId], issueId: id, userId };
    assert.deepEqual(await published(), [
      { kind: 'issue-commented', ...of, activityId: comment },
      { kind: 'issue-reopened', ...of, activityId: reopened, from: 'resolved' },
      { kind: 'issue-priority-changed', ...of, activityId: priority, from: null, to: 'high' },
      { kind: 'issue-merged', ...of, activityId: merged, regroupId: 'r', from: names },
      { kind: 'issue-merged-away', ...of, issueId: other, activityId: away, regroupId: 'r', into: names[0] },
    ]);
  },

  'publishes once that an issue was deleted, and nothing for issues of a deleted project': async (state, project) => {
    const id = await seedIssue(state, project, 'a');
    await seedIssue(state, project, 'b');
    const { shortId } = (await state.issueById(id))!;
    const published = reader(state);
    for (let round = 0; round < 2; round++) await state.write((tx) => tx.deleteIssue(id));
    await state.write((tx) => tx.deleteProject(project.projectId));
    assert.deepEqual(await published(), [
      { kind: 'issue-deleted', projectIds: [project.projectId], issueId: id, shortId },
    ]);
  },

  'publishes a release once per project, named by an event or a tool': async (state, { organizationId, projectId }) => {
    const other = await state.write((tx) => tx.createProject({ ...projectFacts, organizationId, slug: 'api' }));
    const published = reader(state);
    const seen = { organizationId, firstSeenAtMs: 1, lastSeenAtMs: 1, events: 1 };
    for (const sequence of [1, 2]) {
      await apply(state, sequence, [], {
        releases: [
          { ...seen, projectId, version: '1.0' },
          { ...seen, projectId: other, version: '1.0' },
          { ...seen, projectId, version: '2.0' },
        ],
      });
    }
    const created = { kind: 'release-created', issueId: null };
    assert.deepEqual(await published(), [
      { ...created, projectIds: [projectId, other], version: '1.0' },
      { ...created, projectIds: [projectId], version: '2.0' },
    ]);
    const release = { organizationId, version: '2.0', projectIds: [projectId, other], createdAtMs: 1 };
    const id = await state.write((tx) => tx.ensureRelease(release));
    await state.write((tx) => tx.ensureRelease(release));
    const deploy = { environment: 'production', name: '', url: '', startedAtMs: null, finishedAtMs: 5 };
    const deployId = await state.write((tx) => tx.addDeploy(id, deploy));
    assert.deepEqual(await published(), [
      { ...created, projectIds: [other], version: '2.0' },
      {
        kind: 'deploy-added',
        projectIds: [projectId, other],
        issueId: null,
        version: '2.0',
        environment: 'production',
        deployId,
      },
    ]);
  },

  'publishes once in which environments and releases an issue was seen first': async (state, project, open) => {
    const [a, b] = [await seedIssue(state, project, 'a'), await seedIssue(state, project, 'b')];
    const published = reader(state);
    const seen = (issueId: IssueId, environments: string[], releases: string[]) => {
      const sightings = releases.map((release) => ({ release, atMs: 2_000 }));
      return facts(issueId, { environments, sightings });
    };
    const firstSeen = async (sequence: number, issues: IssueFacts[], by = state) => {
      await apply(by, sequence, issues, { atMs: sequence });
      return (await published()).flatMap((row) =>
        row.kind === 'issue-first-seen-in' ? [[row.issueId, row.environments, row.releases]] : [],
      );
    };
    const both = [seen(a, ['production', ''], ['', '1.0', '1.1']), seen(b, ['production'], [''])];
    assert.deepEqual(await firstSeen(1, both), [
      [a, ['production'], ['1.0', '1.1']],
      [b, ['production'], []],
    ]);
    assert.deepEqual(await firstSeen(2, both, await open()), []);
    assert.deepEqual(await firstSeen(3, [seen(a, ['production'], ['1.0']), seen(b, ['staging'], ['1.0'])]), [
      [b, ['staging'], ['1.0']],
    ]);
    // Only the newest are known.
    const many = Array.from({ length: limits.FIRST_SEEN_COUNT_MAX - 1 }, (_, index) => `2.${index}`);
    assert.deepEqual(await firstSeen(4, [seen(a, [], many)]), [[a, [], many]]);
    assert.deepEqual(await firstSeen(5, [seen(a, ['production'], ['1.0', ...many])]), [[a, [], ['1.0']]]);
  },

  'publishes the start and the end of a spike, each once': async (state, { organizationId, projectId }, open) => {
    const other = await state.write((tx) => tx.createProject({ ...projectFacts, organizationId, slug: 'api' }));
    const published = reader(state);
    const record = async (projectIds: ProjectId[], nowMs: number, by = state, of: SpikeKind = 'events') => {
      await by.write((tx) => tx.recordSpikes(of, projectIds, nowMs));
      return published();
    };
    const end = async (nowMs: number) => {
      await state.write((tx) => tx.endSpikes(nowMs));
      return published();
    };
    const started = (id: ProjectId, of = 'events') => ({ kind: 'spike-started', of, projectIds: [id], issueId: null });
    const ended = (id: ProjectId, startedAtMs: number, of = 'events') => ({
      kind: 'spike-ended',
      of,
      projectIds: [id],
      issueId: null,
      startedAtMs,
    });
    assert.deepEqual(await record([projectId], 1), [started(projectId)]);
    assert.deepEqual(await record([projectId, other], 10, await open()), [started(other)]);
    assert.deepEqual(await record([projectId], 20), []);
    assert.deepEqual(await end(9 + limits.SPIKE_END_MS), []);
    assert.deepEqual(await end(10 + limits.SPIKE_END_MS), [ended(other, 10)]);
    assert.deepEqual(await end(10 + limits.SPIKE_END_MS), []);
    const laterMs = 20 + limits.SPIKE_END_MS;
    assert.deepEqual(await record([projectId], laterMs), [ended(projectId, 1), started(projectId)]);
    // A spike of spans is another one.
    assert.deepEqual(await record([projectId], laterMs + 1, state, 'spans'), [started(projectId, 'spans')]);
    assert.deepEqual(await record([projectId], laterMs + 2), []);
    const spansEndMs = laterMs + 1 + limits.SPIKE_END_MS;
    assert.deepEqual(await end(spansEndMs), [ended(projectId, laterMs + 1, 'spans')]);
    assert.deepEqual(await end(spansEndMs + 1), [ended(projectId, laterMs)]);
    await state.write((tx) => tx.deleteProject(projectId));
    assert.deepEqual(await end(2 * laterMs), []);
  },

  'publishes feedback that the project does not have yet': async (state, { projectId }) => {
    const published = reader(state);
    const [a, b] = [feedbackFacts(projectId, 'a'), feedbackFacts(projectId, 'b')];
    await state.write((tx) => tx.addFeedback([a]));
    await state.write((tx) => tx.addFeedback([a, b]));
    const received = { kind: 'feedback-received', projectIds: [projectId], issueId: null };
    assert.deepEqual(await published(), [
      { ...received, feedbackId: a.feedbackId },
      { ...received, feedbackId: b.feedbackId },
    ]);
  },
};

/** Gives the rows since it was asked last, without their IDs and times. */
function reader(state: State) {
  let position = 0;
  return async () => {
    const rows = await state.outboxAfter(position, 1000);
    position = rows.at(-1)?.id ?? position;
    return rows.map(({ id: _, atMs: __, ...row }) => row);
  };
}
