import { expect, test } from 'vitest';
import { checkPage } from './app/check-page.ts';
import { openApp } from './app/server-and-browser.ts';

const { main, page, region, button } = await openApp();

test('an owner checks the server, and problems come first', async () => {
  await page.goto('/settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Server health' }).click();
  await main.getByText('Not checked yet').waitFor();
  await checkPage(page);
  await button('Run checks').click();
  const status = main.getByRole('status');
  await expect.poll(() => status.textContent()).toMatch(/^(No problems|\d+ problems?) found\.$/);
  expect(await region('Passed').getByRole('listitem').count()).toBeGreaterThan(10);
  await region('Passed')
    .getByText(/^Public URL and proxy: A request to http/)
    .waitFor();
  await region('Notes').getByText('No report has arrived through a tunnel yet.').waitFor();
  await checkPage(page);

  // The server goes away meanwhile: what is known stays, with the reason.
  await page.route('**/settings/server', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await button('Run again').click();
  await main.getByRole('alert').getByText('The server is not responding').waitFor();
  await checkPage(page);
  await page.unroute('**/settings/server');
  await button('Run again').click();
  await expect.poll(() => status.textContent()).toMatch(/found\.$/);
});
