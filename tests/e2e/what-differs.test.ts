import { expect, test } from 'vitest';
import { checkPage } from './app/check-page.ts';
import { newEventId, processed, send } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';
import { spansOf } from './app/spans.ts';

const { server, shop, page, main, button, open } = await openApp();

/** 120 requests in the last half hour. Every sixth is slow, and these have one region in common, which few others have. */
const startMs = Date.now() - 30 * 60_000;
const requests = Array.from({ length: 120 }, (_, n) => {
  const isSlow = n % 6 === 0;
  return spansOf(newEventId(), startMs + n * 10_000, [
    {
      id: n + 1,
      name: `GET /cart/${n % 3}`,
      op: 'http.server',
      at: [0, isSlow ? 4000 + n : 20 + (n % 7)],
      segment: true,
      attributes: {
        'cloud.region': isSlow || n % 20 === 1 ? 'eu-west' : `us-${n % 4}`,
        'host.name': `web-${n % 5}`,
        'request.id': `r-${n}`,
        'response.bytes': 1000 + 10 * (n % 11),
      },
    },
  ]);
});
const map = main.getByRole('slider', { name: /^Duration over time/ });
const fields = main.getByRole('list', { name: 'Fields that differ' });
const field = (name: string) => fields.getByRole('article', { name, exact: true });

test('brushing the slow requests names their region first, and leads to a search and to the trace of one', async () => {
  await send(server, shop, requests);
  await processed(server);
  await open('/traces/explore?view=heat-map&range=1h');
  await map.waitFor();
  await checkPage(page);

  // The slow ones are in the upper third.
  const { x, y, width, height } = (await map.boundingBox())!;
  await page.mouse.move(x + 2, y + 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 4, { steps: 4 });
  await page.mouse.move(x + width - 2, y + height / 3, { steps: 4 });
  await page.mouse.up();
  await page.waitForURL(/when=\d+-\d+&values=/);
  await main.getByText('20 spans in the selection, 100 others.').waitFor();
  const first = fields.getByRole('article').first();
  expect(await first.getAttribute('aria-label')).toBe('cloud.region');
  expect(await first.getByRole('listitem').first().textContent()).toContain('eu-west');
  expect(await first.getByRole('listitem').first().textContent()).toContain('100% of the selection, 20 spans');
  expect(await field('host.name').count()).toBe(0);
  await main.getByText(/nearly every span has another value: request\.id/).waitFor();
  await checkPage(page);

  await first.getByRole('link', { name: 'Only cloud.region eu-west' }).click();
  await page.waitForURL(/query=cloud\.region%3Aeu-west/);
  await main.getByRole('link', { name: 'Clear selection' }).click();
  await page.waitForURL((url) => !url.search.includes('when='));
  await main.getByText('26 spans.').waitFor();
  await page.goBack();
  await page.goBack();
  await page.waitForURL((url) => url.search.includes('when=') && !url.search.includes('query='));
  await first.getByRole('link', { name: 'Example of cloud.region eu-west' }).click();
  await page.waitForURL('**/traces/*?span=*');
  await main.getByRole('treegrid', { name: 'Spans' }).getByText('GET /cart').first().waitFor();
});

test('the heat map is used by keyboard', async () => {
  await open('/traces/explore?view=heat-map&range=1h');
  await map.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/when=\d+-\d+&values=/);
  await main.getByText('20 spans in the selection, 100 others.').waitFor();
});

test('the heat map shows another number, which stays when the search changes', async () => {
  await open('/traces/explore?view=heat-map&range=1h&when=1-2&values=1~2');
  await map.waitFor();
  await button('Value: span.duration').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Select value' });
  await dialog.getByRole('option', { name: /^response\.bytes/ }).waitFor();
  expect(await dialog.getByRole('option', { name: /host\.name|span\.duration/ }).count()).toBe(0);
  await checkPage(page);
  await page.keyboard.type('bytes');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('value') === 'response.bytes' && !url.searchParams.has('when'));
  await main.getByRole('slider', { name: /^response\.bytes over time/ }).waitFor();
  await checkPage(page);

  await main.getByRole('combobox', { name: 'Search spans' }).fill('cloud.region:eu-west');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.has('query'));
  expect(new URL(page.url()).searchParams.get('value')).toBe('response.bytes');
  await main.getByText('26 spans.').waitFor();

  await open('/traces/explore?view=heat-map&range=1h&value=response.weight');
  await main.getByText('No span has a number in response.weight.').waitFor();
  await main.getByRole('link', { name: 'Show durations' }).click();
  await map.waitFor();
  await open('/traces/explore?view=heat-map&range=1h&value=span.op');
  await main.getByText('span.op is not a number').waitFor();
  await checkPage(page);
  await main.getByRole('link', { name: 'Show durations' }).click();
  await map.waitFor();
});

test('failed spans are compared, and too few are not', async () => {
  await open('/traces/explore?view=heat-map&range=1h');
  await main.getByRole('link', { name: 'Compare failed spans' }).click();
  await page.waitForURL(/select=span\.status%3Aerror/);
  await main.getByText('Too few spans to compare').waitFor();
  await checkPage(page);
});
