import { expect, test } from 'vitest';
import { settled, submitSignIn } from './app/app.ts';
import { checkPage } from './app/check-page.ts';
import { processed, throwError } from './app/send.ts';
import { openApp } from './app/server-and-browser.ts';

const digest = '3131397831';
const traceId = 'ab'.repeat(16);
const trace = { trace_id: traceId, span_id: 'c'.repeat(16) };
const actionId = `40${'ab'.repeat(20)}`;

/** The browser's report of a server error: the digest and the component stack. */
const seenByBrowser = {
  value:
    'Minified React error #441; visit https://react.dev/errors/441 for the full message or use the non-minified dev environment for full errors and additional helpful warnings.',
  type: 'Error',
  user: { id: '7' },
  contexts: {
    trace,
    nextjs: { digest },
    react: {
      componentStack:
        '\n    at Invoice (https://shop.example/a.js:1:200)\n    at main\n    at Layout (https://shop.example/a.js:1:9)',
    },
  },
  tags: { digest },
};

const knownToServer = {
  type: 'InvoiceError',
  value: 'invoice 5 cannot be loaded',
  in: 'loadInvoice',
  platform: 'node',
  user: { id: '7' },
  contexts: {
    trace,
    runtime: { name: 'node', version: '24.21.0' },
    nextjs: {
      digest,
      route: '/invoices/[id]',
      route_type: 'action',
      router_kind: 'App Router',
      action_id: actionId,
      action_name: 'payInvoice',
      action_file: 'app/invoices/actions.ts',
    },
  },
};

const { server, shop, page, main, open, openPage } = await openApp();

const part = (name: string) => main.getByRole('region', { name, exact: true });

test('browser events wait in their own issue until the server error arrives, then move there', async () => {
  const early = await throwError(server, shop, seenByBrowser);
  await processed(server);
  await open('/issues/SHOP-1');
  await main.getByRole('heading', { name: 'Server error' }).first().waitFor();
  await part('Server side of this error').getByText('No server event with this digest has arrived').waitFor();
  await part('Component tree').getByText('<Invoice>').waitFor();
  await checkPage(page);

  await throwError(server, shop, knownToServer);
  await processed(server);
  await page.goto(`/issues/SHOP-1/events/${early}`);
  // The old short ID redirects to the merged issue.
  await page.waitForURL('**/issues/SHOP-2**');
  await open(`/issues/SHOP-2/events/${early}`);
  await part('Grouping').getByText(`Joined by digest ${digest}`).waitFor();
  await page.getByRole('region', { name: 'Activity' }).getByText(`by digest ${digest}`).waitFor();
  await checkPage(page);
});

test('each side links to the other, and the server event names the action', async () => {
  await part('Server side of this error')
    .getByRole('link', { name: 'InvoiceError: invoice 5 cannot be loaded' })
    .click();
  await part('Browser side of this error')
    .getByRole('link', { name: `Server error: digest ${digest}` })
    .waitFor();
  const action = part('Server action');
  for (const text of ['payInvoice', 'app/invoices/actions.ts', actionId, '/invoices/[id]']) {
    await action.getByText(text, { exact: true }).waitFor();
  }
  await checkPage(page);
});

test('one digest opens both sides, the issue and the trace: from the event, the palette and the search', async () => {
  await throwError(server, shop, {
    type: 'Timeout',
    value: 'database',
    in: 'connect',
    platform: 'node',
    contexts: { trace },
  });
  await processed(server);
  await part('Browser side of this error').getByRole('link', { name: digest, exact: true }).click();
  await page.waitForURL(`**/error-codes/${digest}`);
  await part('Issue').getByRole('link', { name: 'Open SHOP-2' }).waitFor();
  await part('On the server').getByRole('link', { name: 'invoice 5 cannot be loaded' }).waitFor();
  await part('In the browser').getByRole('link', { name: 'Server error' }).waitFor();
  await part('Trace').getByRole('link', { name: 'Timeout: database' }).waitFor();
  await checkPage(page);

  await open('/issues');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  await palette.getByRole('combobox').fill(digest);
  await palette.getByRole('option', { name: 'InvoiceError: invoice 5 cannot be loaded' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/error-codes/${digest}`);

  for (const query of [digest, `digest:${digest}`, 'action:payInvoice', 'route:/invoices/*', `action:${actionId}`]) {
    await open(`/issues?query=${encodeURIComponent(query)}`);
    await main.getByRole('link', { name: 'InvoiceError' }).waitFor();
    expect(await main.locator('[data-row]').count(), query).toBe(1);
  }
});

test('a hydration difference is shown line by line', async () => {
  const hydration = { path: 'main > p', server: '<p>10:00</p>', client: '<p>10:01</p>' };
  await throwError(server, shop, { type: 'HydrationError', in: 'hydrate', contexts: { hydration } });
  await processed(server);
  await open('/issues/SHOP-4');
  const lines = part('Hydration difference').getByRole('listitem');
  await lines.first().waitFor();
  expect(await lines.allInnerTexts()).toEqual(expect.arrayContaining([expect.stringMatching(/Browser:\s*10:01/)]));
  await checkPage(page);
});

test('the support role looks up pasted error codes, and nothing else', async () => {
  const person = await server.createUser('support@seismo.example', 'support');
  const { page: theirs } = await openPage();
  await theirs.goto('/sign-in');
  await submitSignIn(theirs, person);
  await theirs.waitForURL('**/error-codes');
  await settled(theirs);
  const sidebar = theirs.getByRole('banner').getByRole('navigation', { name: 'Main' });
  await sidebar.getByRole('link', { name: 'Error codes' }).waitFor();
  expect(await sidebar.getByRole('link').allInnerTexts()).toEqual(['Error codes', 'Settings']);
  await checkPage(theirs);

  await theirs.getByLabel('Error code').fill(`A server error occurred. Digest: ${digest}`);
  await theirs.getByRole('button', { name: 'Look up' }).click();
  await theirs.waitForURL(`**/error-codes/${digest}`);
  const issue = theirs.getByRole('region', { name: 'Issue', exact: true });
  await issue.getByText('InvoiceError: invoice 5 cannot be loaded').waitFor();
  await issue.getByText('Unresolved').waitFor();
  await settled(theirs);
  expect(await theirs.getByRole('main').getByRole('link').allInnerTexts()).toEqual(['Error codes']);
  expect(await theirs.getByRole('main').innerText()).not.toContain('SHOP-');
  await checkPage(theirs);

  await theirs.getByLabel('Error code').fill('1234567');
  await theirs.getByRole('button', { name: 'Look up' }).click();
  await theirs.getByText('No matching event').waitFor();
  await checkPage(theirs);

  for (const path of ['/issues/SHOP-2', '/releases', '/settings/projects/shop']) {
    await theirs.goto(path);
    await settled(theirs);
    expect(await theirs.getByRole('main').innerText(), path).not.toContain('nvoice');
  }
});
