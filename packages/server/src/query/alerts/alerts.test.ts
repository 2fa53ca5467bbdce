import type { IssueId } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { anonymous } from '#domain/permissions/viewer.ts';
import type { Alert } from '#store/state/contract.ts';
import { refuses } from '../../testing/refuses.ts';
import { openShop } from '../../testing/test-server.ts';
import { emailStatus } from './alerts.ts';

const { server, organizationId, owner, shop } = await openShop();
const other = await server.command.createProject(owner, { slug: 'other', name: 'Other', platform: 'node' });
const viewer = await server.user(organizationId, 'viewer');
for (const project of [shop, other]) await server.report(project, 'pay', { type: 'PayError' });

async function addAlerts({ slug, id }: typeof shop, count: number, given: Partial<Alert> = {}): Promise<number[]> {
  const { issue } = await server.query.issue(owner, `${slug.toUpperCase()}-1`);
  const times = { happenedAtMs: 1, decidedAtMs: 2 };
  const alert = { projectId: id, issueId: issue.id as IssueId, ...times, matches: [], ...given };
  return server.state.write((tx) => tx.addAlerts(Array.from({ length: count }, () => alert)));
}

const page = (cursor: string | null = null, projects = ['shop']) =>
  server.query.alerts(viewer, { projects, cursor, count: 2 });
const idsOf = ({ alerts }: Awaited<ReturnType<typeof page>>) => alerts.map(({ id }) => id);

test('pages follow each other from the newest alert on, and alerts that come meanwhile change none', async () => {
  const [a, b, c] = await addAlerts(shop, 3);
  const [d] = await addAlerts(other, 1);
  const first = await page();
  await addAlerts(shop, 1);
  const second = await page(first.next);
  expect([idsOf(first), idsOf(second), second.next]).toEqual([[c, b], [a], null]);
  expect(idsOf(await page(null, ['other']))).toEqual([d]);
  expect((await page(null, ['other'])).next).toBeNull();
  expect(idsOf(await page(null, []))).toHaveLength(2);
  for (const cursor of ['x', Buffer.from('{"id":-1}').toString('base64url')]) await refuses(page(cursor), 'invalid');
});

test('an alert has what each rule did, and each attempt of each message', async () => {
  const [first, high] = await server.query.alertRules(owner, ['shop']);
  const ownedByViewer = { kind: 'user' as const, userId: viewer.userId };
  await server.command.setAlertRule(owner, first!.id, { owner: ownedByViewer });
  const matches = [
    { ruleId: first!.id, suppressed: null },
    { ruleId: high!.id, suppressed: 'repeated' as const },
  ];
  const [id] = await addAlerts(shop, 1, { matches });
  await server.state.write(async (tx) => {
    for (const { userId } of [owner, viewer]) {
      const times = { queuedAtMs: 3, dueAtMs: 4 };
      const delivery = { organizationId, userId, channelId: null, about: 'issues' as const, notice: null, ...times };
      await tx.addToDelivery(await tx.addDelivery(delivery), [id!]);
    }
  });
  const [{ deliveries }] = (await page()).alerts as [Awaited<ReturnType<typeof page>>['alerts'][number]];
  await server.state.write(async (tx) => {
    const number = (await tx.beginAttempt(deliveries[0]!.id, 5))!;
    const ended = { status: 'queued' as const, answer: '451 try later', dueAtMs: 9 };
    await tx.endAttempt(deliveries[0]!.id, { number, atMs: 6, ...ended });
  });
  const email = { isEscalation: false, status: 'queued', queuedAtMs: 3, endedAtMs: null };
  expect((await page()).alerts[0]).toEqual({
    id,
    project: expect.objectContaining({ slug: 'shop', organization: 'acme' }),
    issue: expect.objectContaining({ shortId: 'SHOP-1', type: 'PayError', level: 'error' }),
    metric: null,
    release: null,
    isAtWindowEnd: false,
    happenedAtMs: 1,
    decidedAtMs: 2,
    isResolved: false,
    acknowledged: null,
    escalatesAtMs: null,
    matches: [
      {
        ruleId: first!.id,
        ruleName: 'First issue',
        when: 'The first issue of the project',
        owner: { ...ownedByViewer, name: 'viewer', email: 'viewer-2@example.com' },
        suppressed: null,
      },
      {
        ruleId: high!.id,
        ruleName: 'New high-priority issue',
        when: 'A new issue',
        owner: null,
        suppressed: 'repeated',
      },
    ],
    deliveries: [
      {
        ...email,
        id: deliveries[0]!.id,
        to: { name: 'owner', detail: 'owner-1@example.com' },
        dueAtMs: 9,
        attempts: [{ number: 1, startedAtMs: 5, endedAtMs: 6, answer: '451 try later' }],
      },
      {
        ...email,
        id: deliveries[1]!.id,
        to: { name: 'viewer', detail: 'viewer-2@example.com' },
        dueAtMs: 4,
        attempts: [],
      },
    ],
  });
});

test('alerts and rules of a deleted project are gone, and others are not', async () => {
  const { alerts } = await server.query.alerts(owner, { projects: ['shop'], cursor: null, count: 50 });
  const rules = await server.query.alertRules(owner, ['shop']);
  await server.state.write((tx) => tx.deleteProject(other.id));
  const all = { projects: [], cursor: null, count: 50 };
  expect((await server.query.alerts(owner, all)).alerts).toEqual(alerts);
  expect(await server.query.alertRules(owner, [])).toEqual(rules);
});

test('the status of email has its sender, and why nothing is sent', async () => {
  expect(await server.query.emailStatus(viewer)).toEqual({
    isConfigured: false,
    from: null,
    paused: null,
    failing: null,
  });
  const mail = { from: 'alerts@acme.example', smtpUrl: new URL('smtp://user:secret@mail.example.com') };
  const restored = JSON.stringify({ backupAtMs: 1, restoredAtMs: 2 });
  await server.state.write((tx) => tx.setSetting('restored', restored));
  const deps = { ...server.deps, config: { ...server.deps.config, mail } };
  expect(await emailStatus(deps, viewer)).toEqual({
    isConfigured: true,
    from: 'alerts@acme.example',
    paused: expect.stringContaining('restored from a backup'),
    failing: null,
  });
  await refuses(server.query.emailStatus(anonymous), 'not-signed-in');
});
