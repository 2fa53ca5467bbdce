import { expect, test } from 'vitest';
import { confirmByName, refusedAt } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { processed, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';
import { openReceiver } from './webhook-receiver.ts';

interface Body {
  type: string;
  issues?: { title: string; project: string }[];
}

const { received, addChannel } = await openReceiver<Body>();
const { server, shop, page, main, row, button, open } = await openApp({ internalHosts: '127.0.0.1' });
const web = await server.createProject('web', 'javascript');
const window = (name: string) => main.getByRole('listitem', { name, exact: true });
const maintenanceLinks = main.getByRole('link', { name: /^Maintenance until .* of shop$/ });
const titles = () => received.flatMap(({ issues }) => issues ?? []).map(({ title }) => title);
const sent = { timeout: 60_000 };

test('while a project is in maintenance, its errors send no message, and afterwards they do', async () => {
  await open('/alerts?view=channels&add=webhook');
  await addChannel(main, 'Receiver');

  await open('/alerts?view=maintenance&project=shop');
  await main.getByText('No maintenance windows').waitFor();
  await checkPage(page);
  await button('Start maintenance now').click();
  await window('Maintenance')
    .getByText(/^Active until/)
    .waitFor();
  await window('Maintenance').getByText('shop', { exact: true }).waitFor();
  await checkPage(page);
  await open('/alerts?view=rules');
  await maintenanceLinks.waitFor();
  await checkPage(page);

  received.length = 0;
  await throwError(server, shop, { type: 'DeployError', in: 'deploy' });
  await processed(server);
  // The message about the other project comes later than one about this project would have.
  await throwError(server, web, { type: 'WebError', in: 'load' });
  await expect.poll(titles, sent).toEqual([expect.stringContaining('WebError')]);
  await open('/alerts?project=shop');
  await row('DeployError').getByText('Not sent: maintenance').filter({ visible: true }).waitFor();
  await row('DeployError').getByRole('link').first().click();
  await main.getByText('It happened during maintenance.').first().waitFor();
  await checkPage(page);

  await open('/alerts?view=rules&project=shop');
  await main.getByRole('link', { name: 'Regression', exact: true }).click();
  // The list of rules has the same link.
  await page.waitForURL(/\/alerts\/rules\/\d+/);
  await maintenanceLinks.click();
  await button('End now').click();
  await window('Maintenance').getByText('Ended', { exact: true }).waitFor();
  await throwError(server, shop, { type: 'PaymentError', in: 'pay' });
  await expect.poll(titles, sent).toContainEqual(expect.stringContaining('PaymentError'));
  expect(titles().filter((title) => title.includes('DeployError'))).toEqual([]);
  await open('/alerts?view=rules&project=shop');
  await main.getByRole('link', { name: 'Regression', exact: true }).waitFor();
  expect(await maintenanceLinks.count()).toBe(0);
}, 180_000);

test('a window is planned once or for every week, changed and deleted', async () => {
  await open('/alerts?view=maintenance');
  await main.getByRole('link', { name: 'New window' }).click();
  await main.getByLabel('Name', { exact: true }).fill('Database upgrade');
  await main.getByRole('radio', { name: 'Those of selected projects' }).check();
  await main.getByLabel('End').fill('2020-01-01T10:00');
  await button('Add window').click();
  // The first of the projects.
  await refusedAt(main.getByRole('checkbox', { name: 'Seismo' }), '');
  await main.getByText('Select at least one project.').waitFor();
  await main.getByText('The end must be after the start.').waitFor();
  await checkPage(page);
  await main.getByRole('checkbox', { name: 'web' }).check();
  const tomorrow = new Date(Date.now() + 24 * 3600_000).toISOString().slice(0, 10);
  await main.getByLabel('Start').fill(`${tomorrow}T10:00`);
  await main.getByLabel('End').fill(`${tomorrow}T12:30`);
  await button('Add window').click();
  await window('Database upgrade').getByText(`${tomorrow} 10:00 to 12:30 UTC`).waitFor();
  await window('Database upgrade').getByText(`Starts ${tomorrow} 10:00 UTC`).waitFor();
  expect(await main.getByRole('form', { name: 'New maintenance window' }).count()).toBe(0);

  await main.getByRole('link', { name: 'Edit Database upgrade' }).click();
  await main.getByRole('radio', { name: 'Every week' }).check();
  await main.getByLabel('Time zone').selectOption('Europe/Berlin');
  await checkPage(page);
  await button('Save window').click();
  await window('Database upgrade').getByText('Every Sat and Sun, 02:00–04:00 Europe/Berlin').waitFor();
  await main.getByRole('button', { name: 'Actions for Database upgrade' }).click();
  await page.getByRole('menuitem', { name: 'Delete window…' }).click();
  await confirmByName(page, 'Database upgrade', 'Delete window');
  await window('Database upgrade').waitFor({ state: 'detached' });
  await window('Maintenance').waitFor();
});
