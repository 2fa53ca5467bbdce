import assert from 'node:assert/strict';
import { pluck } from '../../../testing/pluck.ts';
import { seedUser } from '../users/seeds.ts';
import { seedIssue } from '../issues/seeds.ts';
import { seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';

export const teamConformance: StatePromises = {
  'stores teams by slug in an organization, with members and projects': async (
    state,
    { organizationId, projectId },
  ) => {
    const { organizationId: otherId } = await seedProject(state, 'acme');
    const [ada, bob] = [await seedUser(state), await seedUser(state)];
    const make = (slug: string, of = organizationId) =>
      state.write((tx) => tx.createTeam({ organizationId: of, slug, name: `The ${slug}`, createdAtMs: 4 }));
    const [web, api] = [await make('web'), await make('api')];
    await make('web', otherId);
    await assert.rejects(make('web'), /unique/i);
    await state.write(async (tx) => {
      await tx.setTeamMember(web, bob, true);
      await tx.setTeamMember(web, ada, true);
      await tx.setTeamMember(web, ada, true);
      await tx.setTeamMember(api, bob, true);
      await tx.setTeamMember(api, bob, false);
      await tx.updateTeam(api, { name: 'Backend' });
      await tx.updateTeam(api, {});
      await tx.setTeamProject(web, projectId, true);
      await tx.setTeamProject(web, projectId, true);
      await tx.setTeamProject(api, projectId, true);
      await tx.setTeamProject(api, projectId, false);
    });
    assert.deepEqual(await state.listTeams([organizationId]), [
      { id: api, organizationId, slug: 'api', name: 'Backend', createdAtMs: 4, memberIds: [], projectIds: [] },
      {
        id: web,
        organizationId,
        slug: 'web',
        name: 'The web',
        createdAtMs: 4,
        memberIds: [ada, bob],
        projectIds: [projectId],
      },
    ]);
    await assert.rejects(
      state.write((tx) => tx.updateTeam(api, { slug: 'web' })),
      /unique/i,
    );
    await state.write((tx) => tx.updateTeam(api, { slug: 'backend' }));
    assert.deepEqual(pluck(await state.listTeams([organizationId]), 'slug', 'name'), [
      ['backend', 'Backend'],
      ['web', 'The web'],
    ]);
    assert.equal((await state.listTeams([organizationId, otherId])).length, 3);
    assert.deepEqual(await state.listTeams([]), []);
  },

  'unassigns the issues of a deleted team': async (state, project) => {
    const id = await seedIssue(state, project, 'a');
    const userId = await seedUser(state);
    await state.write(async (tx) => {
      const teamId = await tx.createTeam({
        organizationId: project.organizationId,
        slug: 'a',
        name: 'A',
        createdAtMs: 1,
      });
      await tx.setTeamMember(teamId, userId, true);
      await tx.setTeamProject(teamId, project.projectId, true);
      await tx.updateIssues([{ id, assignee: { kind: 'team', teamId } }]);
      await tx.deleteTeam(teamId, { userId, atMs: 2 });
    });
    assert.equal((await state.issueById(id))!.assignee, null);
    assert.deepEqual(await state.listTeams([project.organizationId]), []);
  },
};
