import { beforeEach, expect, test } from 'vitest';
import type { ProjectView } from '#query/projects/views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { dayMs, openTestServer, type TestServer } from '../../testing/test-server.ts';
import type { IssueChange } from './change-issues.ts';

let server: TestServer;
let shop: ProjectView;
let ada: Viewer;
let bob: Viewer;

beforeEach(async () => {
  server = await openTestServer();
  const organizationId = await server.organization('main');
  ada = await server.user(organizationId, 'admin');
  bob = await server.user(organizationId, 'member');
  shop = await server.command.createProject(ada, { slug: 'shop', name: 'Shop', platform: 'javascript' });
  await server.report(shop, 'pay', { release: 'shop@1.4.0' });
});

const change = (what: IssueChange, who = ada, issues = ['SHOP-1']) => server.command.changeIssues(who, issues, what);
const counts = async () => {
  const { issue } = await server.query.issue(ada, 'SHOP-1');
  return [issue.status, issue.substate];
};
const feed = async () => (await server.query.issue(ada, 'SHOP-1')).activity.map(({ kind }) => kind);
const later = (ms: number) => void (server.clock.nowMs += ms);

test('resolved in the next release: an older release leaves it resolved, a newer one reopens it', async () => {
  await change({ status: { to: 'resolved', in: 'next-release' } });
  later(1_000);
  await server.report(shop, 'pay', { release: 'shop@1.4.0' });
  await server.report(shop, 'pay', { release: 'shop@1.3.9' });
  expect(await counts()).toEqual(['resolved', null]);
  await server.report(shop, 'pay', { release: 'shop@1.10.0-rc.1' });
  expect(await counts()).toEqual(['unresolved', 'regressed']);
  const [regression] = (await server.query.issue(ada, 'SHOP-1')).activity;
  expect(regression).toMatchObject({
    kind: 'regressed',
    release: 'shop@1.10.0-rc.1',
    resolution: { how: 'next-release', after: 'shop@1.4.0' },
  });
});

test('resolved in this release: a new event in the same release reopens it', async () => {
  await change({ status: { to: 'resolved', in: 'current-release' } });
  await server.report(shop, 'pay', { release: 'shop@1.3.9' });
  expect(await counts()).toEqual(['resolved', null]);
  await server.report(shop, 'pay', { release: 'shop@1.4.0' });
  expect(await counts()).toEqual(['unresolved', 'regressed']);
});

test('the latest release is that of the selected environments', async () => {
  await server.report(shop, 'pay', { release: 'shop@1.5.0', environment: 'production' });
  await server.report(shop, 'pay', { release: 'shop@1.6.0', environment: 'staging' });
  const resolve = async (how: 'next-release' | 'current-release', environments: string[]) => {
    await change({ status: { to: 'resolved', in: how, environments } });
    return (await server.query.issue(ada, 'SHOP-1')).issue.resolution;
  };
  expect(await resolve('current-release', ['production'])).toEqual({ how: 'release', release: 'shop@1.5.0' });
  expect(await resolve('next-release', ['production'])).toEqual({ how: 'next-release', after: 'shop@1.5.0' });
  expect(await resolve('current-release', ['production', 'staging'])).toEqual({
    how: 'release',
    release: 'shop@1.6.0',
  });
  expect(await resolve('current-release', [])).toEqual({ how: 'release', release: 'shop@1.6.0' });
  await expect(resolve('current-release', ['test'])).rejects.toMatchObject({
    code: 'invalid',
    message: 'The project has no releases in test.',
  });
});

test('resolved in a commit: only a release that contains the commit reopens it', async () => {
  const commit = 'c0ffee1234';
  await change({ status: { to: 'resolved', in: 'commit', commit } });
  later(1_000);
  await server.report(shop, 'pay', { release: 'shop@1.5.0' });
  expect(await counts()).toEqual(['resolved', null]);
  const commits = [{ id: commit, message: '', authorName: '', authorEmail: '', atMs: null, repository: '', files: [] }];
  await server.command.createRelease(ada, { version: 'shop@1.6.0', projects: ['shop'], commits });
  await server.report(shop, 'pay', { release: 'shop@1.5.0' });
  expect(await counts()).toEqual(['resolved', null]);
  await server.report(shop, 'pay', { release: 'shop@1.6.0' });
  expect(await counts()).toEqual(['unresolved', 'regressed']);
  await change({ status: { to: 'resolved', in: 'commit', commit } });
  expect((await server.query.issue(ada, 'SHOP-1')).issue.resolution).toMatchObject({ release: 'shop@1.6.0' });
});

