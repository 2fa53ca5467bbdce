import assert from 'node:assert/strict';
import type { OrganizationId } from '@seismo/protocol';
import { seedUser } from '../users/seeds.ts';
import { seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';

export const auditConformance: StatePromises = {
  'lists the audit log, newest first, by user, by action and page by page': async (state, { organizationId }) => {
    const other = await seedProject(state, 'other');
    const [ann, bob] = [await seedUser(state), await seedUser(state)];
    const entry = { organizationId, atMs: 5, userId: ann, byToken: false, action: 'invite', detail: '' } as const;
    await state.write(async (tx) => {
      for (const subject of ['a', 'b']) await tx.addAudit({ ...entry, subject });
      await tx.addAudit({ ...entry, subject: 'c\0', userId: bob, byToken: true, action: 'join', detail: 'as member' });
      await tx.addAudit({ ...entry, subject: 'd', userId: null });
      await tx.addAudit({ ...entry, subject: 'elsewhere', organizationId: other.organizationId });
    });
    const all = { userId: null, action: null, before: null, count: 10 };
    const list = (page: Partial<Parameters<typeof state.listAudit>[1]>, organization = organizationId) =>
      state.listAudit(organization, { ...all, ...page });
    const subjects = (entries: Awaited<ReturnType<typeof list>>) => entries.map(({ subject }) => subject).join('');
    const [newest, joined] = await list({});
    assert.equal(newest!.userId, null);
    assert.deepEqual(joined, {
      ...entry,
      id: joined!.id,
      subject: 'c',
      userId: bob,
      byToken: true,
      action: 'join',
      detail: 'as member',
    });
    assert.equal(subjects(await list({})), 'dcba');
    assert.equal(subjects(await list({ userId: ann })), 'ba');
    assert.equal(subjects(await list({ action: 'invite' })), 'dba');
    assert.equal(subjects(await list({ count: 2 })), 'dc');
    assert.equal(subjects(await list({ count: 2, before: joined!.id })), 'ba');
    assert.deepEqual(await list({}, 99 as OrganizationId), []);
  },
};
