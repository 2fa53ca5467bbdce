import { openThreadedJournal } from '@seismo/server/parts';
import type { JournalEntry } from '@seismo/server/parts';
import type { ProjectId } from '@seismo/protocol';
import { limits } from '@seismo/protocol';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { settled, signIn } from './desk/desk.ts';
import { look } from './desk/look.ts';
import { envelopeOf, eventItem, newEventId, processed, send, throwError } from './desk/send.ts';
import { startServer } from './running-server.ts';
import type { Project, Server } from './running-server.ts';
import { openChromium } from './sdk/chromium.ts';

/** The figures of the page: what was received, and what became of it. */
async function sum(page: Page): Promise<{ received: number; parts: Record<string, number> }> {
  const terms = page.getByRole('region', { name: 'The sum' }).locator('dl');
  const figures = await terms.evaluateAll((found) =>
    found.map((dl): [string, number] => [
      dl.querySelector('dt')!.textContent.trim(),
      Number(dl.querySelector('dd')!.textContent),
    ]),
  );
  const { Received: received, ...parts } = Object.fromEntries(figures);
  return { received: received!, parts };
}

/** What the table of outcomes says: `outcome reason` and how many. */
async function outcomes(page: Page): Promise<Record<string, number>> {
  const rows = page.getByRole('region', { name: 'Outcomes', exact: true }).locator('tbody tr');
  const cells = await rows.evaluateAll((found) =>
    found.map((row): [string, number] => {
      const [outcome, reason, items] = [...row.querySelectorAll('td')];
      const code = reason!.querySelector('code')?.textContent ?? '';
      return [`${outcome!.textContent.trim()} ${code}`.trim(), Number(items!.textContent)];
    }),
  );
  return Object.fromEntries(cells);
}

const total = (parts: Record<string, number>) => Object.values(parts).reduce((all, part) => all + part, 0);

async function sendOfEveryFate(server: Server, shop: Project): Promise<void> {
  const known = await throwError(server, shop);
  await throwError(server, shop);
  await throwError(server, shop, { in: 'elsewhere' });
  await send(server, shop, [eventItem({ event_id: known, message: 'again' })], known);
  await send(server, shop, [{ header: { type: 'transaction' }, payload: JSON.stringify({ type: 'transaction' }) }]);
  await send(server, shop, [{ header: { type: 'event' }, payload: '{"message": ' }]);
  const heavy = eventItem({ message: 'x'.repeat(limits.EVENT_BYTES_MAX) });
  await send(server, shop, [heavy, { header: { type: 'session' }, payload: sessionOf() }]);
  const discarded = [{ reason: 'sample_rate', category: 'transaction', quantity: 7 }];
  await send(server, shop, [
    {
      header: { type: 'client_report' },
      payload: JSON.stringify({ timestamp: Date.now() / 1000, discarded_events: discarded }),
    },
  ]);
}

function sessionOf(): string {
  const started = new Date().toISOString();
  const attrs = { release: 'shop@1.0.0', environment: 'production' };
  return JSON.stringify({ sid: crypto.randomUUID(), init: true, status: 'ok', started, timestamp: started, attrs });
}

test('every item sent is in the ledger exactly once, and the sum comes out even', async () => {
  await using server = await startServer();
  await using chromium = await openChromium();
  const shop = await server.createProject('shop', 'javascript');
  const { page, troubles } = await signIn(chromium.browser, server);
  await page.goto('/stats?project=shop');
  await page.getByText('Nothing received in this time').waitFor();
  await look(page);

  await sendOfEveryFate(server, shop);
  await processed(server);
  await expect
    .poll(() => outcomes(page), { timeout: 15_000 })
    .toEqual({
      Stored: 5,
      'Duplicate event-id': 1,
      'Not stored yet transaction': 1,
      'Invalid json': 1,
      'Too large item': 1,
    });
  const { received, parts } = await sum(page);
  expect(received).toBe(9);
  expect(total(parts)).toBe(received);
  expect(await page.getByRole('region', { name: 'Dropped by clients' }).getByRole('row').nth(1).innerText()).toMatch(
    /transaction\s+sample_rate\s+7/,
  );
  await page.getByRole('link', { name: /^Examples of json/ }).click();
  await page.getByRole('region', { name: 'Examples: Invalid, json' }).waitFor();
  const file = await page.evaluate(async () => (await fetch('/exports/ledger?project=shop')).text());
  expect(file).toMatch(/,event,invalid,json,1\r\n/);
  await look(page);
  expect(troubles).toEqual([]);
});

test('what ended the worker three times waits on the page, and its replay is stored', async () => {
  await using server = await startServer();
  await using chromium = await openChromium();
  const shop = await server.createProject('shop', 'javascript');
  await throwError(server, shop);
  await processed(server);

  // The journal of a server whose worker died over this entry as often as it may.
  await server.restart(async () => {
    const journal = await openThreadedJournal(join(server.dataDir, 'journal.sqlite'));
    const eventId = newEventId();
    const entry: JournalEntry = {
      kind: 'envelope',
      projectId: shop.id as ProjectId,
      receivedAtMs: Date.now(),
      clientAddress: null,
      userAgent: null,
      body: new TextEncoder().encode(envelopeOf([eventItem({ event_id: eventId, message: 'Seat 14C' })], eventId)),
      limitedCategories: [],
      replayOf: null,
    };
    const sequence = await journal.append(entry);
    for (let tries = 0; tries < limits.PROCESS_TRY_COUNT_MAX; tries += 1) await journal.countTry(sequence);
    await journal.close();
  });

  const { page, troubles } = await signIn(chromium.browser, server);
  await page.goto('/stats?project=shop');
  const aside = page.getByRole('region', { name: 'Set aside' });
  await aside.waitFor();
  expect(await sum(page)).toEqual({ received: 2, parts: { Stored: 1, Failed: 1 } });
  await look(page);

  await aside.getByRole('button', { name: 'Replay' }).click();
  await expect.poll(() => sum(page), { timeout: 15_000 }).toEqual({ received: 2, parts: { Stored: 2 } });
  await aside.waitFor({ state: 'detached' });
  await page.goto('/issues');
  await page.getByRole('row').filter({ hasText: 'Seat 14C' }).waitFor();
  await settled(page);
  expect(troubles).toEqual([]);
});
