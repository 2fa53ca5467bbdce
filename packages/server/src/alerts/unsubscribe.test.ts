import type { IssueId, OrganizationId, UserId } from '@seismo/protocol';
import { expect, test } from 'vitest';
import type { Delivery, NotifiedActivity, Unsubscription } from '#store/state/contract.ts';
import { issue, metric, metricsMessageOf, release, releasesMessageOf } from './channels/http-channels.fixture.ts';
import type { AlertMessage, NotifiedIssue, PersonalMessage } from './message.ts';
import { unsubscribeLinkOf } from './unsubscribe.ts';

const userId = 3 as UserId;
const base = { id: 1, queuedAtMs: 0, alertsUrl: 'https://seismo.example/alerts' };

async function endedBy(message: AlertMessage | PersonalMessage, given: Partial<Delivery> = {}) {
  const delivery = { userId, isEscalation: false, organizationId: 1 as OrganizationId, ...given } as Delivery;
  const sealed: Unsubscription[] = [];
  const state = { unsubscribeToken: async (from: Unsubscription) => (sealed.push(from), 'TOKEN') };
  const config = { publicUrl: 'https://seismo.example' };
  const link = await unsubscribeLinkOf(
    { state, config } as unknown as Parameters<typeof unsubscribeLinkOf>[0],
    message,
    delivery,
  );
  if (link !== null) expect(link.url).toBe('https://seismo.example/unsubscribe/TOKEN');
  return link && { name: link.name, ...sealed[0] };
}

function activity(...kinds: NotifiedActivity['kind'][][]): PersonalMessage {
  const issues = kinds.map((ofIssue, index) => {
    const happenings = ofIssue.map((why) => ({ by: '', what: '', comment: '', atMs: 1, why }));
    return { ...issue, id: (index + 1) as IssueId, happenings } as NotifiedIssue;
  });
  return { ...base, about: 'activity', issues, issueCount: issues.length };
}

test('an email ends what its recipient can end', async () => {
  const alerts = { name: 'Unsubscribe from all alerts', userId, from: 'kind', kind: 'alerts' };
  expect(await endedBy({ ...base, about: 'issues', issues: [issue], issueCount: 1 })).toEqual(alerts);
  expect(await endedBy(metricsMessageOf([metric]))).toEqual(alerts);
  expect(await endedBy(releasesMessageOf([release]))).toEqual(alerts);
  expect(await endedBy(activity(['comments', 'status']))).toEqual({
    name: 'Unsubscribe from this issue',
    userId,
    from: 'issue',
    issueId: 1,
  });
  const mentions = { name: 'Unsubscribe from mentions', userId, from: 'kind', kind: 'mentioned' };
  expect(await endedBy(activity(['mentioned']))).toEqual(mentions);
  expect(await endedBy(activity(['mentioned'], ['mentioned']))).toEqual(mentions);
  expect(await endedBy(activity(['status'], ['status']))).toMatchObject({ from: 'kind', kind: 'status' });
});

test('an email about several things, to a channel, from Seismo itself or because of an escalation has no link', async () => {
  const alert: AlertMessage = { ...base, about: 'issues', issues: [issue], issueCount: 1 };
  const text = { title: '', text: [], link: { name: '', url: '' }, why: '' };
  expect(await endedBy({ ...base, about: 'notice', ...text })).toBeNull();
  expect(await endedBy(alert, { userId: null, channelId: 1 })).toBeNull();
  expect(await endedBy(alert, { isEscalation: true })).toBeNull();
  expect(await endedBy(activity(['mentioned', 'status']))).toBeNull();
  expect(await endedBy(activity(['comments'], ['status']))).toBeNull();
});
