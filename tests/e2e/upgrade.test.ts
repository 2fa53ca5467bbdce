import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeOlder } from '../../packages/server/src/testing/older-telemetry.ts';
import { accessibilityViolations } from './app/accessibility-violations.ts';
import { sidewaysOverflow } from './app/check-page.ts';
import { envelopeOf, eventItem, newEventId, processed } from './app/send.ts';
import { serverAndBrowser } from './app/server-and-browser.ts';

const { server, signIn } = await serverAndBrowser({ preload: join(import.meta.dirname, 'held-copy.setup.mjs') });
const shop = await server.createProject('shop', 'javascript');
const hold = join(server.dataDir, 'hold');

async function report(message: string): Promise<number> {
  const eventId = newEventId();
  const body = envelopeOf([eventItem({ event_id: eventId, message })], eventId);
  const url = `${server.url}/api/${shop.id}/envelope/?sentry_key=${shop.publicKey}`;
  return (await fetch(url, { method: 'POST', body })).status;
}

test('while the data is upgraded, reports are accepted and pages show the progress', { timeout: 240_000 }, async () => {
  expect(await report('before')).toBe(200);
  await processed(server);
  const { page } = await signIn();
  await page.goto('/issues');
  await page.getByRole('main').getByText('before').first().waitFor();

  await server.restart(async () => {
    await makeOlder(join(server.dataDir, 'telemetry.duckdb'));
    await writeFile(hold, '');
  });
  expect(await report('during')).toBe(200);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  const token = await server.createToken('org:read', 'project:read', 'event:read');
  const response = await server.api(token, 'GET', '/organizations/default/issues/');
  expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
    503,
    '5',
    {
      detail: 'Seismo is upgrading its data. Reports are accepted. Try again when it is done.',
      step: 'Step 1 of 2, copying the data',
      percent: 0,
    },
  ]);
  await expect(server.seismo('backup', join(server.dataDir, 'backup.tar'))).rejects.toThrow(
    'Seismo is upgrading its data (step 1 of 2, copying the data: 0%). Try again when it is done.',
  );
  const doctor = (await server.seismo('doctor')) as { checks: { id: string; findings: { found: string }[] }[] };
  expect(doctor.checks.find(({ id }) => id === 'stores')!.findings.map(({ found }) => found)).toContain(
    'The telemetry store is not checked: the server is upgrading it (step 1 of 2, copying the data: 0%).',
  );

  await page.goto('/issues');
  await page.getByRole('heading', { name: 'Seismo is upgrading its data' }).waitFor();
  expect(await page.getByRole('progressbar', { name: 'Progress of the upgrade' }).count()).toBe(1);
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityViolations(page)).toEqual([]);
    }
    expect(await sidewaysOverflow(page)).toEqual([]);
  }

  // A stop ends the upgrade, and the next start continues it.
  await server.restart(async () => {});
  expect(await report('after a restart')).toBe(200);
  expect(await page.getByRole('heading', { name: 'Seismo is upgrading its data' }).count()).toBe(1);

  await rm(hold);
  const main = page.getByRole('main');
  for (const message of ['before', 'during', 'after a restart']) await main.getByText(message).first().waitFor();
  expect(server.logged()).not.toMatch(/"level":"error"/);
});
