import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProject, createUser, openSqliteState, systemViewer } from '@seismo/server/parts';
import { expect, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { startServer } from './server.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

test('a page learns of a batch, a command and a write of another process', { timeout: 120_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'seismo-live-'));
  const env = { NODE_ENV: 'test', PORT: String(await freePort()), SEISMO_DATA_DIR: dataDir, SEISMO_DISK_FLOOR: '0' };
  const server = await startServer(readConfig(env as never), { dev: false, dashboard: false, log: silent });
  try {
    const deps = { ...server, random: randomBytes, onKeysChanged: () => {} };
    await createUser(deps, { email: 'ann@example.com', name: 'Ann', password: null, role: 'owner' });
    const ann = await systemViewer(server.state, 'ann@example.com');
    const { id } = await createProject(deps, ann, { slug: 'shop', name: 'Shop', platform: 'javascript' });
    const [{ publicKey } = { publicKey: '' }] = await server.state.listKeys(id);
    const changed = vi.fn<() => void>();
    server.runtime.onChange([id], server.clock.now(), changed);
    const told = async () => {
      await expect.poll(() => changed.mock.calls.length, { timeout: 30_000 }).toBeGreaterThan(0);
      changed.mockClear();
    };

    const body = '{}\n{"type":"event"}\n{"message":"hello"}';
    await fetch(`${server.url}/api/${id}/envelope/?sentry_key=${publicKey}`, { method: 'POST', body });
    await told();
    await server.runtime.command.addComment(ann, 'SHOP-1', 'Looking into it.');
    await told();
    const other = await openSqliteState(join(dataDir, 'state.sqlite'));
    await other.write(async (tx) => tx.publish([{ kind: 'projects-changed', projectIds: [id], issueId: null }]));
    await other.close();
    await told();
    expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(
      /^seismo_outbox_lag_rows\{reader="live"\} \d+$/m,
    );
  } finally {
    await server.close();
    await rm(dataDir, { recursive: true });
  }
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
