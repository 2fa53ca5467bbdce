import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import type { ProjectId } from '@seismo/protocol';
import { createOrganization } from '../packages/server/src/command/accounts/organizations.ts';
import { createUser } from '../packages/server/src/command/accounts/create-user.ts';
import { createChannel } from '../packages/server/src/command/alerts/channels.ts';
import type { CommandDeps } from '../packages/server/src/command/deps.ts';
import { createProject } from '../packages/server/src/command/projects/create-project.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import { systemViewer } from '../packages/server/src/query/system-viewer.ts';
import { openState, openStateReadOnly, storesIn } from '../packages/server/src/store/open.ts';
import type { Alert, State } from '../packages/server/src/store/state/contract.ts';
import { builtServer } from './built-server.ts';
import { corpus } from './corpus.ts';
import { load, stopProcess, type LoadResult } from './processes.ts';
import { chance, quantiles } from './results.ts';

/**
 * Alerts of new issues by email and webhook: the time from the 200 of a report until a real mail server and a real HTTP
 * server have the message, beside the time that the same bytes take without Seismo, the ceiling. Then a storm of new issues
 * in one project, and the others after it. The exit code is 1 if a message is lost or comes twice.
 * `node scripts/pinned.mjs --built bench/alerts.ts [--probes 300] [--storm 10000] [--rate reports/s] [--json]`
 * `--rate`: of the background; half of the processed rate by default, which is measured first.
 */
const { values: options } = parseArgs({
  options: {
    probes: { type: 'string', default: '300' },
    storm: { type: 'string', default: '10000' },
    rate: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const probeCount = Number(options.probes);
const stormCount = Number(options.storm);

const PORT = 18_332;
const RECIPIENTS = 40;
/** Each recipient gets a message every 24 seconds: the fourth one in a minute would wait. */
const PROBE_INTERVAL_MS = 600;
/** Longer than the pipeline waits between two batches. */
const IDLE_INTERVAL_MS = 500;
const DIRECT_COUNT = 200;
const DIRECT_INTERVAL_MS = 300;
const STORM_PER_S = 10_000 / 60;
const RATE_REQUESTS = 15_000;
const WARM_UP_MS = 5000;
/** Beyond the first retry of a message. */
const ARRIVAL_MS_MAX = 60_000;
/** The server and the receivers measure the minute at different ends of a message. */
const WINDOW_MS = 59_000;
const ALERT_PAGE = 2000;

const kinds = ['email', 'webhook'] as const;
type Kind = (typeof kinds)[number];

interface Recipient {
  name: string;
  projectId: ProjectId;
  path: string;
}

interface Probe {
  title: string;
  answeredAtMs: number;
}

/** `issueCount`: of a webhook's body. */
interface Arrival {
  to: string;
  atMs: number;
  titles: string[];
  issueCount: number;
  bytes: string;
}

const folder = await mkdtemp(join(tmpdir(), 'seismo-alerts-'));
// Runs after the handler that ends the processes.
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
// A measurement that hangs ends, too.
const expectedS = (probeCount * 4 * PROBE_INTERVAL_MS) / 3000 + stormCount / STORM_PER_S + 150;
setTimeout(() => {
  process.stderr.write('bench/alerts.ts takes too long and ends.\n');
  process.exit(1);
}, expectedS * 1300).unref();

/** Comparable with the times that the server stores. */
const now = () => performance.timeOrigin + performance.now();
const results: Record<string, Record<string, number>> = {};

function note(name: string, values: Record<string, number>): void {
  results[name] = values;
  const words = Object.entries(values).map(([what, value]) => `${what} ${value}`);
  if (!options.json) process.stdout.write(`${name}: ${words.join(', ')}\n`);
}

const wrong: string[] = [];
const require = (holds: boolean, what: string) => void (holds || wrong.push(what));

// ─── Receivers ─────────────────────────────────────────────────────────────────────────────────────────────────────

const arrivals: Record<Kind, Arrival[]> = { email: [], webhook: [] };
const direct: Record<Kind, number> = { email: 0, webhook: 0 };
/** When each probe came, by its title. */
const seen: Record<Kind, Map<string, number[]>> = { email: new Map(), webhook: new Map() };
const DIRECT = 'direct';

function receive(kind: Kind, to: string, bytes: string, atMs: number): void {
  if (to === DIRECT) {
    direct[kind] = atMs;
    return;
  }
  const titles = [...new Set(bytes.replaceAll('=\r\n', '').match(/Probe[0-9a-f]{12}/g))];
  const issueCount = Number(/"issueCount":(\d+)/.exec(bytes)?.[1] ?? 0);
  arrivals[kind].push({ to, atMs, titles, issueCount, bytes });
  for (const title of titles) seen[kind].set(title, [...(seen[kind].get(title) ?? []), atMs]);
}

const mailServer = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  onData(stream, session, done) {
    const [to] = session.envelope.rcptTo[0]!.address.split('@');
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      receive('email', to!, Buffer.concat(chunks).toString(), now());
      done(null, '2.0.0 Ok: queued');
    });
  },
});
const hookServer = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    receive('webhook', request.url!.slice(1), Buffer.concat(chunks).toString(), now());
    response.end('ok');
  });
});

