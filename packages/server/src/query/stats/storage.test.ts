import { expect, test } from 'vitest';
import { moveSpans, span } from '#store/telemetry/sample-rows.ts';
import { openShop } from '../../testing/test-server.ts';

test('those who manage storage see what files of spans use, and may use', async () => {
  const { server, owner, shop } = await openShop();
  const { id: projectId, organization } = shop;
  await server.addRows({ spans: [span(1, { projectId, organizationId: organization.id })] });
  expect((await server.query.storage(owner, [])).disk!.spanBytes).toBe(0);
  await moveSpans(server.telemetry, await server.state.appliedSequence());
  const { disk, projects } = await server.query.storage(owner, []);
  expect(disk).toMatchObject({ spanBytes: (await server.telemetry.space()).spanBytes, spanBudgetBytes: Infinity });
  expect(disk!.spanBytes).toBeGreaterThan(0);
  expect(projects).toMatchObject([{ project: 'shop', spans: 1 }]);
  expect((await server.query.storage(await server.user(organization.id, 'member'), [])).disk).toBeNull();
});
