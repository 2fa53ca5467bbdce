import { expect, test } from 'vitest';
import { afterwards, testPath } from '../../server/src/testing/cleanup.ts';
import { addShop, startIn } from './testing/start.ts';

const KB = 1000;
const DAY_MS = 24 * 3600 * 1000;

test(
  'a used-up day budget stays used up after a restart, and the limit follows the settings',
  { timeout: 300_000 },
  async () => {
    const start = () => startIn(testPath(), { SEISMO_TRUSTED_PROXIES: '127.0.0.1', SEISMO_DISK_FLOOR: '0' });
    // A start counts the current UTC day of the system clock, so the test must not cross midnight.
    const leftMs = DAY_MS - (Date.now() % DAY_MS);
    if (leftMs < 2 * 60_000) await new Promise((resolve) => setTimeout(resolve, leftMs));
    let server = await start();
    afterwards(() => server.close());
    const { viewer: ann, path } = await addShop(server);
    const { settings: before } = await server.runtime.query.configuration(ann, 'shop', 'limits');
    const settings = { ...before, bytesPerDay: 1000 * KB };
    await server.runtime.command.saveConfiguration(ann, 'shop', 'limits', settings, null);
    const send = async (bytes: number, visitor: number) => {
      const body = `{}\n{"type":"event"}\n{"message":"${'x'.repeat(bytes)}"}`;
      const headers = { 'x-forwarded-for': `203.0.113.${visitor}` };
      return (await fetch(server.url + path, { method: 'POST', body, headers })).status;
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
  },
);