mailServer.listen(0, '127.0.0.1');
hookServer.listen(0, '127.0.0.1');
await Promise.all([once(mailServer.server, 'listening'), once(hookServer, 'listening')]);
const portOf = (address: unknown) => (address as AddressInfo).port;
const smtpPort = portOf(mailServer.server.address());
const hooks = `http://127.0.0.1:${portOf(hookServer.address())}`;

/** Hands over the same bytes as the server, with a new connection for each message. */
const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true });
const sendDirect: Record<Kind, (bytes: string) => Promise<unknown>> = {
  email: (raw) => transport.sendMail({ envelope: { from: 'bench@example.com', to: `${DIRECT}@example.com` }, raw }),
  webhook: async (body) => {
    const headers = { 'content-type': 'application/json', connection: 'close' };
    const response = await fetch(`${hooks}/${DIRECT}`, { method: 'POST', headers, body });
    await response.arrayBuffer();
  },
};

async function directMs(kind: Kind): Promise<number> {
  const { bytes } = arrivals[kind].at(-1)!;
  const sentAtMs = now();
  await sendDirect[kind](bytes);
  return direct[kind] - sentAtMs;
}

// ─── Server ────────────────────────────────────────────────────────────────────────────────────────────────────────

const dataDir = join(folder, 'data');
const { url, start, createTarget, createToken, drained } = builtServer(dataDir, PORT, {
  SEISMO_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  SEISMO_MAIL_FROM: 'Seismo <alerts@seismo.example>',
  SEISMO_ALLOWED_INTERNAL_HOSTS: '127.0.0.1',
  SEISMO_DISK_FLOOR: '0',
});

/** Organizations, each with one owner, one project with the default rules, and one channel for all rules. */
async function addRecipients(names: string[]): Promise<Recipient[]> {
  const state = await openState(storesIn(dataDir));
  const config = { publicUrl: url, mail: null };
  const deps: CommandDeps = { state, clock: systemClock, config, random: randomBytes, onKeysChanged: () => {} };
  const added: Recipient[] = [];
  for (const name of names) {
    const email = `${name}@example.com`;
    // Only admins of an organization can create another one.
    await createUser(deps, { email, name, password: null, role: 'admin' });
    await createOrganization(deps, await systemViewer(state, email), { slug: name, name });
    const user = await systemViewer(state, email);
    const owner = { ...user, memberships: user.memberships.filter(({ role }) => role === 'owner') };
    const project = await createProject(deps, owner, { slug: name, name, platform: 'node' });
    const settings = { url: `${hooks}/${name}`, secret: 'a signing key for the benchmark', format: 'seismo' };
    await createChannel(deps, owner, { kind: 'webhook', name, settings, content: 'everything', allRules: true });
    const [key] = await state.listKeys(project.id);
    const path = `/api/${project.id}/envelope/?sentry_key=${key!.publicKey}`;
    added.push({ name, projectId: project.id, path });
  }
  await state.close();
  return added;
}

