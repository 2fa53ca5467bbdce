import { limits } from '@seismo/protocol';
import { beforeEach, expect, test } from 'vitest';
import { span } from '#store/telemetry/sample-rows.ts';
import { openShop, type TestServer } from '../../testing/test-server.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { ProjectView } from '../projects/views.ts';
import type { Export } from './views.ts';

let server: TestServer;
let owner: Viewer;
let project: ProjectView;
beforeEach(async () => {
  ({ server, owner, shop: project } = await openShop());
});

function textOf({ body }: Export): Promise<string> {
  return new Response(body).text();
}

const all = { projects: [], environments: [], range: '24h', query: '', sort: 'events' } as const;
const filter = { ...all, projects: [...all.projects], environments: [...all.environments] };

test('issues go out in the order of the list, over all of its pages', async () => {
  for (let index = 0; index < 103; index++) await server.send(project, `h${index}`, { count: 1 + (index % 3) });
  await server.report(project, 'formula', { count: 9, type: 'Error', value: '=HYPERLINK("https://evil.example")' });
  const csv = await server.query.exportIssues(owner, filter, 'csv');
  expect([csv.rows, csv.filename]).toEqual([104, 'issues.csv']);
  const lines = (await textOf(csv)).trimEnd().split('\r\n');
  expect(lines).toHaveLength(105);
  expect(lines[0]).toMatch(/^id,project,level,type,value,/);
  expect(lines[1]).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  expect(new Set(lines.slice(1).map((line) => line.split(',')[0])).size).toBe(104);

  const json = JSON.parse(await textOf(await server.query.exportIssues(owner, filter, 'json'))) as object[];
  expect(json).toHaveLength(104);
  expect(json[0]).toMatchObject({ project: 'shop', events: 9, value: '=HYPERLINK("https://evil.example")' });
  const none = await server.query.exportIssues(owner, { ...filter, query: 'level:fatal' }, 'json');
  expect(JSON.parse(await textOf(none))).toEqual([]);
  await expect(server.query.exportIssues(owner, { ...filter, query: 'is:' }, 'csv')).rejects.toMatchObject({
    code: 'invalid',
  });
});

test('feedback goes out as the list shows it, with its issue', async () => {
  const [about] = await server.report(project, 'pay', { type: 'Error', value: 'no basket' });
  await server.sendFeedback(project, 'a', { message: 'It broke', name: 'Ines', about: about!, environment: 'test' });
  await server.sendFeedback(project, 'b', { message: '=1+1' });
  const list = { projects: [], environments: [], range: '24h', text: '', issue: null, status: 'open' } as const;
  const open = { ...list, projects: [], environments: [] };
  const csv = await server.query.exportFeedback(owner, open, 'csv');
  expect([csv.rows, csv.filename]).toEqual([2, 'feedback.csv']);
  expect(await textOf(csv)).toMatch(
    /^id,project,status,submitted,message,name,.*\r\n2,shop,open,.*,'=1\+1,.*\r\n1,shop,.*\r\n$/,
  );
  const json = await textOf(await server.query.exportFeedback(owner, { ...open, issue: 'SHOP-1' }, 'json'));
  expect(JSON.parse(json)).toEqual([
    expect.objectContaining({ message: 'It broke', name: 'Ines', environment: 'test', issue: 'SHOP-1' }),
  ]);
  const spam = await server.query.exportFeedback(owner, { ...open, status: 'spam' }, 'json');
  expect(JSON.parse(await textOf(spam))).toEqual([]);
});

test('releases go out as the list shows them', async () => {
  await server.report(project, 'pay', { release: 'shop@1.0.0', environment: 'production' });
  await server.report(project, 'pay', { release: 'shop@1.1.0', environment: 'staging', count: 2 });
  const list = { projects: ['shop'], environments: [], status: 'open' as const, text: '' };
  const csv = await server.query.exportReleases(owner, list, 'csv');
  expect([csv.rows, csv.filename]).toEqual([2, 'releases.csv']);
  expect(await textOf(csv)).toMatch(
    /^version,projects,status,created,.*\r\nshop@1.1.0,shop,open,.*\r\nshop@1.0.0,.*\r\n$/,
  );
  const staging = await server.query.exportReleases(owner, { ...list, environments: ['staging'] }, 'json');
  expect(JSON.parse(await textOf(staging))).toEqual([
    expect.objectContaining({ version: 'shop@1.1.0', events: 2, new_issues: 0, last_deploy: null }),
  ]);
});

