import { expect, test } from 'vitest';
import { dayMs, openShop } from '../../testing/test-server.ts';

const { server, owner: viewer, shop } = await openShop();
const at = (days: number) => server.clock.now() - days * dayMs;
const pay = { type: 'TypeError', value: 'cannot pay', tags: { plan: 'team', amount: '12.5' } };
await server.report(shop, 'pay', { ...pay, atMs: at(20), environment: 'staging' });
await server.report(shop, 'pay', { ...pay, atMs: at(2), user: { id: '1', email: 'ann@acme.example' } });
await server.report(shop, 'pay', { ...pay, atMs: at(1), tags: { plan: 'free', amount: '9' }, user: { id: '2' } });
await server.report(shop, 'late', { value: 'too late', level: 'warning', atMs: at(0.5), tags: {} });
await server.command.changeIssues(viewer, ['SHOP-2'], { status: { to: 'resolved', in: 'now' } });

/** Days ago, newest first. */
async function days(query: string, range: '14d' | null = null): Promise<number[]> {
  const filter = { query, range, cursor: null, count: 50 };
  const [ofProject, ofIssue] = [
    await server.query.eventsOfProject(viewer, 'shop', filter),
    await server.query.eventsOfIssue(viewer, 'SHOP-1', filter),
  ];
  expect(ofProject.problem).toBeNull();
  const inIssue = ofProject.events.filter(({ issueId }) => issueId === 1);
  expect(ofIssue.events).toEqual(inIssue);
  return ofProject.events.map(({ atMs }) => (server.clock.now() - atMs) / dayMs);
}

test.each<[query: string, days: number[]]>([
  ['', [0.5, 1, 2, 20]],
  ['plan:team', [2, 20]],
  ['!plan:team', [0.5, 1]],
  ['has:plan !plan:team', [1]],
  ['amount:>10', [2, 20]],
  ['amount:<=9', [1]],
  ['environment:staging OR user.id:2', [1, 20]],
  ['user.email:*@acme.example', [2]],
  ['is:resolved', [0.5]],
  ['is:resolved OR plan:free', [0.5, 1]],
  ['is:unresolved plan:free', [1]],
  ['level:warning', [0.5]],
  ['LATE', [0.5]],
  ['"cannot pay" timestamp:-3d', [1, 2]],
  ['title:too*late', [0.5]],
])('events are found by %s', async (query, expected) => expect(await days(query)).toEqual(expected));

test('a range narrows, and a query that cannot be read is a problem', async () => {
  expect(await days('plan:team', '14d')).toEqual([2]);
  const page = await server.query.eventsOfProject(viewer, 'shop', { query: '(', range: null, cursor: null, count: 5 });
  expect(page).toMatchObject({ events: [], problem: { from: 0, to: 1 } });
});
