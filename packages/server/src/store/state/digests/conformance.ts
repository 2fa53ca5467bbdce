import assert from 'node:assert/strict';
import { seedIssue } from '../issues/seeds.ts';
import { seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';

const claim = (digestHash: string, errorHash: string) => ({ digestHash, errorHash, groupingVersion: 'v1' });

export const digestConformance: StatePromises = {
  'leads the hash of a digest to the issue of the first error that came with it': async (state, project) => {
    const elsewhere = await seedProject(state, 'other');
    const [a, b] = [await seedIssue(state, project, 'a'), await seedIssue(state, project, 'b')];
    const other = await seedIssue(state, elsewhere, 'a');
    await state.write((tx) => tx.claimDigests(project.projectId, [claim('d', 'a'), claim('d', 'b')]));
    await state.write((tx) => tx.claimDigests(project.projectId, [claim('d', 'b')]));
    assert.deepEqual(await state.digestErrors(project.projectId, ['d', 'e']), [
      { digestHash: 'd', errorHash: 'a', pending: false },
    ]);
    assert.equal(await seedIssue(state, project, 'd'), a);
    assert.deepEqual(await state.fingerprintsOf([b]), [{ hash: 'b', issueId: b }]);
    assert.deepEqual(await state.digestErrors(elsewhere.projectId, ['d']), []);
    assert.notEqual(await seedIssue(state, elsewhere, 'd'), other);
  },

  'stores that events of a digest arrived before its error until they are moved': async (state, project) => {
    const [early, error] = [await seedIssue(state, project, 'd'), await seedIssue(state, project, 'a')];
    await state.write((tx) => tx.claimDigests(project.projectId, [claim('d', 'a')]));
    assert.equal((await state.digestErrors(project.projectId, ['d']))[0]!.pending, true);
    assert.equal(await seedIssue(state, project, 'd'), early);
    assert.deepEqual(await state.fingerprintsOf([error]), [{ hash: 'a', issueId: error }]);
    await state.write((tx) => tx.settleDigest(project.projectId, 'd'));
    assert.equal((await state.digestErrors(project.projectId, ['d']))[0]!.pending, false);
  },

  'has nothing to move where both are in one issue already': async (state, project) => {
    const error = await seedIssue(state, project, 'a');
    await seedIssue(state, project, 'd');
    await state.write(async (tx) => {
      await tx.moveFingerprints(project.projectId, ['d'], error);
      await tx.claimDigests(project.projectId, [claim('d', 'a')]);
    });
    assert.equal((await state.digestErrors(project.projectId, ['d']))[0]!.pending, false);
  },

  'refuses an error that the project does not have': async (state, project) => {
    await assert.rejects(state.write((tx) => tx.claimDigests(project.projectId, [claim('d', 'nobody')])));
    assert.deepEqual(await state.digestErrors(project.projectId, ['d']), []);
  },
};
