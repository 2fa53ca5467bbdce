import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRecorder } from './recorder.ts';
import type { Visit } from './visit.ts';

const root = join(import.meta.dirname, '../..');

/** Replaces the folder that the apps run in, so that the recording does not reveal the machine. */
function relocate(body: Buffer): Buffer {
  const text = body
    .toString('utf8')
    .replaceAll(`${import.meta.dirname}/`, '/srv/')
    .replaceAll(`${root}/`, '/srv/')
    .replace(/http:\/\/127\.0\.0\.1:\d+\/(?!reservations)/g, 'http://api.acme.example/')
    .replace(/"host":"127\.0\.0\.1:\d+"/g, '"host":"api.acme.example"')
    .replace(/listening on \d+/g, 'listening on 8080')
    .replace(/"kernel_version":"[^"]*"/g, '"kernel_version":"6.12.48"')
    .replace(/"cpu_description":"[^"]*"/g, '"cpu_description":"AMD EPYC 9354P"')
    .replace(/"memory_size":\d+/g, '"memory_size":17179869184')
    .replace(/"free_memory":\d+/g, '"free_memory":9213140992');
  return Buffer.from(text, 'utf8');
}

export function start(
  app: 'shop-api' | 'shop-worker',
  main: string,
  args: string[],
  dsn: string,
  serverName: string,
  settings: Record<string, string> = {},
) {
  return spawn(process.execPath, ['--import', './src/instrument.ts', `./src/${main}.ts`, ...args], {
    cwd: join(import.meta.dirname, app),
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      PATH: process.env['PATH'],
      SENTRY_DSN: dsn,
      SENTRY_RELEASE: `${app}@2.5.1`,
      SENTRY_ENVIRONMENT: 'production',
      SERVER_NAME: serverName,
      ...settings,
    },
  });
}

interface ApiVisit {
  scenario: string;
  method: 'GET' | 'POST';
  path: string;
  bodies: string[];
}

const apiVisits: ApiVisit[] = [
  {
    scenario: 'order-stored-twice',
    method: 'POST',
    path: '/orders',
    bodies: ['{"id":10482,"sku":"A-100","cents":2580}', '{"id":10482,"sku":"A-100","cents":2580}'],
  },
  {
    scenario: 'order-discount-missing',
    method: 'POST',
    path: '/orders',
    bodies: ['{"id":10499,"sku":"B-310","cents":1850,"items":[{"sku":"B-310"}]}'],
  },
  {
    scenario: 'inventory-unreachable',
    method: 'POST',
    path: '/stock/reservations',
    bodies: ['{"sku":"A-200","quantity":3}'],
  },
  {
    scenario: 'webhook-not-json',
    method: 'POST',
    path: '/webhooks/payments',
    bodies: ['type=payment.captured&id=pay_8812'],
  },
  { scenario: 'carrier-timeout', method: 'GET', path: '/shipping/rates', bodies: [''] },
  {
    scenario: 'postcode-invalid',
    method: 'POST',
    path: '/customers',
    bodies: ['{"name":"Ana Ruiz","email":"ana@mail.example","postcode":"1011"}'],
  },
];

export async function portOf(child: ChildProcess): Promise<number> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const port = /listening on (\d+)/.exec(line)?.[1];
    if (port) return Number(port);
  }
  throw new Error('shop-api ended before it listened');
}

const callers = ['acme-checkout/4.2 (web)', 'AcmeShop/7.1 (iOS 18.6)', 'AcmeShop/7.0 (Android 16)'];

async function recordApiVisit(visit: ApiVisit, turn: number): Promise<Visit> {
  await using recorder = await startRecorder();
  const startedMs = Date.now();
  const child = start('shop-api', 'server', [], recorder.dsn(2), `api-${turn + 1}`);
  const port = await portOf(child);
  await fetch(`http://127.0.0.1:${port}/health`);
  for (const body of visit.bodies) {
    const response = await fetch(`http://127.0.0.1:${port}${visit.path}`, {
      method: visit.method,
      headers: {
        'user-agent': callers[turn] ?? 'curl/8.14',
        'content-type': 'application/json',
        'x-customer': 'c-1042:ana',
        'x-request-id': `req-${visit.scenario}-${turn}`,
      },
      ...(visit.method === 'POST' ? { body } : {}),
    });
    await response.arrayBuffer();
  }
  await sleep(200);
  child.kill('SIGTERM');
  await once(child, 'exit');
  return finish('shop-api', visit.scenario, `api-${turn + 1}`, startedMs, recorder.take());
}

async function recordJob(job: string, turn: number): Promise<Visit> {
  await using recorder = await startRecorder();
  const startedMs = Date.now();
  const child = start('shop-worker', 'worker', [job], recorder.dsn(3), `worker-${turn + 1}`);
  await once(child, 'exit');
  return finish('shop-worker', job, `worker-${turn + 1}`, startedMs, recorder.take());
}

type Taken = ReturnType<Awaited<ReturnType<typeof startRecorder>>['take']>;

export function finish(
  project: Visit['project'],
  scenario: string,
  variant: string,
  startedMs: number,
  taken: Taken,
): Visit {
  const envelopes = taken.map(({ atMs, body }) => ({ afterMs: atMs - startedMs, body: relocate(body) }));
  return { project, build: 'production', scenario, variant, userAgent: taken[0]?.userAgent ?? '', envelopes };
}

/** Runs the shop's server and its jobs with the real SDK, in one process per visit. */
export async function recordNode(): Promise<Visit[]> {
  const visits: Visit[] = [];
  for (const visit of apiVisits) {
    for (let turn = 0; turn < 2; turn += 1) visits.push(await recordApiVisit(visit, turn));
  }
  for (const job of ['import-prices', 'send-invoices', 'resize-pictures', 'low-stock']) {
    for (let turn = 0; turn < 2; turn += 1) visits.push(await recordJob(job, turn));
  }
  return visits;
}
