import { openState, storesIn } from '@seismo/server/parts';
import { expect, test, vi } from 'vitest';
import { closing, testPath } from '../../server/src/testing/cleanup.ts';
import { addShop, startIn } from './testing/start.ts';

test('a page learns of a batch, a command and a write of another process', { timeout: 120_000 }, async () => {
  const server = closing(await startIn(testPath(), { SEISMO_DISK_FLOOR: '0' }));
  const { viewer: ann, id, path } = await addShop(server);
  const changed = vi.fn<() => void>();
  server.runtime.onChange([id], server.clock.now(), changed);
  const waitForChange = async () => {
    await expect.poll(() => changed.mock.calls.length, { timeout: 30_000 }).toBeGreaterThan(0);
    changed.mockClear();
  };

  const body = '{}\n{"type":"event"}\n{"message":"hello"}';
  await fetch(server.url + path, { method: 'POST', body });
  await waitForChange();
  await server.runtime.command.addComment(ann, 'SHOP-1', 'Looking into it.');
  await waitForChange();
  const other = await openState(storesIn(testPath()));
  await other.write(async (tx) => tx.publish([{ kind: 'projects-changed', projectIds: [id], issueId: null }]));
  await other.close();
  await waitForChange();
  expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(/^seismo_outbox_lag_rows\{reader="live"\} \d+$/m);
});
