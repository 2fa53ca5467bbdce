import { expect, test } from 'vitest';
import { settled } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { newEventId, processed, send, throwError } from './app/send.ts';
import { serverAndBrowser } from './app/server-and-browser.ts';
import { spansOf } from './app/spans.ts';

/** More than twice the limit per minute of a quiet project, because the events may fall into two minutes. */
const FLOOD = 1_100;

// The demo's history provides the baseline.
const { server, signIn } = await serverAndBrowser({ demo: true });
await processed(server);
await server.restart(async () => {});
const { id } = await server.get<{ id: string }>('/api/0/projects/main/shop-web/');
const [key] = await server.get<{ public: string }[]>('/api/0/projects/main/shop-web/keys/');
const shop = { id: Number(id), slug: 'shop-web', dsn: '', publicKey: key!.public };
const { page } = await signIn();

const main = page.getByRole('main');

async function flood(count: number): Promise<void> {
  let left = count;
  const client = async () => {
    while (left-- > 0) await throwError(server, shop, { type: 'FloodError', in: 'flood' });
  };
  await Promise.all(Array.from({ length: 16 }, client));
  await processed(server);
}

async function limited(noun: 'event' | 'span' = 'event'): Promise<number> {
  await page.goto('/settings/projects/shop-web/limits');
  await settled(page);
  const text = await main.getByText(new RegExp(`${noun}s per minute; .* in the last hour`)).innerText();
  return Number(/; ([\d,]+) limited/.exec(text)![1]!.replaceAll(',', ''));
}

test('a spike is limited, the pages show a notice, and an owner lets it through', { timeout: 240_000 }, async () => {
  expect(await limited()).toBe(0);
  await flood(FLOOD);

  await page.goto('/issues');
  await main
    .getByText(/Shop \(web\) is sending far more events than usual\. Spike protection discarded \d+ events/)
    .waitFor();
  await main.getByText('FloodError').first().waitFor();
  await settled(page);
  await checkPage(page);
  await page.goto('/stats?project=shop-web');
  await main.getByText('Spike protection discarded').waitFor();
  const row = main
    .getByRole('row')
    .filter({ hasText: 'Spike protection dropped events or spans above the project limit' });
  await row.getByRole('link', { name: 'Limits' }).click();
  await page.waitForURL('**/settings/projects/shop-web/limits');
  await main.getByText('Limiting now').waitFor();
  await settled(page);
  await checkPage(page);

  const before = await limited();
  expect(before).toBeGreaterThanOrEqual(FLOOD - 2 * 500);
  await main.getByRole('button', { name: 'Pause for one hour' }).click();
  await main.getByRole('button', { name: 'Resume' }).waitFor();
  await flood(FLOOD);
  expect(await limited()).toBe(before);
});

test('a spike of spans is limited by itself', { timeout: 240_000 }, async () => {
  const eventsBefore = await limited();
  await main.getByRole('button', { name: 'Resume' }).click();
  await main.getByRole('button', { name: 'Pause for one hour' }).waitFor();
  const spans = Array.from({ length: 1000 }, (_, index) => ({
    id: index + 1,
    name: 'render',
    at: [0, 1] as [number, number],
    segment: index === 0,
  }));
  // More than twice the limit per minute of a quiet project, because the spans may fall into two minutes.
  for (let count = 0; count < 25; count++) {
    await send(server, shop, [spansOf(newEventId(), Date.now() - 1000, spans)]);
    await processed(server);
  }
  expect(await limited('span')).toBeGreaterThanOrEqual(5000);
  expect(await limited()).toBe(eventsBefore);
  await checkPage(page);
  await page.goto('/issues');
  await main.getByText(/Spike protection discarded [\d,]+ events and [\d,]+ spans in the last 15 minutes/).waitFor();
  await checkPage(page);
  await page.goto('/stats?project=shop-web');
  const row = main.getByRole('row').filter({ hasText: 'Spike protection of spans' });
  await row.getByText('Limiting').waitFor();
  await checkPage(page);
});