test('events are exported in full, one per line, newest first', async () => {
  await server.report(project, 'a', { count: 120 });
  const lines = (await textOf(await server.query.exportEvents(owner, 'SHOP-1', { query: '', range: null }))).trimEnd();
  const events = lines.split('\n').map((line) => JSON.parse(line) as { timestamp: number; exception: unknown });
  expect(events).toHaveLength(120);
  expect(events[0]!.exception).toBeDefined();
  expect(events.every(({ timestamp }, index) => index === 0 || timestamp <= events[index - 1]!.timestamp)).toBe(true);
});

test('the ledger and the audit log go out as tables', async () => {
  const request = { headers: [['User-Agent', 'Googlebot/2.1']] as [string, string][] };
  await server.report(project, 'a', { count: 2 });
  await server.report(project, 'a', { request });
  const ledger = await textOf(await server.query.exportOutcomes(owner, ['shop'], '24h'));
  expect(ledger.split('\r\n').map((line) => line.split(',').slice(1).join(','))).toEqual([
    'kind,outcome,reason,items',
    'event,received,,3',
    'event,stored,,2',
    'event,filtered,crawler,1',
    '',
  ]);
  const audit = await textOf(await server.query.exportAudit(owner, 'acme', { userId: null, action: null }));
  expect(audit).toMatch(/^at,user,by_token,action,subject,detail\r\n[^,]+,owner,no,project-create,shop,\r\n$/);
});

test('a table of spans goes out with its fields and values, over all of its pages', async () => {
  const { organizationId } = owner.memberships[0]!;
  const startUs = (server.clock.now() - 60_000) * 1000;
  const row = { organizationId, projectId: project.id, durationUs: 1500, isSegment: true };
  const count = limits.EXPORT_EXPLORED_PAGE_COUNT + 1;
  await server.addRows({
    spans: Array.from({ length: count }, (_, n) =>
      span(n + 1, { ...row, startUs: startUs + n, name: n % 2 === 0 ? '=1+1' : 'GET /cart', op: `op ${n}` }),
    ),
  });
  const table = { projects: ['shop'], environments: [], range: '24h' as const, query: '' };
  const samples = { ...table, fields: ['name', 'span.duration', 'is_transaction', 'user'], sort: ['-timestamp'] };
  const csv = await server.query.exportExplored(owner, 'spans', samples, 'csv');
  expect([csv.rows, csv.rowsMax, csv.filename]).toEqual([null, 10_000, 'spans.csv']);
  const lines = (await textOf(csv)).trimEnd().split('\r\n');
  expect(lines).toHaveLength(1 + count);
  expect(lines.slice(0, 3)).toEqual([
    'name,span.duration,is_transaction,user',
    "'=1+1,1.5,true,",
    'GET /cart,1.5,true,',
  ]);

  const groups = { ...table, fields: ['name', 'count()'], sort: ['-count()'] };
  const json = await textOf(await server.query.exportExplored(owner, 'spans', groups, 'json'));
  expect(JSON.parse(json)).toEqual([
    { name: '=1+1', 'count()': Math.ceil(count / 2) },
    { name: 'GET /cart', 'count()': Math.floor(count / 2) },
  ]);
  const wide = await server.query.exportExplored(owner, 'spans', { ...groups, fields: ['span.op', 'count()'] }, 'csv');
  expect((await textOf(wide)).trimEnd().split('\r\n')).toHaveLength(1 + count);

  for (const wrong of [{ query: 'span.duration:slow' }, { fields: ['p51()'] }, { sort: ['name'] }]) {
    await expect(server.query.exportExplored(owner, 'spans', { ...samples, ...wrong }, 'csv')).rejects.toMatchObject({
      code: 'invalid',
    });
  }
});

test('a table of errors goes out, too', async () => {
  await server.report(project, 'pay', { type: 'Error', value: 'no basket', count: 2 });
  const table = { projects: [], environments: [], range: '24h' as const, query: '' };
  const fields = ['issue', 'error.type', 'error.handled'];
  const csv = await server.query.exportExplored(owner, 'errors', { ...table, fields, sort: [] }, 'csv');
  expect(await textOf(csv)).toMatch(/^issue,error\.type,error\.handled\r\n(SHOP-1,Error,(true|false|)\r\n){2}$/);
});
