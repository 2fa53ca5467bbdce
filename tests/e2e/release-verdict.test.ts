import { expect, test } from 'vitest';
import { focused } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { processed, send, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';
import { openReceiver } from './webhook-receiver.ts';

interface Body {
  type: string;
  releases?: { version: string; rating: string; rules: string[]; url: string }[];
}

const { received, addChannel } = await openReceiver<Body>();
const { server, shop, page, main, row, region, button, open } = await openApp({ internalHosts: '127.0.0.1' });
const [older, newer] = ['shop@1.9.0', 'shop@1.10.0'] as const;
const verdict = region('Release verdict');
const preview = region('Preview');
/** The address of the rule. */
let rule = '';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

function sessions(release: string, started: Date, counts: object): Promise<void> {
  const aggregates = [{ started: started.toISOString(), ...counts }];
  const payload = JSON.stringify({ aggregates, attrs: { release, environment: 'production' } });
  return send(server, shop, [{ header: { type: 'sessions' }, payload }]);
}

async function deploy(version: string, environment: string, finished: Date): Promise<void> {
  const token = await server.createToken('org:ci');
  const releases = '/organizations/main/releases/';
  await server.api(token, 'POST', releases, { version, projects: [shop.slug] });
  const path = `${releases}${encodeURIComponent(version)}/deploys/`;
  const answer = await server.api(token, 'POST', path, { environment, dateFinished: finished.toISOString() });
  expect(answer.ok, await answer.text()).toBe(true);
}

test('a rule about releases reports the selected verdicts, at least one', async () => {
  await open('/alerts?view=channels&add=webhook');
  await addChannel(main, 'Receiver');
  await open('/alerts/rules/new?project=shop&query=level%3Aerror');
  await main.getByLabel('Name', { exact: true }).fill('Bad releases');
  await main.getByRole('radio', { name: 'A verdict on a release' }).check();
  expect(await main.getByRole('combobox', { name: 'Filter' }).count()).toBe(0);
  expect(await main.getByRole('checkbox', { name: 'Report resolved issues' }).count()).toBe(0);
  const bad = main.getByRole('checkbox', { name: 'Bad', exact: true });
  await bad.uncheck();
  await button('Preview').click();
  await main.getByRole('group', { name: 'Verdict' }).getByText('Choose at least one verdict.').waitFor();
  await focused(bad);
  await checkPage(page);
  await bad.check();
  await main.getByRole('radio', { name: 'A new issue' }).check();
  await main.getByRole('radio', { name: 'A verdict on a release' }).check();
  expect(await bad.isChecked()).toBe(true);
  await button('Preview').click();
  await preview.getByText('this rule would not have fired.').waitFor();
  await button('Create rule').click();
  await main.getByRole('heading', { level: 1, name: 'Bad releases' }).waitFor();
  await page.waitForURL(/\/alerts\/rules\/\d+$/);
  rule = new URL(page.url()).pathname;
});

test('a release whose sessions crash is bad some minutes after its deploy, and the rule reports it', async () => {
  received.length = 0;
  await throwError(server, shop, { in: 'cart', release: older, timestamp: minutesAgo(120).getTime() / 1000 });
  await processed(server);
  await sessions(older, minutesAgo(120), { exited: 1990, crashed: 10 });
  const [start, since] = [minutesAgo(20), minutesAgo(10)];
  for (const id of ['ada', 'bob', 'cyd', 'dan']) {
    const thrown = { type: 'PaymentError', in: 'pay', release: newer, user: { id } };
    await throwError(server, shop, { ...thrown, timestamp: since.getTime() / 1000 });
  }
  await sessions(newer, since, { exited: 340, crashed: 60 });
  await processed(server);
  await open(`/releases/${encodeURIComponent(older)}`);
  await verdict.getByText('No verdict. Seismo measures a release after a deploy').waitFor();
  await checkPage(page);

  await deploy(newer, 'production', start);
  await deploy(newer, 'staging', new Date());
  // A step of a minute, and a slow machine.
  await expect.poll(() => received.map(({ type }) => type), { timeout: 110_000 }).toContain('releases');
  const [reported] = received.find(({ type }) => type === 'releases')!.releases!;
  expect(reported).toMatchObject({ version: newer, rating: 'bad', rules: expect.arrayContaining(['Bad releases']) });

  await open(`/releases/${encodeURIComponent(newer)}`);
  const production = verdict.getByRole('listitem').filter({ hasText: 'Deployed to production' });
  await production.getByText('Bad', { exact: true }).waitFor();
  await production.getByText('15% of sessions crash, 0.5% before.').waitFor();
  await production.getByText(/^Measured over 15 minutes since /).waitFor();
  await production.getByText('−14.5 points').first().waitFor();
  await production.getByRole('region', { name: 'New issues' }).getByRole('link', { name: 'PaymentError' }).waitFor();
  const staging = verdict.getByRole('listitem').filter({ hasText: 'Deployed to staging' });
  await staging.getByText(/^First verdict expected at /).waitFor();
  await checkPage(page);
  await verdict.getByText('How this is measured').click();
  await verdict.getByText('at least 95%').waitFor();
  await checkPage(page);

  await open(`/releases/${encodeURIComponent(newer)}?environment=staging`);
  await staging.waitFor();
  expect(await production.count()).toBe(0);

  await open('/alerts');
  await row(`Release ${newer} looks bad`).getByText('Bad', { exact: true }).waitFor();
  await checkPage(page);
  await open(new URL(reported!.url).pathname);
  await main.getByRole('heading', { level: 1, name: `Release ${newer} looks bad` }).waitFor();
  await main.getByText('in production', { exact: true }).waitFor();
  await main.getByText('15% of sessions crash, 0.5% before.').waitFor();
  await main.getByText('The release was measured.').first().waitFor();
  await checkPage(page);
  await main.getByRole('link', { name: 'View release' }).click();
  await main.getByRole('heading', { level: 1, name: newer }).waitFor();

  await open(rule);
  await preview.getByText('this rule would have fired 1 time and sent 1 message to each recipient.').waitFor();
  await preview.getByRole('list', { name: 'Releases' }).getByRole('link', { name: newer }).waitFor();
  await checkPage(page);
}, 240_000);