/** A recorded event as a new issue of its own: unhandled, so its priority is high. */
function asNewIssue(file: string, title: string): string {
  const [header, item, event, ...rest] = readFileSync(file, 'latin1').split('\n');
  const parsed = JSON.parse(event!) as { exception: { values: Record<string, unknown>[] } };
  const mechanism = { type: 'generic', handled: false };
  const values = parsed.exception.values.map((value) => ({ ...value, type: title, mechanism }));
  const changed = JSON.stringify({ ...parsed, exception: { values }, fingerprint: [title] });
  return [header, item, changed, ...rest].join('\n');
}

// ─── Probes ────────────────────────────────────────────────────────────────────────────────────────────────────────

const probes: Probe[] = [];
let nextRecipient = 0;

async function probe({ path }: Recipient, template: string): Promise<Probe> {
  const title = `Probe${randomBytes(6).toString('hex')}`;
  const body = template
    .replaceAll('%TITLE%', title)
    .replaceAll('%EVENT_ID%', randomBytes(16).toString('hex'))
    .replaceAll('%USER_ID%', '1');
  const response = await fetch(url + path, { method: 'POST', body: Buffer.from(body, 'latin1') });
  const answeredAtMs = now();
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`a report was answered ${response.status}`);
  return { title, answeredAtMs };
}

/**
 * On schedule, to the projects in turns. A random part of the interval avoids the rhythm of the batches. Resolves when all have
 * arrived, or it is too late.
 */
async function sendProbes(count: number, intervalMs: number, template: string): Promise<Probe[]> {
  const beganAtMs = now();
  const sent: Promise<Probe>[] = [];
  for (let index = 0; index < count; index++) {
    await sleep(Math.max(0, beganAtMs + (index + chance() / 2) * intervalMs - now()));
    sent.push(probe(recipients[nextRecipient++ % RECIPIENTS]!, template));
  }
  const added = await Promise.all(sent);
  probes.push(...added);
  await until(async () => added.every(({ title }) => kinds.every((kind) => seen[kind].has(title))), ARRIVAL_MS_MAX);
  return added;
}

async function until(holds: () => Promise<boolean>, msMax: number): Promise<void> {
  const endMs = now() + msMax;
  while (now() < endMs && !(await holds())) await sleep(100);
}

/** Latency by kind of recipient, and the steps that it consists of. */
async function noteProbes(name: string, sent: Probe[]): Promise<void> {
  for (const kind of kinds) {
    const arrived = sent.filter(({ title }) => seen[kind].has(title));
    note(
      `${name}, 200 to ${kind}, ms`,
      quantiles(arrived.map(({ title, answeredAtMs }) => seen[kind].get(title)![0]! - answeredAtMs)),
    );
  }
  const alerts = await alertsOf(recipients.map(({ projectId }) => projectId));
  const issues = await state.issuesByIds(alerts.flatMap(({ issueId }) => issueId ?? []));
  const titles = new Map(issues.map(({ id, type }) => [id, type]));
  const byTitle = new Map(alerts.map((alert) => [titles.get(alert.issueId!)!, alert]));
  const deliveries = Map.groupBy(await state.deliveriesOfAlerts(alerts.map(({ id }) => id)), ({ alertId }) => alertId);
  const attempts = await state.attemptsOf([...deliveries.values()].flat().map(({ id }) => id));
  const firstAttempts = new Map(attempts.filter(({ number }) => number === 1).map((one) => [one.deliveryId, one]));
  const steps: Record<string, number[]> = {};
  const step = (what: string, ms: number) => (steps[what] ??= []).push(ms);
  for (const { title, answeredAtMs } of sent) {
    const alert = byTitle.get(title);
    if (!alert) continue;
    const { happenedAtMs, decidedAtMs } = alert;
    step('200 to processed', happenedAtMs - answeredAtMs);
    step('processed to decided', decidedAtMs - happenedAtMs);
    for (const { id, userId } of deliveries.get(alert.id) ?? []) {
      const kind = userId === null ? 'webhook' : 'email';
      const startedAtMs = firstAttempts.get(id)?.startedAtMs;
      const [arrivedAtMs] = seen[kind].get(title) ?? [];
      if (startedAtMs === undefined || arrivedAtMs === undefined) continue;
      step(`decided to ${kind} attempt`, startedAtMs - decidedAtMs);
      step(`${kind} attempt to handed over`, arrivedAtMs - startedAtMs);
    }
  }
  for (const [what, ms] of Object.entries(steps)) note(`${name}, step: ${what}, ms`, quantiles(ms));
}

