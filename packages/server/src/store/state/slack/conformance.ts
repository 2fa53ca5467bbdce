import assert from 'node:assert/strict';
import type { OrganizationId, UserId } from '@seismo/protocol';
import { forged } from '../../../testing/forged.ts';
import type { NewSlackUser, SlackUser, State } from '../contract.ts';
import { seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';
import { seedUser } from '../users/seeds.ts';

const slackUser = (userId: UserId, organizationId: OrganizationId, user: Partial<NewSlackUser> = {}): NewSlackUser => ({
  userId,
  organizationId,
  workspaceId: 'T1',
  slackId: 'U1',
  name: 'ada',
  workspace: 'acme',
  createdAtMs: 1,
  ...user,
});
const link = (state: State, user: NewSlackUser) => state.write((tx) => tx.linkSlackUser(user));

export const slackConformance: StatePromises = {
  'finds the user of a user of Slack, in the same workspace and organization only': async (
    state,
    { organizationId },
  ) => {
    const [ada, bob] = [await seedUser(state), await seedUser(state)];
    const { organizationId: other } = await seedProject(state, 'other');
    const one = slackUser(ada, organizationId, { name: 'a\0da' });
    await link(state, one);
    await link(state, slackUser(bob, organizationId, { slackId: 'U2', name: 'bob' }));
    await link(state, slackUser(ada, organizationId, { workspaceId: 'T2' }));
    await link(state, slackUser(bob, other));
    const { id, ...found } = (await state.slackUser(one))!;
    assert.equal(typeof id, 'number');
    assert.deepEqual({ ...found, name: '' }, { ...one, name: '' });
    assert.ok(!found.name.includes('\0'));
    assert.equal(await state.slackUser({ ...one, workspaceId: 'T2', slackId: 'U2' }), null);
    assert.equal((await state.slackUser({ ...one, organizationId: other }))?.userId, bob);
    assert.deepEqual(
      (await state.slackUsersOf(ada)).map(({ workspaceId }) => workspaceId),
      ['T1', 'T2'],
    );
  },

  'replaces the link of a user of Slack, and ends it': async (state, { organizationId }) => {
    const [ada, bob] = [await seedUser(state), await seedUser(state)];
    await link(state, slackUser(ada, organizationId));
    const replaced = slackUser(bob, organizationId, { name: 'new', workspace: 'acme 2', createdAtMs: 5 });
    await link(state, replaced);
    assert.deepEqual(await state.slackUsersOf(ada), []);
    const [{ id, ...found }] = (await state.slackUsersOf(bob)) as [SlackUser];
    assert.deepEqual(found, replaced);
    await state.write((tx) => tx.unlinkSlackUser(id));
    assert.equal(await state.slackUser(replaced), null);
  },

  'reads its own link tokens only': async (state, { organizationId }) => {
    const text = { organizationId, workspaceId: 'T1', slackId: 'U1', name: 'ada', workspace: 'acme', expiresAtMs: 9 };
    const token = await state.slackLinkToken(text);
    assert.match(token, /^[0-9a-f]{8}:[\w-]+$/);
    assert.deepEqual(await state.readSlackLinkToken(token), text);
    assert.equal(await state.readSlackLinkToken(forged(token)), null);
    const other = await state.unsubscribeToken({ userId: 1 as UserId, from: 'weekly-report' });
    assert.equal(await state.readSlackLinkToken(other), null);
    assert.equal(await state.readUnsubscribeToken(token), null);
  },
};
