import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { settled, signIn } from './app/app.ts';
import { checkPage, sidewaysOverflow } from './app/check-page.ts';
import { eventItem, newEventId, processed, send } from './app/send.ts';
import { startServer } from './running-server.ts';
import { openChromium } from './sdk/chromium.ts';

const script = '<img src=x onerror="alert(1)"><script>alert(2)</script><svg onload=alert(3)>';
const url = 'javascript:alert(document.domain)//';
/** Reverses the reading direction of the text after it, without an end mark. */
const override = '\u202Egnp.exe\u2067';
const long = 'W'.repeat(200);
/** Each field gets all of it, with a name to find it by. */
const nasty = (name: string): string => `${name} ${override} ${script} ${url} ${long}`;
const short = (name: string): string => `${name}${override}<img src=x onerror=alert(4)>${'W'.repeat(100)}`.slice(0, 60);

function hostileEvent(event_id: string): object {
  const frame = (name: string) => ({
    function: nasty(`function-${name}`),
    filename: `${url}${nasty(`file-${name}`)}`,
    abs_path: `${url}${nasty(`path-${name}`)}`,
    module: nasty('module'),
    lineno: 7,
    colno: 3,
    in_app: true,
    pre_context: [nasty('before'), '</pre></div></main>'],
    context_line: nasty('line'),
    post_context: [nasty('after')],
    vars: { [nasty('variable')]: nasty('its value') },
  });
  return {
    event_id,
    timestamp: Date.now() / 1000,
    platform: 'javascript',
    level: 'error',
    release: short('release'),
    environment: 'production',
    transaction: nasty('transaction'),
    server_name: nasty('server'),
    logentry: { formatted: nasty('message') },
    exception: {
      values: [
        { type: nasty('cause type'), value: nasty('cause value'), stacktrace: { frames: [frame('c')] } },
        {
          type: nasty('type'),
          value: nasty('value'),
          mechanism: { type: nasty('mechanism'), handled: false },
          stacktrace: { frames: [frame('a'), frame('b')] },
        },
      ],
    },
    breadcrumbs: {
      values: [
        {
          timestamp: Date.now() / 1000,
          type: nasty('crumb type'),
          category: nasty('crumb category'),
          message: nasty('crumb message'),
          data: { url, [nasty('crumb key')]: nasty('crumb value') },
        },
      ],
    },
    tags: { [`k${'W'.repeat(30)}`]: nasty('tag value'), page: url, long },
    user: { id: nasty('id'), email: nasty('email'), username: nasty('name'), [nasty('user key')]: nasty('user value') },
    request: {
      url: `${url}${nasty('request')}`,
      method: '<b>GET</b>',
      headers: { [nasty('header')]: nasty('header value'), Referer: url },
      cookies: { [nasty('cookie')]: nasty('cookie value') },
      data: nasty('body'),
    },
    contexts: {
      [nasty('context')]: { [nasty('context key')]: nasty('context value') },
      browser: { name: nasty('browser') },
    },
    extra: { [nasty('extra key')]: { [nasty('nested key')]: [nasty('nested value')] } },
    modules: { [nasty('module name')]: nasty('module version') },
    fingerprint: [nasty('fingerprint')],
    sdk: { name: nasty('sdk'), version: nasty('version') },
  };
}

/** All elements of the page that only an injected value could have created. */
function injected(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter(
        (element) =>
          [...element.attributes].some(
            ({ name, value }) =>
              name.startsWith('on') || (/^(href|src|action)$/.test(name) && /^\s*javascript:/i.test(value)),
          ) ||
          element.matches('img, iframe, object, embed') ||
          (element.tagName === 'SCRIPT' && element.textContent.startsWith('alert')),
      )
      .map((element) => element.outerHTML.slice(0, 200)),
  );
}

/** Whether an element displays its characters in the order of the source. */
function readsForward(page: Page, text: string): Promise<boolean> {
  return page.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let seen = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.textContent?.trim() !== wanted || !node.parentElement?.checkVisibility()) continue;
      const at = (index: number) => {
        const range = document.createRange();
        range.setStart(node!, index);
        range.setEnd(node!, index + 1);
        return range.getBoundingClientRect().left;
      };
      if (at(0) >= at(wanted.length - 1)) return false;
      seen += 1;
    }
    return seen > 0;
  }, text);
}

