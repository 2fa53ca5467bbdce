import assert from 'node:assert/strict';
import { ruleDefaults } from '#domain/alerts/default-rules.ts';
import { looks, measuredHealth } from '#domain/releases/measured-health.ts';
import { apply } from '../batch/seeds.ts';
import { pluck } from '../../../testing/pluck.ts';
import type { NewReleaseSummary, State } from '../contract.ts';
import { seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';

const none = { newIssues: [], regressedIssues: [], missingIssues: [] };
const health = measuredHealth({
  windowMs: looks[0].windowMs,
  sessions: null,
  events: { all: 0, own: 0, windows: [] },
  ...none,
});

const started = (
  { projectId }: Pick<NewReleaseSummary, 'projectId'>,
  given: Partial<NewReleaseSummary> = {},
): NewReleaseSummary => ({ projectId, version: '2.0', environment: '', startedAtMs: 100, ...given });

async function seen(
  state: State,
  { projectId, organizationId }: Awaited<ReturnType<typeof seedProject>>,
  releases: Record<string, number>,
): Promise<void> {
  const facts = Object.entries(releases).map(([version, atMs]) => {
    return { projectId, organizationId, version, firstSeenAtMs: atMs, lastSeenAtMs: atMs, events: 1 };
  });
  await apply(state, (await state.appliedSequence()) + 1, [], { projectIds: [projectId], releases: facts });
}

export const releaseSummaryConformance: StatePromises = {
  'finds deploys and releases seen for the first time that are not measured yet': async (state, project) => {
    const { projectId, organizationId } = project;
    const find = (afterMs: number, toMs = 1000, openMax = 10) => state.releasesToSummarize({ afterMs, toMs }, openMax);
    await seen(state, project, { '1.0': 50, '2.0': 100, '3.0': 110 });
    assert.deepEqual(await find(99), [started(project), started(project, { version: '3.0', startedAtMs: 110 })]);
    assert.deepEqual(pluck(await find(100), 'version'), ['3.0']);
    assert.deepEqual(pluck(await find(99, 109), 'version'), ['2.0']);
    // The first release of a project has nothing to be compared with.
    assert.deepEqual(pluck(await find(0), 'version'), ['2.0', '3.0']);
    const deployAt = (finishedAtMs: number) =>
      state.write(async (tx) => {
        const release = { organizationId, version: '3.0', projectIds: [projectId], createdAtMs: 1 };
        const deploy = { environment: 'production', name: '', url: '', startedAtMs: null, finishedAtMs };
        await tx.addDeploy(await tx.ensureRelease(release), deploy);
      });
    await deployAt(119);
    await deployAt(120);
    await deployAt(1001);
    const deployed = started(project, { version: '3.0', environment: 'production', startedAtMs: 120 });
    assert.deepEqual(await find(99), [deployed, started(project)]);
    await state.write((tx) => tx.addReleaseSummaries([deployed, started(project)]));
    assert.deepEqual(await find(99), []);
    await deployAt(130);
    assert.deepEqual(await find(99), [{ ...deployed, startedAtMs: 130 }]);
    assert.deepEqual(await find(99, 1000, 2), []);
  },

  'finds no more releases of a project than it may have open': async (state, project) => {
    const elsewhere = await seedProject(state, 'other');
    await seen(state, project, { '1.0': 50, '2.0': 100, '3.0': 110, '4.0': 120 });
    await seen(state, elsewhere, { '1.0': 50, '2.0': 105 });
    const find = async () => pluck(await state.releasesToSummarize({ afterMs: 99, toMs: 1000 }, 2), 'version');
    assert.deepEqual(await find(), ['2.0', '2.0', '3.0']);
    await state.write((tx) => tx.addReleaseSummaries([started(project)]));
    assert.deepEqual(await find(), ['2.0', '3.0']);
    const [open] = await state.releaseSummaries([project.projectId], '2.0');
    await state.write((tx) => tx.setReleaseSummary(open!.id, { measuredAtMs: 200, dueAtMs: null, health }));
    assert.deepEqual(await find(), ['2.0', '3.0', '4.0']);
  },

  'measures release summaries when they are due, until they are final': async (state, project) => {
    const { projectId } = project;
    await state.write((tx) => tx.addReleaseSummaries([started(project), started(project, { version: '3.0' })]));
    const dueAtMs = 100 + looks[0].windowMs;
    assert.deepEqual(await state.dueReleaseSummaries(dueAtMs - 1, 10), []);
    const [late] = await state.dueReleaseSummaries(dueAtMs, 1);
    await state.write((tx) => tx.postponeReleaseSummary(late!.id, dueAtMs + 5));
    assert.deepEqual(pluck(await state.dueReleaseSummaries(dueAtMs + 5, 10), 'version'), ['3.0', '2.0']);
    await state.write((tx) => tx.postponeReleaseSummary(late!.id, dueAtMs));
    const [first, second] = await state.dueReleaseSummaries(dueAtMs, 10);
    assert.deepEqual(first, { id: first!.id, ...started(project), dueAtMs, measuredAtMs: null, health: null });
    assert.deepEqual(pluck(await state.dueReleaseSummaries(dueAtMs, 1), 'version'), ['2.0']);
    assert.deepEqual(await state.finalReleaseSummaries(projectId, 0, 10), []);
    await state.write(async (tx) => {
      await tx.setReleaseSummary(first!.id, { measuredAtMs: 200, dueAtMs: null, health });
      await tx.setReleaseSummary(second!.id, { measuredAtMs: 201, dueAtMs: dueAtMs + 1, health });
    });
    assert.deepEqual(pluck(await state.dueReleaseSummaries(dueAtMs + 1, 10), 'version'), ['3.0']);
    const final = { ...first!, dueAtMs: null, measuredAtMs: 200, health };
    assert.deepEqual(await state.finalReleaseSummaries(projectId, 199, 10), [final]);
    assert.deepEqual(await state.finalReleaseSummaries(projectId, 200, 10), []);
    assert.deepEqual(await state.releaseSummariesByIds([first!.id, 0]), [final]);
  },

  'returns the summaries of a release in projects, the last started first': async (state, project) => {
    const elsewhere = await seedProject(state, 'other');
    await state.write((tx) =>
      tx.addReleaseSummaries([
        started(project, { environment: 'staging' }),
        started(project, { environment: 'production', startedAtMs: 101 }),
        started(project, { version: '3.0' }),
        started(elsewhere),
      ]),
    );
    const found = await state.releaseSummaries([project.projectId], '2.0');
    assert.deepEqual(pluck(found, 'environment'), ['production', 'staging']);
    assert.equal((await state.releaseSummaries([project.projectId, elsewhere.projectId], '2.0')).length, 3);
    assert.deepEqual(await state.releaseSummaries([], '2.0'), []);
  },

  'replaces a summary that is not final by that of a later deploy': async (state, project) => {
    const inEnvironments = async () => pluck(await state.releaseSummaries([project.projectId], '2.0'), 'environment');
    const add = (...given: Partial<NewReleaseSummary>[]) =>
      state.write((tx) => tx.addReleaseSummaries(given.map((one) => started(project, one))));
    await add({}, { version: '3.0' });
    await add({ environment: 'staging' });
    assert.deepEqual(await inEnvironments(), ['staging']);
    await add({ environment: 'production' }, { environment: 'staging', startedAtMs: 50 });
    assert.deepEqual(await inEnvironments(), ['production', 'staging']);
    const [production] = await state.releaseSummaries([project.projectId], '2.0');
    await state.write((tx) => tx.setReleaseSummary(production!.id, { measuredAtMs: 200, dueAtMs: null, health }));
    await add({ environment: 'production', startedAtMs: 300 });
    assert.deepEqual(await inEnvironments(), ['production', 'production', 'staging']);
    assert.equal((await state.releaseSummaries([project.projectId], '3.0')).length, 1);
  },

  'stores alerts about releases, and rules that wait for them but measure nothing': async (state, project) => {
    const { projectId } = project;
    await state.write((tx) => tx.addReleaseSummaries([started(project)]));
    const [summary] = await state.releaseSummaries([projectId], '2.0');
    const condition = { kind: 'release' as const, ratings: ['bad' as const] };
    const [ruleId] = await state.write((tx) =>
      tx.addAlertRules([
        { ...ruleDefaults, projectId, name: 'Bad', query: '', triggerKind: 'release', condition, createdAtMs: 5 },
      ]),
    );
    assert.deepEqual(await state.measuringRules(), []);
    const alert = { projectId, issueId: null, releaseSummaryId: summary!.id, happenedAtMs: 60, decidedAtMs: 70 };
    const [id] = await state.write((tx) =>
      tx.addAlerts([{ ...alert, matches: [{ ruleId: ruleId!, suppressed: null }] }]),
    );
    assert.deepEqual(pluck(await state.alertsByIds([id!]), 'releaseSummaryId'), [summary!.id]);
    assert.deepEqual(pluck(await state.recentMatches([ruleId!], [null], 0), 'releaseSummaryId'), [summary!.id]);
    await state.write((tx) => tx.deleteProject(projectId));
    assert.deepEqual(await state.alertsByIds([id!]), []);
  },

  'deletes the release summaries of a project with it': async (state, project) => {
    await state.write((tx) => tx.addReleaseSummaries([started(project)]));
    await state.write((tx) => tx.deleteProject(project.projectId));
    assert.deepEqual(await state.releaseSummaries([project.projectId], '2.0'), []);
  },
};