test('without a release there is no next one, and unknown releases are refused', async () => {
  await server.command.createProject(ada, { slug: 'bare', name: '', platform: 'node' });
  await server.report(await server.query.project(ada, 'bare'), 'x', { release: '' });
  const next = change({ status: { to: 'resolved', in: 'next-release' } }, ada, ['BARE-1']);
  await expect(next).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('has no releases') });
  const unknown = change({ status: { to: 'resolved', in: 'release', release: 'shop@9' } });
  await expect(unknown).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('shop@9') });
});

test('archived until ten more events, or two more users', async () => {
  await change({ status: { to: 'archived', until: 'events', more: 10 } });
  await server.report(shop, 'pay', { count: 9 });
  expect(await counts()).toEqual(['archived', null]);
  await server.report(shop, 'pay');
  expect(await counts()).toEqual(['unresolved', 'ongoing']);
  await change({ status: { to: 'archived', until: 'users', more: 2 } });
  await server.report(shop, 'pay', { user: { id: '2' }, count: 50 });
  expect(await counts()).toEqual(['archived', null]);
  await server.report(shop, 'pay', { user: { id: '3' } });
  expect(await counts()).toEqual(['unresolved', 'ongoing']);
});

test('archived until three events within an hour: slower events do not reopen it', async () => {
  await change({ status: { to: 'archived', until: 'events', more: 3, windowMs: 3_600_000 } });
  for (let event = 0; event < 6; event++) {
    later(31 * 60_000);
    await server.report(shop, 'pay');
  }
  expect(await counts()).toEqual(['archived', null]);
  later(60_000);
  await server.report(shop, 'pay');
  expect(await counts()).toEqual(['unresolved', 'ongoing']);
});

test('archived until three users within an hour: the same users again and users of long ago do not count', async () => {
  await change({ status: { to: 'archived', until: 'user-rate', more: 3, windowMs: 3_600_000 } });
  const seen = async (user: number, count = 1) => {
    await server.report(shop, 'pay', { user: { id: `${user}` }, count });
    return counts();
  };
  expect(await seen(1, 50)).toEqual(['archived', null]);
  expect(await seen(2)).toEqual(['archived', null]);
  later(40 * 60_000);
  expect(await seen(2)).toEqual(['archived', null]);
  later(40 * 60_000);
  // The first user is 80 minutes ago, the second was back 40 minutes ago.
  expect(await seen(3)).toEqual(['archived', null]);
  expect(await seen(1)).toEqual(['unresolved', 'ongoing']);
});

test('archiving until escalation records the threshold', async () => {
  await server.report(shop, 'pay', { count: 40 });
  later(3 * 3_600_000);
  await server.report(shop, 'pay', { count: 5 });
  await change({ status: { to: 'archived', until: 'escalating' } });
  expect((await server.query.issue(ada, 'SHOP-1')).issue.archive).toEqual({
    until: 'escalating',
    perHour: 82,
    perDay: 92,
    eventCount: 46,
  });
  await server.report(shop, 'pay', { count: 82 });
  expect(await counts()).toEqual(['archived', null]);
  await server.report(shop, 'pay');
  expect(await counts()).toEqual(['unresolved', 'escalating']);
});

test('archived for an hour: it reopens after that hour without an event', async () => {
  await change({ status: { to: 'archived', until: 'time', forMs: 3_600_000 } });
  await server.report(shop, 'pay', { count: 1_000 });
  const turn = () => server.state.write((tx) => tx.transitionDueIssues(server.clock.now(), 10));
  later(3_599_999);
  await turn();
  expect(await counts()).toEqual(['archived', null]);
  later(1);
  await turn();
  expect(await counts()).toEqual(['unresolved', 'ongoing']);
});

