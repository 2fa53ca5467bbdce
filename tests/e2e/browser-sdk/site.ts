import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { readEnvelope } from '@seismo/protocol';
import { build } from 'esbuild';
import { listen } from '../listen.ts';

export interface SentItem {
  type: string;
  header: Record<string, unknown>;
  /** Parsed if it is JSON. */
  payload: Record<string, unknown>;
  text: string;
}

export interface SentEnvelope {
  header: Record<string, unknown>;
  items: SentItem[];
  headers: IncomingHttpHeaders;
  status: number;
}

type Answer = { status: number; headers?: Record<string, string> } | 'forward' | 'hang' | 'cut';

/** Bundles the source into one script for a page. */
const bundled = (contents: string, globalName: string): Promise<string> =>
  build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'iife',
    globalName,
    target: 'es2022',
    write: false,
  }).then(({ outputFiles }) => outputFiles[0]!.text);

/** The code of the site, in a separate file so that stacks can name it. */
const shop = `
function checkOut() { throw new RangeError('The basket is empty'); }
function dig(depth) { if (depth === 0) throw new Error('deep'); dig(depth - 1); return depth; }
function sendOld(method, path) {
  const request = new XMLHttpRequest();
  request.open(method, path);
  request.send('{}');
  return new Promise((resolve) => { request.onloadend = resolve; });
}
function payTakes(ms) {
  document.querySelector('[data-testid=pay]').addEventListener('click', () => {
    const until = performance.now() + ms;
    while (performance.now() < until);
  });
}`;

const sources = '../../../packages/browser/src';

/**
 * A customer's site with the SDK on every page. It forwards `/monitoring` to Seismo unless a test sets other answers.
 */
export async function openSite(dsn: string) {
  const scripts: Record<string, string> = {
    '/sdk.js': await bundled(
      ['index.ts', 'offline.ts', 'feedback.ts'].map((file) => `export * from '${sources}/${file}';`).join(''),
      'Seismo',
    ),
    '/assets/shop.js': shop,
    '/web-vitals.js': await bundled(`export * from 'web-vitals/attribution';`, 'webVitals'),
  };
  const envelopes: SentEnvelope[] = [];
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  const held: ServerResponse[] = [];
  let answer: (sent: SentEnvelope) => Answer = () => 'forward';
  /** The start script and the head of the next pages. */
  let start = '';
  let head = '';
  /** The test that a page belongs to: pages of an earlier test may still send reports when they close. */
  let run = 0;

  async function tunnel(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await buffer(request);
    if (request.headers.cookie !== `run=${run}`) return void response.end('{}');
    const sent: SentEnvelope = {
      ...read(request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw),
      headers: request.headers,
      status: 0,
    };
    envelopes.push(sent);
    const what = answer(sent);
    if (what === 'hang') {
      held.push(response);
    } else if (what === 'cut') {
      response.destroy();
    } else if (what === 'forward') {
      const { 'content-encoding': encoding } = request.headers;
      const passed = await fetch(`${new URL(dsn).origin}/monitoring`, {
        method: 'POST',
        headers: { ...(encoding && { 'content-encoding': encoding }) },
        body: new Uint8Array(raw),
      });
      sent.status = passed.status;
      response.writeHead(passed.status, { 'content-type': 'application/json' }).end(await passed.text());
    } else {
      sent.status = what.status;
      response.writeHead(what.status, what.headers).end('{}');
    }
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://site');
    if (pathname === '/monitoring') return void tunnel(request, response);
    requests.push({ path: pathname, headers: request.headers });
    const script = scripts[pathname];
    if (script) return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    if (pathname.startsWith('/api/')) {
      const finish = (): void =>
        void response
          .writeHead(Number(searchParams.get('status') ?? 200), { 'access-control-allow-origin': '*' })
          .end('{}');
      setTimeout(finish, Number(searchParams.get('after') ?? 0));
      return;
    }
    if (pathname.endsWith('.svg')) {
      // Chromium treats a smaller image as a background, which is no contentful paint.
      const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300" fill="teal"/><!--${'x'.repeat(20_000)}--></svg>`;
      return void response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(picture);
    }
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': `run=${run}; Path=/` })
      .end(`<!doctype html><html><head><title>Shop</title>${head}
<script src="/sdk.js"></script><script src="/assets/shop.js"></script><script>const dsn = ${JSON.stringify(dsn)};${start}</script></head>
<body><h1>Shop</h1><form id="order"><input name="quantity"><button type="button" data-testid="pay">Pay <b>now</b></button></form></body></html>`);
  });

  return {
    ...(await listen(server)),
    envelopes,
    requests,
    items: (type: string): SentItem[] => envelopes.flatMap(({ items }) => items.filter((item) => item.type === type)),
    /** Clears the recorded requests; each new page starts with `script`. */
    reset(script: string, inHead = ''): void {
      run += 1;
      start = script;
      head = inHead;
      answer = () => 'forward';
      envelopes.length = 0;
      requests.length = 0;
    },
    answers(next: typeof answer): void {
      answer = next;
    },
    /** Answers the pending requests. */
    release(): void {
      for (const response of held.splice(0)) response.writeHead(200).end('{}');
    },
  };
}

export type Site = Awaited<ReturnType<typeof openSite>>;

/** Every envelope must be valid for the protocol's own reader. */
function read(bytes: Uint8Array): Pick<SentEnvelope, 'header' | 'items'> {
  const envelope = readEnvelope(bytes);
  if (envelope.broken) throw new Error(envelope.broken.message);
  const lines = new TextDecoder().decode(bytes).split('\n');
  let from = 1;
  const items = envelope.items.map(({ type, payload }): SentItem => {
    const at = lines.findIndex((line, index) => index >= from && line.startsWith(`{"type":"${type}"`));
    from = at + 1;
    const text = new TextDecoder().decode(payload);
    return {
      type,
      header: JSON.parse(lines[at]!) as Record<string, unknown>,
      payload: type === 'attachment' ? {} : (JSON.parse(text) as Record<string, unknown>),
      text,
    };
  });
  return { header: JSON.parse(lines[0]!) as Record<string, unknown>, items };
}
