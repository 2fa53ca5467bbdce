import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { settled, signIn } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { envelopeOf, eventItem, newEventId, processed } from './app/send.ts';
import { startServer } from './running-server.ts';
import { openChromium } from './sdk/chromium.ts';

const MiB = 1024 * 1024;
const BUDGET = '270MB';
const BUDGET_BYTES = 270e6;
const EVENT_BYTES = 64 * 1024;
/** More than the budget holds. */
const EVENT_COUNT = Math.ceil((1.2 * BUDGET_BYTES) / EVENT_BYTES);
const ISSUES = ['common', 'frequent', 'rare'];

/** A file system that is hardly larger than the budget, so that exceeding it would be a full disk. */
function smallFileSystem(skip: (reason: string) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'seismo-small-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${BUDGET_BYTES + 32 * MiB}`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    skip('only root may mount, and not in every container');
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  return folder;
}

test(
  'more than the disk budget is accepted and counted, on a file system that is hardly larger',
  { timeout: 400_000 },
  async ({ skip }) => {
    const dataDir = smallFileSystem(skip);
    await using server = await startServer({
      dataDir: join(dataDir, 'data'),
      settings: { SEISMO_DISK_BUDGET: BUDGET, SEISMO_DISK_FLOOR: '0' },
    });
    const shop = await server.createProject('shop', 'javascript');
    const sent: Record<string, number> = {};
    const ids: string[] = [];

    async function send(n: number): Promise<void> {
      const message = n % 400 === 0 ? 'rare' : ISSUES[n % 2]!;
      const event_id = newEventId();
      // What compression cannot make smaller.
      const extra = Object.fromEntries(
        Array.from({ length: EVENT_BYTES / 4096 }, (_, at) => [`part${at}`, randomBytes(3072).toString('base64')]),
      );
      const timestamp = Date.now() / 1000 - n;
      const event = eventItem({
        event_id,
        message,
        timestamp,
        platform: 'javascript',
        environment: 'production',
        extra,
      });
      const url = `${server.url}/api/${shop.id}/envelope/?sentry_key=${shop.publicKey}`;
      const answer = await fetch(url, { method: 'POST', body: envelopeOf([event], event_id) });
      expect(answer.status, `event ${n}: ${await answer.text()}`).toBe(200);
      sent[message] = (sent[message] ?? 0) + 1;
      if (message === 'rare') ids.push(event_id);
    }

    let next = 0;
    let usedMax = 0;
    const clients = Array.from({ length: 4 }, async () => {
      while (next < EVENT_COUNT) {
        // A client that sends faster than the server stores would only fill the journal.
        if (next % 48 === 0) {
          await processed(server);
          const { blocks, bfree, bsize } = await statfs(dataDir);
          usedMax = Math.max(usedMax, (blocks - bfree) * bsize);
        }
        await send(next++);
      }
    });
    await Promise.all(clients);
    await processed(server);
    expect(usedMax).toBeLessThan(BUDGET_BYTES);

    const issues = await server.get<{ title: string; count: string; id: string }[]>(
      '/api/0/organizations/main/issues/?project=shop&query=',
    );
    expect(Object.fromEntries(issues.map(({ title, count }) => [title, Number(count)]))).toEqual(sent);
    const events = await server.get<{ data: Record<string, number>[] }>(
      '/api/0/organizations/main/events/?project=shop&field=count()&field=release&statsPeriod=90d',
    );
    expect(events.data.reduce((sum, row) => sum + row['count()']!, 0)).toBe(next);
    // The rare events have their content.
    for (const id of ids) await server.get(`/api/0/projects/main/shop/events/${id}/`);

    const chromium = await openChromium();
    onTestFinished(() => chromium[Symbol.asyncDispose]());
    const { page } = await signIn(chromium.browser, server);
    await page.goto('/stats');
    const storage = page.getByRole('region', { name: 'Storage' });
    await storage.getByText('to stay within the disk budget').first().waitFor();
    await settled(page);
    await checkPage(page);
    await page.goto(`/issues/${issues.find(({ title }) => title === 'common')!.id}`);
    await page.getByText(/Sample: tags of [\d,]+ of [\d,]+ events/).waitFor();
    await settled(page);
    await checkPage(page);
  },
);