test('an undo restores the previous state exactly, once, and never over later changes', async () => {
  await server.report(shop, 'other', { release: 'shop@1.4.0' });
  await change({ assignTo: 'me' });
  const { changed, undo } = await change(
    { status: { to: 'archived', until: 'forever' }, assignTo: '', priority: 'high' },
    ada,
    ['SHOP-1', 'SHOP-2'],
  );
  expect(changed).toEqual(['SHOP-1', 'SHOP-2']);
  await change({ status: { to: 'unresolved' } }, bob, ['SHOP-2']);
  await expect(server.command.undoIssueChange(bob, undo!)).rejects.toMatchObject({ code: 'not-found' });
  expect(await server.command.undoIssueChange(ada, undo!)).toEqual({ undone: ['SHOP-1'], left: ['SHOP-2'] });
  const { issue, assignee } = await server.query.issue(ada, 'SHOP-1');
  expect([issue.status, issue.substate, issue.priority]).toEqual(['unresolved', 'new', null]);
  expect(assignee).toMatchObject({ kind: 'user', userId: ada.userId });
  expect(await feed()).toEqual(['undone', 'priority', 'unassigned', 'archived', 'assigned', 'first-seen']);
  await expect(server.command.undoIssueChange(ada, undo!)).rejects.toMatchObject({ code: 'not-found' });
  const again = await change({ priority: 'low' });
  later(3_600_001);
  await expect(server.command.undoIssueChange(ada, again.undo!)).rejects.toMatchObject({ code: 'not-found' });
});

test('all matches of a search change at once, and each change is recorded once', async () => {
  for (const hash of ['a', 'b', 'c']) await server.report(shop, hash, { value: hash, level: 'warning' });
  const filter = {
    projects: [],
    environments: [],
    range: '24h' as const,
    query: 'level:warning',
    sort: 'last-seen' as const,
    cursor: null,
    count: 1,
  };
  const done = await server.command.changeIssues(ada, filter, { status: { to: 'resolved', in: 'now' } });
  expect([done.matched, done.changed.toSorted()]).toEqual([3, ['SHOP-2', 'SHOP-3', 'SHOP-4']]);
  const again = await server.command.changeIssues(ada, filter, { status: { to: 'resolved', in: 'now' } });
  expect(again).toEqual({ matched: 3, changed: [], undo: null });
  expect(await counts()).toEqual(['unresolved', 'new']);
});

test('to a team by name; users outside the organization are unknown', async () => {
  await server.command.createTeam(ada, { slug: 'web', name: 'Web' });
  await server.command.setTeamMember(ada, 'web', bob.userId!, true);
  await change({ assignTo: '#web' }, bob);
  const view = await server.query.issue(ada, 'SHOP-1');
  expect(view.assignee).toMatchObject({ kind: 'team', slug: 'web' });
  expect(view.activity[0]).toMatchObject({ by: 'member', names: { from: null, to: 'Web' } });
  await server.report(shop, 'refund', { level: 'info', release: '' });
  const found = async (who: Viewer, query: string) => {
    const filter = { projects: [], environments: [], range: '24h' as const, sort: 'last-seen' as const, cursor: null };
    const page = await server.query.listIssues(who, { ...filter, query, count: 9 });
    return page.problem?.message ?? page.issues.map(({ shortId }) => shortId);
  };
  expect([await found(bob, 'assigned:my_teams'), await found(ada, 'assigned:my_teams')]).toEqual([['SHOP-1'], []]);
  expect([await found(ada, 'assigned:none'), await found(ada, 'assigned:[none,#web]')]).toEqual([
    ['SHOP-2'],
    ['SHOP-2', 'SHOP-1'],
  ]);
  expect([await found(ada, 'issue.priority:low'), await found(ada, '!issue.priority:low')]).toEqual([
    ['SHOP-2'],
    ['SHOP-1'],
  ]);
  expect(await found(ada, `issue.id:${view.issue.id}`)).toEqual(['SHOP-1']);
  expect([await found(ada, 'lastRelease:latest'), await found(ada, 'firstRelease:shop@1.*')]).toEqual([
    ['SHOP-1'],
    ['SHOP-1'],
  ]);
  expect(await found(ada, 'regressed:-7d')).toEqual([]);
  const stranger = await server.user(await server.organization('other'), 'owner');
  await expect(change({ assignTo: `user:${stranger.userId}` })).rejects.toMatchObject({ code: 'invalid' });
  await server.command.deleteTeam(ada, 'web');
  expect((await server.query.issue(ada, 'SHOP-1')).assignee).toBeNull();
  await expect(server.command.createTeam(ada, { slug: 'No Slug', name: '' })).rejects.toMatchObject({
    code: 'invalid',
  });
});

