import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { brotliCompressSync, zstdCompressSync } from 'node:zlib';
import { limits } from '@seismo/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { envelopeOf, eventItem, newEventId } from '../app/send.ts';
import { freePort } from '../free-port.ts';
import { listen } from '../listen.ts';
import { owner, startServer, type Project, type Server } from '../running-server.ts';

const deploy = join(import.meta.dirname, '../../../deploy');
const host = 'seismo.example.com';
const shopHost = 'shop.example.com';
const secure = { key: '', certificate: '' };
let folder: string;
let server: Server;
let shop: Project;
let app: Awaited<ReturnType<typeof listen>>;

interface Proxy {
  program: string;
  /** Writes the configuration of `deploy` with the ports of this test, and returns the arguments. */
  prepare(ports: { http: number; https: number }): Promise<string[]>;
}

const read = (path: string) => readFile(join(deploy, path), 'utf8');

/** Replaces every occurrence, and fails if there is none, so that the test uses the lines of the file. */
function replace(text: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((result, [from, to]) => {
    expect(result).toContain(from);
    return result.replaceAll(from, to);
  }, text);
}

const upstream = () => new URL(server.url).host;

const proxies: Record<string, Proxy> = {
  nginx: {
    program: '/usr/sbin/nginx',
    prepare: async ({ http, https }) => {
      const certificate = {
        '/etc/ssl/seismo.example.com.pem': secure.certificate,
        '/etc/ssl/seismo.example.com.key': secure.key,
      };
      const ports = {
        'listen 80;': `listen ${http};`,
        '[::]:80;': `[::]:${http};`,
        'listen 443 ': `listen ${https} `,
        '[::]:443 ': `[::]:${https} `,
      };
      const site = replace(await read('nginx/seismo.conf'), { ...certificate, ...ports, '127.0.0.1:8300': upstream() });
      const tunnel = replace(await read('nginx/tunnel.conf'), { '127.0.0.1:8300': upstream() });
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      await writeFile(
        join(folder, 'nginx.conf'),
        `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events {}
        http {
          access_log off; ${temporary.join(' ')}
          ${site}
          server {
            listen ${https} ssl http2; server_name ${shopHost};
            ssl_certificate ${secure.certificate}; ssl_certificate_key ${secure.key};
            location / { proxy_pass ${app.origin}; }
            ${tunnel}
          }
        }`,
      );
      return ['-p', folder, '-c', 'nginx.conf', '-e', `${folder}/nginx.log`];
    },
  },
  caddy: {
    program: '/usr/bin/caddy',
    prepare: async ({ http, https }) => {
      const sites = replace(await read('caddy/Caddyfile'), {
        '127.0.0.1:8300': upstream(),
        '127.0.0.1:3000': new URL(app.origin).host,
      });
      const options = `admin off\nlocal_certs\nskip_install_trust\nhttp_port ${http}\nhttps_port ${https}\nstorage file_system ${folder}/caddy`;
      await writeFile(join(folder, 'Caddyfile'), `{\n${options}\n}\n${sites}`);
      return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
    },
  },
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seismo-proxies-'));
  Object.assign(secure, { key: join(folder, 'key.pem'), certificate: join(folder, 'certificate.pem') });
  const names = `subjectAltName=DNS:${host},DNS:${shopHost}`;
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync(
    'openssl',
    [...args, '-subj', `/CN=${host}`, '-addext', names, '-keyout', secure.key, '-out', secure.certificate],
    { stdio: 'ignore' },
  );
  server = await startServer({ publicUrl: `https://${host}`, settings: { SEISMO_TRUSTED_PROXIES: '127.0.0.1,::1' } });
  shop = await server.createProject('shop', 'javascript');
  app = await listen(createServer((request, response) => void response.end(`the app at ${request.url}`)));
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const isInstalled = Object.values(proxies).every(({ program }) => existsSync(program));

// Not on every machine; `npm test` installs them where it may.
describe.skipIf(!isInstalled).each(Object.keys(proxies))('behind %s', (name) => {
  const { program, prepare } = proxies[name]!;
  let port: number;

  beforeAll(async () => {
    port = await freePort();
    const args = await prepare({ http: await freePort(), https: port });
    const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, HOME: folder } });
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    await vi.waitFor(() => get('/healthz'), { timeout: 30_000 });
    return async () => {
      process.off('exit', kill);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    };
  });

  /** A visitor's HTTP/2 connection. */
  function connect({ from = '127.0.0.5', to = '127.0.0.1', name = host } = {}): ClientHttp2Session {
    const tls = { port, servername: name, ALPNProtocols: ['h2'], rejectUnauthorized: false };
    const session = connectHttp2(`https://${name}`, {
      maxSessionMemory: 100,
      createConnection: () => connectTls({ ...tls, host: to, ...(to !== '::1' && { localAddress: from }) }),
    });
    // The requests fail.
    session.on('error', () => {});
    sessions.push(session);
    return session;
  }
  const sessions: ClientHttp2Session[] = [];
  afterEach(() => {
    for (const session of sessions.splice(0)) session.destroy();
  });

  async function send(session: ClientHttp2Session, headers: Record<string, string>, body?: Buffer | string) {
    const stream = session.request(headers, { endStream: body === undefined });
    if (body !== undefined) stream.end(body);
    return answerOf(stream);
  }
  async function answerOf(stream: ReturnType<ClientHttp2Session['request']>) {
    const [{ ':status': status }] = (await once(stream, 'response')) as [Record<string, number>];
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    return { status, text };
  }
  const get = (path: string, to?: string) => send(connect({ to }), { ':path': path });

  const envelope = (eventId: string, fields: object = {}) =>
    envelopeOf(
      [eventItem({ event_id: eventId, platform: 'javascript', message: 'through a proxy', ...fields })],
      eventId,
    );
  const target = () => ({ ':method': 'POST', ':path': `/api/${shop.id}/envelope/?sentry_key=${shop.publicKey}` });
  const eventOf = (eventId: string) =>
    server
      .get<{ user: { ip_address?: string } | null }>(`/api/0/projects/main/shop/events/${eventId}/`)
      .catch(() => null);

  test('pages arrive over HTTP/2, IPv4 and IPv6; metrics do not', async () => {
    for (const to of ['127.0.0.1', '::1']) {
      const page = await get('/sign-in', to);
      expect(page.status).toBe(200);
      expect(page.text).toContain('</html>');
    }
    expect((await get('/metrics')).status).toBe(403);
  });

  test('an event has the address of its visitor, who cannot claim another', async () => {
    const eventId = newEventId();
    const body = envelope(eventId, { user: { ip_address: '{{auto}}' } });
    const headers = { ...target(), 'x-forwarded-for': '203.0.113.66', 'x-real-ip': '203.0.113.66' };
    expect((await send(connect(), headers, body)).status).toBe(200);
    await expect.poll(async () => (await eventOf(eventId))?.user?.ip_address).toBe('127.0.0.5');
  });

  test('the tunnel of a site reaches Seismo, and its other paths the app', async () => {
    const eventId = newEventId();
    const lines = envelope(eventId).split('\n');
    const body = [JSON.stringify({ event_id: eventId, dsn: shop.dsn }), ...lines.slice(1)].join('\n');
    const session = connect({ name: shopHost });
    expect(await send(session, { ':path': '/account' })).toEqual({ status: 200, text: 'the app at /account' });
    expect((await send(session, { ':method': 'POST', ':path': '/monitoring' }, body)).status).toBe(200);
    await expect.poll(() => eventOf(eventId)).not.toBeNull();
  });

  test('compressed reports pass through unchanged', async () => {
    for (const [encoding, compress] of [
      ['zstd', zstdCompressSync],
      ['br', brotliCompressSync],
    ] as const) {
      const eventId = newEventId();
      const answer = await send(
        connect(),
        { ...target(), 'content-encoding': encoding },
        compress(Buffer.from(envelope(eventId))),
      );
      expect(answer.status, encoding).toBe(200);
      await expect.poll(() => eventOf(eventId)).not.toBeNull();
    }
  });

  test('the limit of a body is the one of Seismo', async () => {
    const attachment = (bytes: number) =>
      envelopeOf([{ header: { type: 'attachment', filename: 'a' }, payload: 'a'.repeat(bytes) }], newEventId());
    const largest = await send(connect(), target(), attachment(limits.BODY_COMPRESSED_BYTES_MAX - 1024));
    expect(largest, largest.text).toMatchObject({ status: 200 });
    const larger = await send(connect(), target(), attachment(limits.BODY_COMPRESSED_BYTES_MAX + 1024));
    expect(larger).toMatchObject({ status: 413, text: expect.stringContaining('detail') });
    // Not Seismo's 413, but its answer to a missing token: the proxy lets uploads of source maps pass.
    const upload = { ':method': 'POST', ':path': '/api/0/organizations/main/chunk-upload/' };
    const chunks = await send(connect(), upload, Buffer.alloc(limits.CHUNK_REQUEST_BYTES_MAX));
    expect(chunks).toMatchObject({ status: 401 });
  });

  test('a slow upload reaches Seismo while it arrives', async () => {
    const bodyBytes = async () => (await server.metrics()).get('seismo_body_bytes');
    const body = envelope(newEventId(), { extra: { text: 'a'.repeat(100_000) } });
    const stream = connect().request(target());
    stream.write(body.slice(0, 90_000));
    await expect.poll(bodyBytes).toBeGreaterThan(0);
    stream.end(body.slice(90_000));
    expect((await answerOf(stream)).status).toBe(200);
  });

  test('live updates arrive at once', async () => {
    const cookie = await server.sessionCookie(owner.email);
    const stream = connect().request({ ':path': '/live?age=0', cookie, accept: 'text/event-stream' });
    let received = '';
    stream.on('data', (chunk: Buffer) => (received += chunk.toString()));
    await expect.poll(() => received).toContain('event: viewer');
    expect((await send(connect(), target(), envelope(newEventId()))).status).toBe(200);
    await expect.poll(() => received).toContain('data: change');
  });
});