async function alertsOf(projectIds: ProjectId[]): Promise<Alert[]> {
  const found: Alert[] = [];
  for (;;) {
    const page = await state.listAlerts(projectIds, found.at(-1)?.id ?? null, ALERT_PAGE);
    found.push(...page);
    if (page.length < ALERT_PAGE) return found;
  }
}

/** Probes beside events of known issues, and the same bytes sent directly in the same seconds. */
async function underLoad(name: string, count: number, path: string, ratePerS: number): Promise<void> {
  const seconds = (2 * WARM_UP_MS + count * PROBE_INTERVAL_MS) / 1000;
  const order = { port: PORT, path, bodies: files, connections: 64, ratePerS };
  const background = load({ ...order, requests: Math.round(seconds * ratePerS) });
  let isOver = false;
  const directly: Record<Kind, number[]> = { email: [], webhook: [] };
  const besides = async () => {
    while (!isOver) {
      await sleep(DIRECT_INTERVAL_MS);
      for (const kind of kinds) directly[kind].push(await directMs(kind));
    }
  };
  await sleep(WARM_UP_MS);
  const beside = besides();
  const sent = await sendProbes(count, PROBE_INTERVAL_MS, template);
  isOver = true;
  const [result] = await Promise.all([background, beside]);
  const endedAtMs = now();
  await drained();
  note(`${name}, background`, { ...answersOf(result), 'drained after, ms': Math.round(now() - endedAtMs) });
  for (const kind of kinds) note(`${name}, ${kind} directly, ms`, quantiles(directly[kind]));
  await noteProbes(name, sent);
}

function answersOf({ perS, p99Ms, statuses }: LoadResult): Record<string, number> {
  const counts = Object.entries(statuses).map(([status, count]) => [`answered ${status}`, count]);
  return { 'reports/s': Math.round(perS), ...Object.fromEntries(counts), 'response p99, ms': Math.round(p99Ms) };
}

// ─── Storm ─────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Storm {
  beganAtMs: number;
  endedAtMs: number;
  accepted: number;
}

async function sendStorm({ path }: Recipient): Promise<Storm> {
  const file = join(folder, 'storm.envelope');
  writeFileSync(file, asNewIssue(files[0]!, 'Storm%EVENT_ID%'), 'latin1');
  const beganAtMs = now();
  const order = { port: PORT, path, bodies: [file], connections: 64, ratePerS: STORM_PER_S };
  const result = await load({ ...order, requests: stormCount });
  const endedAtMs = now();
  await drained();
  note('storm, reports of new issues', answersOf(result));
  note('storm, all processed, s', {
    'after the first report': rounded((now() - beganAtMs) / 1000),
    'after the last report': rounded((now() - endedAtMs) / 1000),
  });
  return { beganAtMs, endedAtMs, accepted: result.statuses['200'] ?? 0 };
}