test('seen and bookmarked flags belong to one user, until the status changes', async () => {
  const own = async (who: Viewer) => {
    const { seen, bookmarked } = await server.query.issue(who, 'SHOP-1');
    return { seen, bookmarked };
  };
  later(1_000);
  await server.command.flagIssues(ada, ['SHOP-1'], { seen: true, bookmarked: true });
  expect([await own(ada), await own(bob)]).toEqual([
    { seen: true, bookmarked: true },
    { seen: false, bookmarked: false },
  ]);
  later(1_000);
  await change({ status: { to: 'resolved', in: 'now' } }, bob);
  later(dayMs);
  await server.report(shop, 'pay');
  expect(await own(ada)).toEqual({ seen: false, bookmarked: true });
  await server.report(shop, 'refund');
  const both = ['SHOP-1', 'SHOP-2'];
  const marked = await server.command.flagIssues(ada, both, { bookmarked: true });
  expect(marked.changed.map(({ shortId }) => shortId)).toEqual(['SHOP-2']);
  expect(await server.command.flagIssues(ada, both, { bookmarked: true })).toEqual({ changed: [] });
  await server.command.flagIssues(
    ada,
    marked.changed.map(({ id }) => String(id)),
    { bookmarked: false },
  );
  expect((await own(ada)).bookmarked).toBe(true);
  await server.command.flagIssues(ada, ['SHOP-1'], { bookmarked: false });
  expect((await own(ada)).bookmarked).toBe(false);
});

test('commits of the first release that changed a file of the stack trace are suspects, the nearest file first', async () => {
  const path = (file: string) => ({ path: file, change: 'modified' as const });
  const commit = (id: string, atMs: number, files: string[]) => ({
    id,
    message: `Change ${id}\n\nAt length.`,
    authorName: 'Ada',
    authorEmail: id === 'c2' ? 'ADMIN-1@example.com' : 'gone@example.com',
    atMs,
    repository: 'acme/shop',
    files: files.map(path),
  });
  expect(await server.query.suspectCommits(ada, 'SHOP-1')).toEqual([]);
  await server.state.write(async (tx) => {
    const { organization, id } = shop;
    const release = await tx.ensureRelease({
      organizationId: organization.id,
      version: 'shop@1.4.0',
      projectIds: [id],
      createdAtMs: 1,
    });
    await tx.setCommits(release, [
      commit('c1', 1, ['docs/cart.md']),
      commit('c2', 2, ['cart.js']),
      commit('c3', 3, ['cart.js']),
    ]);
  });
  const suspects = await server.query.suspectCommits(ada, 'SHOP-1');
  expect(suspects.map(({ id, title, path: file }) => [id, title, file])).toEqual([
    ['c3', 'Change c3', 'cart.js'],
    ['c2', 'Change c2', 'cart.js'],
  ]);
  expect(suspects.map(({ author }) => author?.kind ?? null)).toEqual([null, 'user']);
  expect(suspects[0]).toMatchObject({ release: 'shop@1.4.0', frameDistance: 0 });

  // Suggested assignees: owners by rule come first, then authors of the changed files.
  await server.command.createTeam(ada, { slug: 'checkout', name: 'Checkout' });
  const rules = { rules: 'path:cart.js #checkout admin-1@example.com nobody@example.com', assigns: false };
  await server.command.saveConfiguration(ada, 'shop', 'ownership', rules, null);
  const suggested = await server.query.suggestedAssignees(ada, 'SHOP-1');
  expect(suggested.map(({ to, why }) => [to.name, why])).toEqual([
    ['Checkout', `Matches the ownership rule ${rules.rules}`],
    ['admin', `Matches the ownership rule ${rules.rules}`],
  ]);
  await server.command.saveConfiguration(ada, 'shop', 'ownership', { ...rules, rules: '' }, null);
  const [author] = await server.query.suggestedAssignees(ada, 'SHOP-1');
  expect([author?.to.name, author?.why]).toEqual(['admin', 'Changed cart.js in c2']);
});

