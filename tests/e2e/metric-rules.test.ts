import { expect, test } from 'vitest';
import { refusedAt } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { newEventId, processed, send, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';
import { spansOf } from './app/spans.ts';
import { openReceiver } from './webhook-receiver.ts';

interface Body {
  type: string;
  summary: string;
  metrics?: { level: string; reading: string; url: string; spansUrl?: string }[];
  issues?: { reasons: { trigger: string }[] }[];
}

const { received, addChannel } = await openReceiver<Body>();
const { server, shop, page, main, row, region, button, open } = await openApp({ internalHosts: '127.0.0.1' });
const preview = region('Preview');
const critical = main.getByLabel('Critical', { exact: true });
const warning = main.getByLabel('Warning (optional)');
const windows = main.getByLabel('Time range');
/** A step of the shortest time range, a look at what is due, and a slow machine. */
const evaluated = { timeout: 110_000 };

test('a metric rule has thresholds that make sense, and a preview with its values', async () => {
  await open('/alerts?view=channels&add=webhook');
  await addChannel(main, 'Receiver');

  for (let index = 0; index < 2; index++) await throwError(server, shop, { type: 'PaymentError' });
  await processed(server);
  await open('/alerts/rules/new?project=shop');
  await main.getByLabel('Name', { exact: true }).fill('Error peak');
  await main.getByRole('radio', { name: 'A metric of the project' }).check();
  await windows.selectOption('5 minutes');
  await critical.fill('2');
  await warning.fill('3');
  await button('Preview').click();
  await refusedAt(warning, 'The warning must come before the critical threshold.');
  await checkPage(page);
  await warning.fill('');
  await button('Preview').click();
  await preview.getByRole('figure').first().getByText('Events in 5 minutes').first().waitFor();
  await preview.getByText('Critical: above 2').waitFor();
  await checkPage(page);

  // The share of filtered events has neither a search nor environments.
  await main.getByLabel('Metric', { exact: true }).selectOption('Filtered share of events');
  expect(await main.getByRole('combobox', { name: 'Filter' }).count()).toBe(0);
  expect(await critical.inputValue()).toBe('50');
  await main.getByLabel('Metric', { exact: true }).selectOption('Events');
  expect(await critical.inputValue()).toBe('2');
  await button('Create rule').click();
  await main.getByRole('heading', { level: 1, name: 'Error peak' }).waitFor();
});

test('an issue with many events has a rule, too', async () => {
  await open('/alerts/rules/new?project=shop');
  await main.getByLabel('Name', { exact: true }).fill('Busy issue');
  await main.getByRole('radio', { name: 'An issue with many events' }).check();
  const count = main.getByLabel('At least this many events');
  await count.fill('');
  await windows.selectOption('5 minutes');
  await button('Preview').click();
  await refusedAt(count, 'Enter a number.');
  await count.fill('3');
  await button('Create rule').click();
  await main.getByRole('heading', { level: 1, name: 'Busy issue' }).waitFor();
  await open('/alerts?view=rules&project=shop');
  await main.getByText('An issue with at least 3 events in 5 minutes').waitFor();
  await main.getByText('Events above 2 in 5 minutes').waitFor();
  await checkPage(page);
});

test('numbers that cross their thresholds are reported, and the pages say so', async () => {
  received.length = 0;
  for (let index = 0; index < 3; index++) await throwError(server, shop, { type: 'PaymentError' });
  await expect.poll(() => received.map(({ type }) => type).toSorted(), evaluated).toEqual(['issues', 'metrics']);
  const [metric] = received.find(({ type }) => type === 'metrics')!.metrics!;
  expect(metric).toMatchObject({ level: 'critical' });
  expect(metric!.reading).toMatch(/^[345] events in 5 minutes$/);
  expect(received.find(({ type }) => type === 'issues')!.issues![0]!.reasons[0]!.trigger).toBe('event-frequency');

  await open(new URL(metric!.url).pathname);
  await main.getByRole('heading', { level: 1, name: 'Events above 2 in 5 minutes' }).waitFor();
  await main.getByText('Critical').first().waitFor();
  await main.getByText('The time range ended.').first().waitFor();
  await checkPage(page);
  await main.getByRole('link', { name: 'Events above 2 in 5 minutes' }).click();
  await main.getByRole('heading', { level: 1, name: 'Error peak' }).waitFor();
  await open('/alerts');
  await row('Events above 2 in 5 minutes').waitFor();
  await row('PaymentError').first().waitFor();
  await checkPage(page);
  await open('/alerts?view=rules&project=shop');
  await main.getByText('Critical', { exact: true }).waitFor();
  await main.getByRole('link', { name: 'Error peak' }).click();
  await main.getByText(/^Open since .* events in 5 minutes/).waitFor();
  await checkPage(page);
}, 180_000);

test('slow spans are reported with a link to them', async () => {
  const request = async (ms: number, op = 'http.server') => {
    const spans = [{ id: 1, name: 'GET /cart', op, at: [0, ms] as [number, number], segment: true }];
    await send(server, shop, [spansOf(newEventId(), Date.now() - ms, spans)]);
  };
  await request(4000);
  await request(9000, 'queue.process');
  await processed(server);
  await open('/alerts/rules/new?project=shop');
  await main.getByLabel('Name', { exact: true }).fill('Slow requests');
  await main.getByRole('radio', { name: 'A metric of the project' }).check();
  await main.getByLabel('Metric', { exact: true }).selectOption('Spans');
  await windows.selectOption('5 minutes');
  const field = main.getByLabel('Of', { exact: true });
  expect(await field.inputValue()).toBe('span.duration');
  await field.fill('span.op');
  await critical.fill('2500');
  const filter = main.getByLabel('Filter', { exact: true });
  await filter.fill(' checkout span.duration:>fast');
  await button('Preview').click();
  await refusedAt(field, 'Seismo cannot calculate this of spans. It has');
  await field.fill('span.duration');
  await button('Preview').click();
  await refusedAt(filter, '"span.duration:" needs a duration');
  // The wrong value is underlined.
  const underline = main.locator('form .border-dotted.border-error');
  expect(await underline.getAttribute('style')).toBe('left: 25ch; width: 4ch;');
  await checkPage(page);
  await filter.fill('span.op:http');
  expect(await underline.count()).toBe(0);
  await page.getByRole('option', { name: 'http.server' }).waitFor();
  await checkPage(page);
  await filter.press('ArrowDown');
  await filter.press('Enter');
  await expect.poll(() => filter.inputValue()).toBe('span.op:http.server ');
  await filter.press('Escape');
  await button('Preview').click();
  await preview.getByRole('figure').first().getByText('p95(span.duration) of spans in 5 minutes').first().waitFor();
  await preview.getByText('Critical: above 2,500 ms').waitFor();
  await checkPage(page);
  await main.getByLabel('Measure').selectOption('Failed share of spans');
  expect(await field.count()).toBe(0);
  expect(await critical.inputValue()).toBe('5');
  await main.getByLabel('Measure').selectOption('p95');
  expect(await critical.inputValue()).toBe('2500');
  received.length = 0;
  await button('Create rule').click();
  await main.getByRole('heading', { level: 1, name: 'Slow requests' }).waitFor();
  expect(await field.inputValue()).toBe('span.duration');

  const found = () => received.flatMap(({ metrics = [] }) => metrics).find(({ spansUrl }) => spansUrl !== undefined);
  await expect.poll(found, evaluated).toMatchObject({
    level: 'critical',
    reading: 'p95(span.duration) of 4,000 ms in 5 minutes',
  });
  const { url, spansUrl } = found()!;
  const { pathname, search, searchParams } = new URL(spansUrl!);
  expect([pathname, searchParams.get('project'), searchParams.get('query')]).toEqual([
    '/traces/explore',
    'shop',
    'span.op:http.server',
  ]);
  await open(new URL(url).pathname);
  await main.getByRole('heading', { level: 1, name: 'p95(span.duration) of spans above 2,500 ms' }).waitFor();
  const link = main.getByRole('link', { name: 'View spans' });
  expect(await link.getAttribute('href')).toBe(`${pathname}${search}`);
  await checkPage(page);
}, 180_000);
