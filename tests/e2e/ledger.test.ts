import { openStores, storesIn, type JournalEntry } from '@seismo/server/parts';
import { limits, type ProjectId } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { selectLatestBar, settled } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { envelopeOf, eventItem, newEventId, processed, send, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';
import { type Project } from './running-server.ts';

const { server, shop, page, region } = await openApp();

/** The totals of the page: the received items, and the items of each outcome. */
async function sum(): Promise<{ received: number; parts: Record<string, number> }> {
  const terms = region('Total').locator('dl');
  const stats = await terms.evaluateAll((found) =>
    found.map((dl): [string, number] => [
      dl.querySelector('dt')!.textContent.trim(),
      Number(dl.querySelector('dd')!.textContent),
    ]),
  );
  const { Received: received, ...parts } = Object.fromEntries(stats);
  return { received: received!, parts };
}

/** The table of outcomes: the count of each `outcome reason`. */
async function outcomes(): Promise<Record<string, number>> {
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

/** Another key of a project, as for a mobile app. */
async function newKey(project: Project, name: string): Promise<Project> {
  const token = await server.createToken('project:read', 'project:write');
  const answer = await server.api(token, 'POST', `/projects/main/${project.slug}/keys/`, { name });
  return { ...project, publicKey: ((await answer.json()) as { public: string }).public };
}

async function sendOneItemPerOutcome(): Promise<void> {
  const known = await throwError(server, shop);
  await throwError(server, shop);
  await throwError(server, shop, { in: 'elsewhere' });
  await send(server, shop, [eventItem({ event_id: known, message: 'again' })], known);
  await send(server, shop, [{ header: { type: 'check_in' }, payload: '{}' }]);
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

test('every item sent has exactly one outcome, and the totals balance', async () => {
  await page.goto('/stats?project=shop');
  await page.getByText('No data in this time range').waitFor();
  await checkPage(page);

  await sendOneItemPerOutcome();
  await processed(server);
  await expect.poll(outcomes).toEqual({
    Stored: 5,
    'Duplicate event-id': 1,
    'Not supported check_in': 1,
    'Invalid json': 1,
    'Too large item': 1,
  });
  const { received, parts } = await sum();
  expect(received).toBe(9);
  expect(total(parts)).toBe(received);
  expect(await region('Dropped by clients').getByRole('row').nth(1).innerText()).toMatch(
    /transaction\s+sample_rate .*\s7$/,
  );
  await page.getByRole('link', { name: /^Examples of json/ }).click();
  await region('Examples: Invalid, json').waitFor();
  const file = await page.evaluate(async () => (await fetch('/exports/ledger?project=shop')).text());
  expect(file).toMatch(/,event,invalid,json,1\r\n/);

  await page.getByRole('link', { name: '7, details of transaction dropped for sample_rate' }).click();
  const dropped = region('Examples: transaction, Dropped by clients, sample_rate');
  await dropped.getByText('SDK sampling dropped it.').waitFor();
  const pointed = await selectLatestBar(page, dropped.getByRole('slider'));
  expect(pointed).toMatch(/: 7 items$/);
  // The other chart shows its values for the same time.
  const sameTime = pointed.replace(': 7 items', ': 9 items');
  await region('Over time').getByText(sameTime).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/stats?*outcome=client-discard*from=*to=*');
  await dropped.getByText(/^7 items, 20/).waitFor();
  await checkPage(page);
  await page.getByRole('link', { name: 'Zoom out' }).click();
  await page.waitForURL('**/stats?*range=14d*');
  const bars = region('Over time').getByRole('slider');
  const { x, y, width, height } = (await bars.boundingBox())!;
  await page.mouse.click(x + width - 2, y + height / 2);
  await page.waitForURL('**/stats?*from=*to=*');
  await expect.poll(() => sum().then((stats) => stats.received)).toBe(9);
  await page.goto('/stats?project=shop');

  const mobile = await newKey(shop, 'Mobile app');
  await throwError(server, mobile, { in: 'the app' });
  await processed(server);
  await page.getByRole('link', { name: /^1 stored ?, examples of session$/ }).click();
  await page.getByRole('link', { name: 'Releases with these sessions' }).waitFor();
  await page.getByRole('link', { name: '7, examples of event' }).click();
  await region('Examples: event').getByRole('link', { name: '1 duplicate event-id' }).waitFor();
  await checkPage(page);

  await page.goto(`/settings/projects/${shop.slug}`);
  await page.getByRole('link', { name: '1 item in the last 30 days, by Mobile app' }).click();
  await page.getByText('Filtered by client key Mobile app.').waitFor();
  await expect.poll(sum).toEqual({ received: 1, parts: { Stored: 1 } });
  const ofKey = await page.evaluate(async () => (await fetch(`/exports/ledger${location.search}`)).text());
  expect(
    ofKey
      .trim()
      .split('\r\n')
      .map((line) => line.split(',').slice(1).join()),
  ).toEqual(['kind,outcome,reason,items', 'event,received,,1', 'event,stored,,1']);
  await page.getByRole('link', { name: 'Show all keys' }).click();
  const keys = region('Client keys').locator('tbody tr');
  await expect.poll(() => keys.count()).toBe(2);
  expect(await keys.first().innerText()).toMatch(/^Default\s[^]*\s9$/);
  await keys.first().getByRole('link', { name: '5 stored from Default' }).click();
  await region('Examples: Stored')
    .getByText(/^5 items/)
    .waitFor();
  await page.getByRole('link', { name: '9 received from Default' }).click();
  await region('Examples: Stored').waitFor({ state: 'detached' });
  await expect.poll(async () => (await sum()).received).toBe(9);
  await page.getByRole('link', { name: '1, examples of duplicate', exact: true }).click();
  await region('Examples: Duplicate')
    .getByText(/^1 item,/)
    .waitFor();
});

test('an entry that crashed the worker three times is a dead letter on the page, and its replay is stored', async () => {
  const cinema = await server.createProject('cinema', 'javascript');
  await throwError(server, cinema);
  await processed(server);

  // The journal of a server whose worker has crashed on this entry the maximum number of times.
  await server.restart(async () => {
    await using stores = await openStores(storesIn(server.dataDir));
    const eventId = newEventId();
    const entry: JournalEntry = {
      kind: 'envelope',
      projectId: cinema.id as ProjectId,
      keyId: 0,
      receivedAtMs: Date.now(),
      clientAddress: null,
      userAgent: null,
      body: new TextEncoder().encode(envelopeOf([eventItem({ event_id: eventId, message: 'Seat 14C' })], eventId)),
      limitedCategories: [],
      replayOf: null,
    };
    const sequence = await stores.journal.append(entry);
    for (let tries = 0; tries < limits.PROCESS_TRY_COUNT_MAX; tries += 1) await stores.journal.countTry(sequence);
  });

  await page.goto('/stats?project=cinema');
  const deadLetters = region('Dead letters');
  await deadLetters.waitFor();
  await expect.poll(sum).toEqual({ received: 2, parts: { Stored: 1, Failed: 1 } });
  await deadLetters.getByText('Show content').click();
  await deadLetters.getByText('Seat 14C').waitFor();
  await checkPage(page);

  await deadLetters.getByRole('button', { name: 'Replay' }).click();
  await expect.poll(sum).toEqual({ received: 2, parts: { Stored: 2 } });
  await deadLetters.waitFor({ state: 'detached' });
  await page.goto('/issues');
  await page.getByRole('row').filter({ hasText: 'Seat 14C' }).waitFor();
  await settled(page);
});