test('the suspect commits of a regressed issue are those of the release in which it regressed', async () => {
  const commit = (id: string) => ({
    id,
    message: id,
    authorName: 'Ada',
    authorEmail: 'gone@example.com',
    atMs: 1,
    repository: 'acme/shop',
    files: [{ path: 'cart.js', change: 'modified' as const }],
  });
  await server.state.write(async (tx) => {
    const make = (version: string) =>
      tx.ensureRelease({ organizationId: shop.organization.id, version, projectIds: [shop.id], createdAtMs: 1 });
    await tx.setCommits(await make('shop@1.4.0'), [commit('first')]);
    await tx.setCommits(await make('shop@1.5.0'), [commit('again')]);
  });
  const suspects = async () => (await server.query.suspectCommits(ada, 'SHOP-1')).map(({ id }) => id);
  expect(await suspects()).toEqual(['first']);
  await change({ status: { to: 'resolved', in: 'now' } });
  later(1_000);
  await server.report(shop, 'pay', { release: 'shop@1.5.0' });
  expect(await suspects()).toEqual(['again']);
});

test('an issue can be resolved in releases and commits of its own project, found by a part of their name or message', async () => {
  await server.report(shop, 'pay', { release: 'shop@1.5.0', atMs: server.clock.now() + 5 });
  const commit = {
    message: 'Pay once\n\nNot twice.',
    authorName: 'Ada',
    authorEmail: '',
    atMs: 1,
    repository: 'acme/shop',
    files: [],
  };
  await server.state.write(async (tx) => {
    const place = { organizationId: shop.organization.id, projectIds: [shop.id], createdAtMs: 1 };
    await tx.setCommits(await tx.ensureRelease({ ...place, version: 'shop@1.5.0' }), [{ ...commit, id: 'c0ffee1' }]);
  });
  const choices = async (text: string) => {
    const { releases, commits } = await server.query.resolutionOptions(bob, 'SHOP-1', text);
    return [releases.map(({ version }) => version), commits.map(({ title, release }) => `${title} in ${release}`)];
  };
  expect(await choices('')).toEqual([['shop@1.5.0', 'shop@1.4.0'], ['Pay once in shop@1.5.0']]);
  expect(await choices(' 1.4 ')).toEqual([['shop@1.4.0'], []]);
  expect(await choices('PAY')).toEqual([[], ['Pay once in shop@1.5.0']]);
  const stranger = await server.user(await server.organization('other'), 'owner');
  await expect(server.query.resolutionOptions(stranger, 'SHOP-1', '')).rejects.toMatchObject({ code: 'not-found' });
  await expect(server.query.suggestedAssignees(stranger, 'SHOP-1')).rejects.toMatchObject({ code: 'not-found' });
  expect((await server.query.assignees(stranger, null)).map(({ name }) => name)).toEqual(['owner']);
});

test('a comment belongs to its author', async () => {
  const { id } = await server.command.addComment(bob, 'SHOP-1', '  Is it the *cache*?\n');
  const [seenByAda, seenByBob] = await Promise.all(
    [ada, bob].map(async (who) => (await server.query.issue(who, 'SHOP-1')).activity[0]),
  );
  expect(seenByAda).toMatchObject({ kind: 'comment', text: 'Is it the *cache*?', by: 'member', mine: false });
  expect(seenByBob).toMatchObject({ mine: true });
  await expect(server.command.editComment(ada, 'SHOP-1', id, 'No.')).rejects.toMatchObject({ code: 'forbidden' });
  await expect(server.command.deleteComment(ada, 'SHOP-1', id)).rejects.toMatchObject({ code: 'forbidden' });
  later(5);
  await server.command.editComment(bob, 'SHOP-1', id, 'It is.');
  expect((await server.query.issue(ada, 'SHOP-1')).activity[0]).toMatchObject({
    text: 'It is.',
    editedAtMs: server.clock.now(),
  });
  await expect(server.command.addComment(bob, 'SHOP-1', 'x'.repeat(10_001))).rejects.toMatchObject({ code: 'invalid' });
});
