import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { checkPage } from './app/check-page.ts';
import { openApp } from './app/server-and-browser.ts';
import { eventItem, newEventId, processed, send } from './app/send.ts';

const folder = await mkdtemp(join(tmpdir(), 'seismo-backups-'));
const { server, shop, page, main, region, button, open } = await openApp({
  settings: { SEISMO_BACKUP_FOLDER: folder, SEISMO_BACKUP_HOURS: '6' },
});
const built = join(import.meta.dirname, '../../packages/main/dist/main.js');

async function seismo(...args: string[]): Promise<void> {
  const env = { ...process.env, SEISMO_DATA_DIR: server.dataDir };
  await promisify(execFile)(process.execPath, [built, ...args], { env });
}

const lists = async () => (await readdir(folder)).filter((name) => name.endsWith('.json'));
const entry = (name: string) => region('Backups').locator('dt', { hasText: name }).locator('+ dd');

test(
  'a lost server comes back from its scheduled backups, and connects to others when its owner allows it',
  {
    timeout: 120_000,
  },
  async () => {
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    // The first one is due at the start.
    await expect.poll(lists, { timeout: 30_000 }).toHaveLength(1);
    await open('/settings/server');
    await expect.poll(() => entry('Last backup').textContent()).toMatch(/ago, in \/|^now, in \//);
    expect(await entry('Schedule').textContent()).toBe(`Every 6 hours to ${folder}, kept for 14 days`);
    await checkPage(page);

    const eventId = newEventId();
    await send(server, shop, [eventItem({ event_id: eventId, message: 'The cart is empty' })], eventId);
    await processed(server);
    await seismo('backup', folder);
    expect(await lists()).toHaveLength(2);

    await server.restart(async () => {
      for (const name of await readdir(server.dataDir)) await rm(join(server.dataDir, name), { recursive: true });
      await seismo('restore', folder);
      // Its disk is not mounted.
      await rename(folder, `${folder}.away`);
    });
    await open('/issues');
    await main.getByRole('link', { name: 'The cart is empty' }).waitFor();
    const attention = main.getByRole('list', { name: 'Needs attention' });
    await attention.getByText('This server was restored from the backup of').waitFor();
    await attention.getByText(`The folder ${folder} for backups does not exist.`).waitFor();
    await checkPage(page);
    await attention.getByRole('link', { name: 'Allow connections' }).click();
    expect(await entry('Last backup').textContent()).toBe('None yet');
    await entry('Last failure').getByText('does not exist').waitFor();
    await checkPage(page);
    await button('Allow connections').click();
    await expect.poll(() => region('Restored server').count()).toBe(0);
    await checkPage(page);
    await open('/settings/audit');
    await main.getByRole('listitem').filter({ hasText: 'allowed outgoing connections of' }).waitFor();
    await rename(`${folder}.away`, folder);
  },
);
