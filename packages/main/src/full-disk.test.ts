import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RunningServer } from './server.ts';
import { addShop, startIn } from './testing/start.ts';

const MB = 1_000_000;
const folder = mkdtempSync(join(tmpdir(), 'seismo-full-disk-'));
/** Only root may mount, and not in every container. */
const canMount = mount();
afterAll(() => {
  if (canMount) execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
});

function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const filler = join(folder, 'filler');
const waitLong = { timeout: 60_000 };

/** Another program writes until only so much is free. */
async function fill(freeBytes: number): Promise<void> {
  const file = await open(filler, 'a');
  const chunk = Buffer.alloc(256 * 1024);
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(folder);
      const left = bavail * bsize - freeBytes;
      if (left <= 0) return;
      await file.write(chunk, 0, Math.min(left, chunk.length));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await file.close();
  }
}

// Mounting a file system takes root.
describe.skipIf(!canMount)('on a full disk', { timeout: 120_000 }, () => {
  let server: RunningServer;
  let shop: Awaited<ReturnType<typeof addShop>>;
  const start = () => startIn(join(folder, 'data'));

  beforeEach(async () => {
    await rm(filler, { force: true });
    server = await start();
    shop = await addShop(server);
  }, 120_000);

  afterEach(async () => {
    await rm(filler, { force: true });
    await server.close();
    await rm(join(folder, 'data'), { recursive: true });
  }, 120_000);

  const send = (body: string) => fetch(server.url + shop.path, { method: 'POST', body });
  const ready = async () => {
    const response = await fetch(`${server.url}/readyz`);
    return { status: response.status, why: await response.text() };
  };
  const event = (type: string) =>
    `{"event_id":"${randomBytes(16).toString('hex')}"}\n{"type":"event"}\n${JSON.stringify({ exception: { values: [{ type, value: 'x' }] } })}`;
  const processed = () => expect.poll(async () => (await server.journal.stats()).entries, waitLong).toBe(0);
  const issues = async () =>
    (
      await server.runtime.query.listIssues(shop.viewer, {
        projects: ['shop'],
        environments: [],
        range: '24h',
        query: '',
        sort: 'last-seen',
        cursor: null,
        count: 100,
      })
    ).issues;

  test('a stop ends without an error when no store can write, and loses nothing', async () => {
    for (let sent = 0; sent < 50; sent++) expect((await send(event(`Kept${sent % 3}`))).status).toBe(200);
    await processed();
    await server.state.write((tx) => tx.setSetting('large', 'x'.repeat(1_000_000)));
    await fill(0);
    await server.close();
    await rm(filler);
    server = await start();
    expect(await issues()).toHaveLength(3);
  });

  test('below the floor reports are refused, counted and shown, and accepted again by themselves', async () => {
    expect((await send(event('First'))).status).toBe(200);
    expect(await ready()).toEqual({ status: 200, why: 'ready\n' });
    await processed();

    await fill(5 * MB);
    await expect.poll(async () => (await send(event('Refused'))).status, waitLong).toBe(503);
    const refused = await send(event('Refused'));
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await refused.json()).toMatchObject({ code: 'disk-full' });
    expect(await ready()).toEqual({ status: 503, why: expect.stringContaining('the disk is full: ') as string });
    expect((await server.runtime.query.attention(shop.viewer))[0]).toMatchObject({ code: 'disk-full' });
    expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(/^seismo_disk_full 1$/m);
    const chunk = { checksum: 'a'.repeat(40), body: new Uint8Array(1), gzipped: false };
    await expect(server.runtime.command.saveChunk(shop.viewer, chunk)).rejects.toMatchObject({ code: 'disk-full' });
    const settings = { fingerprintRules: '', stackRules: '' };
    const preview = () => server.runtime.query.previewConfiguration(shop.viewer, 'shop', 'grouping', settings);
    await expect(preview()).rejects.toMatchObject({ code: 'disk-full' });

    await rm(filler);
    await expect.poll(async () => (await ready()).status, waitLong).toBe(200);
    expect((await send(event('Second'))).status).toBe(200);
    await processed();
    const counted = async () => (await server.runtime.query.outcomes(shop.viewer, ['shop'], '24h')).outcomes;
    await expect
      .poll(counted, waitLong)
      .toContainEqual(expect.objectContaining({ outcome: 'limited', reason: 'disk-full' }));
    expect((await preview()).refusal).toBeNull();
    expect((await issues()).map(({ type }) => type)).toEqual(expect.arrayContaining(['First', 'Second']));
  });

  test('with nothing left at all, an issue and a project can still be deleted', async () => {
    for (let index = 0; index < 50; index++) await send(event(`Error${index}`));
    const log = randomBytes(2 * MB).toString('hex');
    await send(`${event('WithLog')}\n{"type":"attachment","length":${log.length}}\n${log}`);
    await processed();
    // A start empties the logs of the stores, so that they have no reusable space.
    await server.close();
    server = await start();
    // The reserve is made beside the work.
    await expect.poll(() => existsSync(join(folder, 'data', 'reserve')), waitLong).toBe(true);
    const [{ shortId } = { shortId: '' }] = await issues();

    await fill(0);
    // The journal's file has room for some more.
    await expect.poll(async () => (await send(event('Refused'))).status, waitLong).toBe(503);
    await server.runtime.command.deleteIssue(shop.viewer, shortId);
    await processed();
    await expect(server.runtime.query.issue(shop.viewer, shortId)).rejects.toMatchObject({
      code: 'not-found',
    });

    await server.runtime.command.deleteProject(shop.viewer, 'shop', 'shop');
    await processed();
    await expect.poll(async () => (await server.state.projectById(shop.id)) === null, waitLong).toBe(true);
  });
});