test('an event with markup, script URLs, direction overrides and endless words is shown as text only', async () => {
  await using server = await startServer();
  await using chromium = await openChromium();
  const shop = await server.createProject('shop', 'javascript');
  const eventId = newEventId();
  const attachment = {
    header: { type: 'attachment', filename: `${nasty('attachment')}.html`, content_type: 'text/html' },
    payload: `<script>alert(5)</script>`,
  };
  await send(server, shop, [eventItem(hostileEvent(eventId)), attachment], eventId);
  await processed(server);
  const { page, context, pageErrors } = await signIn(chromium.browser, server);
  const main = page.getByRole('main');

  await page.goto('/issues');
  await main.getByRole('row').filter({ hasText: 'type' }).first().waitFor();
  await checkPage(page);
  expect(await injected(page)).toEqual([]);
  expect(await readsForward(page, 'SHOP-1')).toBe(true);

  await page.goto('/issues/SHOP-1');
  await main.getByRole('region', { name: 'Attachments' }).waitFor();
  await main.getByText('Show event JSON').click();
  await main.getByRole('group', { name: 'event as JSON' }).waitFor();
  await page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
  await checkPage(page);
  expect(await injected(page)).toEqual([]);
  expect(await readsForward(page, 'SHOP-1')).toBe(true);
  const text = await main.innerText();
  for (const name of ['type', 'value', 'function-a', 'file-b', 'tag value', 'crumb message', 'context value', 'header'])
    expect(text).toContain(`${name} ${override} <img src=x onerror`);

  for (const view of ['stack=raw', 'frames=all&order=oldest']) {
    await page.goto(`/issues/SHOP-1?${view}`);
    await main.getByRole('region', { name: 'Attachments' }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await sidewaysOverflow(page)).toEqual([]);
    expect(await injected(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });

  // An attachment is a download that could not run even if opened.
  const href = await main.getByRole('region', { name: 'Attachments' }).getByRole('link').getAttribute('href');
  const file = await context.request.get(href!);
  expect(file.headers()['content-type']).toBe('application/octet-stream');
  expect(file.headers()['content-disposition']).toMatch(/^attachment; filename="[\w. -]+"; filename\*=UTF-8''\S+$/);
  expect(file.headers()['content-security-policy']).toContain('sandbox');
  expect(file.headers()['x-content-type-options']).toBe('nosniff');
  const json = await context.request.get(`/issues/SHOP-1/events/${eventId}/json`);
  expect(json.headers()['content-type']).toBe('application/json; charset=utf-8');
  expect(json.headers()['x-content-type-options']).toBe('nosniff');

  await settled(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(eventId);
  await page.getByRole('dialog').getByRole('option', { name: 'type' }).first().waitFor();
  expect(await injected(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await page.goto(
    `/issues?query=${encodeURIComponent(nasty('search'))}&environment=${encodeURIComponent(short('env'))}`,
  );
  await settled(page);
  expect(await injected(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await sidewaysOverflow(page)).toEqual([]);
  expect(pageErrors).toEqual([]);

  // The CSP would block injected markup even if escaping failed.
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.injected = true';
    const refused = new Promise((resolve) =>
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.violatedDirective), { once: true }),
    );
    document.body.append(script);
    return [await refused, 'injected' in globalThis];
  });
  expect(ran).toEqual(['script-src-elem', false]);

  for (const path of ['/healthz', '/metrics', '/api/0/organizations/', '/icon.svg']) {
    const answer = await fetch(`${server.url}${path}`);
    await answer.body?.cancel();
    expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff');
  }
  for (const path of ['/issues', '/issues/SHOP-1', '/issues/NONE-1', '/nothing', '/sign-in', '/setup', '/live']) {
    const answer = await fetch(`${server.url}${path}`, { redirect: 'manual', headers: await cookieOf(page) });
    await answer.body?.cancel();
    const header = (name: string) => answer.headers.get(name) ?? '';
    expect(header('content-security-policy'), path).toMatch(
      /script-src 'self' 'nonce-[^']{24}'[^;]*; .*base-uri 'none'; form-action 'self'; frame-ancestors 'none'/,
    );
    expect(header('content-security-policy'), path).not.toMatch(/script-src[^;]*'unsafe/);
    expect(header('x-content-type-options'), path).toBe('nosniff');
    expect(header('referrer-policy'), path).toBe('same-origin');
    expect(header('cross-origin-opener-policy'), path).toBe('same-origin');
  }
});

async function cookieOf(page: Page): Promise<{ cookie: string }> {
  const cookies = await page.context().cookies();
  return { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
}
