import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProject, createUser, systemViewer } from '@seismo/server/parts';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { startServer } from './server.ts';

const KB = 1000;
const DAY_MS = 24 * 3600 * 1000;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

test(
  'a day that is used up stays so over a restart, and the limit is what the settings say',
  { timeout: 300_000 },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'seismo-day-'));
    const start = async () => {
      const env = { NODE_ENV: 'test', PORT: String(await freePort()), SEISMO_DATA_DIR: dataDir } as const;
      const config = readConfig({ ...env, SEISMO_TRUSTED_PROXIES: '127.0.0.1', SEISMO_DISK_FLOOR: '0' });
      return startServer(config, { dev: false, dashboard: false, log: silent });
    };
    // A start counts the current UTC day of the system clock, so the test must not cross midnight.
    const leftMs = DAY_MS - (Date.now() % DAY_MS);
    if (leftMs < 2 * 60_000) await new Promise((resolve) => setTimeout(resolve, leftMs));
    let server = await start();
    try {
      const deps = { ...server, random: randomBytes, onKeysChanged: () => {} };
      await createUser(deps, { email: 'ann@example.com', name: 'Ann', password: null, role: 'owner' });
      const ann = await systemViewer(server.state, 'ann@example.com');
      const { id } = await createProject(deps, ann, { slug: 'shop', name: 'Shop', platform: 'javascript' });
      const [{ publicKey } = { publicKey: '' }] = await server.state.listKeys(id);
      const settings = { spikeProtection: true, letThroughUntilMs: 0, bytesPerDay: 1000 * KB };
      await server.runtime.command.saveConfiguration(ann, 'shop', 'limits', settings, null);
      const send = async (bytes: number, visitor: number) => {
        const url = `${server.url}/api/${id}/envelope/?sentry_key=${publicKey}`;
        const body = `{}\n{"type":"event"}\n{"message":"${'x'.repeat(bytes)}"}`;
        const headers = { 'x-forwarded-for': `203.0.113.${visitor}` };
        return (await fetch(url, { method: 'POST', body, headers })).status;
      };

      expect(await send(450 * KB, 1)).toBe(200);
      expect(await send(100 * KB, 1)).toBe(429);
      expect(await send(440 * KB, 2)).toBe(200);
      await expect.poll(async () => (await server.journal.stats()).entries, { timeout: 60_000 }).toBe(0);
      const { bytesToday } = await server.runtime.query.dayUsage(ann, 'shop');
      expect(bytesToday).toBeGreaterThan(890 * KB);
      expect(bytesToday).toBeLessThan(891 * KB);

      await server.close();
      server = await start();
      expect(await send(100 * KB, 3)).toBe(429);
      expect(await send(5 * KB, 3)).toBe(200);
    } finally {
      await server.close();
      await rm(dataDir, { recursive: true });
    }
  },
);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