/** Once nothing waits any more: what became of each issue. */
async function noteStorm({ name, projectId }: Recipient, { beganAtMs, endedAtMs, accepted }: Storm): Promise<void> {
  const isWaiting = async () => (await state.nextDeliveryAtMs()) !== null;
  await until(async () => !(await isWaiting()), 2 * ARRIVAL_MS_MAX);
  const alerts = await alertsOf([projectId]);
  const deliveries = await state.deliveriesOfAlerts(alerts.map(({ id }) => id));
  const byAlert = Map.groupBy(deliveries, ({ alertId }) => alertId);
  const isCovered = ({ id, matches }: Alert) => {
    if (matches.length > 0 && matches.every(({ suppressed }) => suppressed !== null)) return true;
    const alive = (byAlert.get(id) ?? []).filter(({ status }) => status !== 'failed' && status !== 'canceled');
    return alive.length === kinds.length && new Set(alive.map(({ userId }) => userId)).size === kinds.length;
  };
  const uncovered = alerts.filter((alert) => !isCovered(alert)).length;
  const issues = new Set(alerts.map(({ issueId }) => issueId)).size;
  const lastDecidedAtMs = Math.max(...alerts.map(({ decidedAtMs }) => decidedAtMs));
  note('storm, alerts', {
    issues,
    'without a message or a reason': uncovered,
    lost: accepted - issues,
    'all decided after the last report, s': rounded((lastDecidedAtMs - endedAtMs) / 1000),
  });
  require(issues === accepted && alerts.length === accepted, 'an issue of the storm has no alert, or several');
  require(uncovered === 0, 'an alert of the storm has neither messages nor a reason');
  for (const kind of kinds) {
    const messages = arrivals[kind].filter(({ to }) => to === name);
    const times = messages.map(({ atMs }) => atMs);
    const ofMinutes = times.map((fromMs) => times.filter((atMs) => atMs >= fromMs && atMs < fromMs + WINDOW_MS).length);
    const inMessages = messages.reduce((sum, { issueCount }) => sum + issueCount, 0);
    note(`storm, ${kind}`, {
      messages: messages.length,
      'most in a minute': Math.max(0, ...ofMinutes),
      ...(kind === 'webhook' && { 'issues in them': inMessages }),
      'first after, s': rounded((Math.min(...times) - beganAtMs) / 1000),
      'last after, s': rounded((Math.max(...times) - beganAtMs) / 1000),
    });
    require(Math.max(...ofMinutes) <= 3, `${kind}: more than three messages in a minute`);
    require(kind === 'email' || inMessages === accepted, 'the messages have not all issues of the storm');
  }
}

const rounded = (value: number) => Math.round(value * 10) / 10;

/** Of all probes. */
function noteLosses(): void {
  for (const kind of kinds) {
    const counts = probes.map(({ title }) => seen[kind].get(title)?.length ?? 0);
    const lost = counts.filter((count) => count === 0).length;
    const doubled = counts.filter((count) => count > 1).length;
    note(`probes by ${kind}`, { sent: counts.length, lost, doubled });
    require(lost === 0 && doubled === 0, `${kind}: a probe is lost or came twice`);
  }
}

// ─── The run ───────────────────────────────────────────────────────────────────────────────────────────────────────

const target = createTarget();
const names = Array.from({ length: RECIPIENTS }, (_, index) => `recipient-${index}`);
const recipients = await addRecipients(names);
const [stormy] = (await addRecipients(['storm'])) as [Recipient];
const server = await start();
const state: State = await openStateReadOnly(storesIn(dataDir));
const token = createToken('project:read,project:write');
// One IP address may use only part of a project's daily limit.
await fetch(`${url}/api/0/projects/main/bench/limits/`, {
  method: 'PUT',
  headers: { authorization: `Bearer ${token}` },
  body: JSON.stringify({ bytesPerDay: null }),
});
const { files } = corpus('typical', folder);
const template = asNewIssue(files[0]!, '%TITLE%');

const idle = await sendProbes(RECIPIENTS, IDLE_INTERVAL_MS, template);
for (const kind of kinds) {
  const times: number[] = [];
  for (let index = 0; index < DIRECT_COUNT; index++) times.push(await directMs(kind));
  note(`idle, ${kind} directly, ms`, quantiles(times));
}
await noteProbes('idle', idle);

const backgroundPerS = options.rate ? Number(options.rate) : Math.round((await processedPerS()) / 2);
await underLoad('half load', probeCount, target.path, backgroundPerS);
const storm = await sendStorm(stormy);
await underLoad('after the storm', Math.ceil(probeCount / 3), target.path, backgroundPerS);
await noteStorm(stormy, storm);
noteLosses();
await state.close();
await stopProcess(server);
await new Promise<void>((closed) => mailServer.close(() => closed()));
hookServer.close().closeAllConnections();
if (options.json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
for (const what of wrong) process.stderr.write(`Wrong: ${what}.\n`);
process.exit(wrong.length > 0 ? 1 : 0);

/** As `bench.ts` measures it: from the first request until all are processed. */
async function processedPerS(): Promise<number> {
  const beganAtMs = now();
  const order = { port: PORT, path: target.path, bodies: files, connections: 64, ratePerS: 0 };
  await load({ ...order, requests: RATE_REQUESTS });
  await drained();
  const perS = (RATE_REQUESTS * 1000) / (now() - beganAtMs);
  note('processed', { 'events/s': Math.round(perS) });
  return perS;
}
