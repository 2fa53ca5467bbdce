import { chanceOf, type Chance } from '../chance.ts';
import { DAY_MS, DEMO_SPAN_MS, rhythm, users, type DemoUser } from '../plan.ts';
import type { DemoEnvelope } from '../replay.ts';
import type { DemoProject } from '../templates.ts';
import { people } from '../users.ts';
import { otlpSpans, SDK_VERSION, sdkOf, sentrySpans, type StockSpan } from './encode.ts';
import { carrierWebhook, officeAction, officePage } from './office.ts';
import { refundError } from './refund-error.ts';
import { pageOf, scheduledJob, serverVersion } from './shop.ts';
import type { Circumstances } from './steps.ts';
import { traceOf, type PlacedSpan, type Step } from './trace.ts';

const VISITS_A_DAY = 160;
const PAGES_A_VISIT_MAX = 4;
const SECONDS_A_PAGE = 40;
const JOBS_A_DAY = 110;
const OFFICE_PAGES_A_DAY = 40;
const OFFICE_ACTIONS_A_DAY = 26;
const WEBHOOKS_A_DAY = 20;
const SENT_AFTER_MS = 3000;
/** A minute after the last spans, Seismo has decided whether their traces stay. */
const LAST_AGO_MS = 5 * 60_000;
/** Of the exporter of OpenTelemetry. */
const STOCK_BATCH_SPANS = 256;
const SERVER_ADDRESS = '192.0.2.20';
const BUSINESS_EVERY = 4;
const AMERICA_EVERY = 3;

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
];

/** The users of the back office. */
const staff: readonly DemoUser[] = [people.mira, people.ines, people.jonas, people.tom].map(({ email }, index) => ({
  id: `s-${index + 1}`,
  email,
  username: email.split('.')[0]!,
  address: `192.0.2.${30 + index}`,
}));

/**
 * What the shop does all day, of which the recordings have little: pages, the requests and queries behind them, jobs, and the
 * back office, over fourteen days, oldest first. Release 2.5.1 has made the list of orders slow for customers with many of
 * them, and for a day, the stock database of one region has been slow. The same `nowMs` and `seed` give the same bytes.
 */
export function demoTraffic(nowMs: number, seed: number): DemoEnvelope[] {
  const chance = chanceOf(seed);
  const sent: DemoEnvelope[] = [];
  const stock: StockSpan[] = [];

  const at = (atMs: number, user: DemoUser): Circumstances => {
    const nth = users.indexOf(user);
    return {
      agoMs: nowMs - atMs,
      user,
      plan: nth % BUSINESS_EVERY === 0 ? 'business' : 'private',
      region: nth % AMERICA_EVERY === 0 ? 'us-east-1' : 'eu-central-1',
      chance,
    };
  };
  const run = (root: Step, now: Circumstances, version: string): PlacedSpan[] => {
    const spans = traceOf(root, nowMs - now.agoMs, `${seed}:traffic:${sent.length}`);
    const receivedAtMs = Math.ceil(Math.max(...spans.map(({ endMs }) => endMs))) + SENT_AFTER_MS;
    for (const [app, own] of Map.groupBy(spans, ({ step }) => step.app)) {
      if (app === 'stock') stock.push(...own.map((span) => ({ ...span, region: now.region })));
      else sent.push(report(app, own, now, version, receivedAtMs));
    }
    return spans;
  };

  for (const startMs of times(VISITS_A_DAY, nowMs, chance)) {
    const user = chance.pick(users);
    const pageCount = 1 + chance.below(PAGES_A_VISIT_MAX);
    for (let page = 0; page < pageCount; page++) {
      const atMs = startMs + page * SECONDS_A_PAGE * 1000;
      if (atMs > nowMs - LAST_AGO_MS) break;
      const now = at(atMs, user);
      const version = serverVersion(now);
      run(pageOf(now, version, page === 0), now, version);
    }
  }
  for (const atMs of times(JOBS_A_DAY, nowMs, chance)) {
    const now = at(atMs, users[0]!);
    run(scheduledJob(now), now, serverVersion(now));
  }
  for (const atMs of times(OFFICE_PAGES_A_DAY, nowMs, chance)) {
    const now = at(atMs, chance.pick(staff));
    run(officePage(now), now, serverVersion(now));
  }
  for (const atMs of times(OFFICE_ACTIONS_A_DAY, nowMs, chance)) {
    const now = at(atMs, chance.pick(staff));
    const version = serverVersion(now);
    const { root, action } = officeAction(now);
    const placed = run(root, now, version).find(({ step }) => step === action)!;
    if (!action.failed) continue;
    const body = refundError(placed, `shop-office@${version}`, now.user.email);
    sent.push({ ...envelope('shop-office', Math.ceil(placed.endMs) + SENT_AFTER_MS), body });
  }
  for (const atMs of times(WEBHOOKS_A_DAY, nowMs, chance)) {
    const now = at(atMs, users[0]!);
    run(carrierWebhook(now), now, serverVersion(now));
  }
  stock.sort((one, other) => one.endMs - other.endMs);
  for (let from = 0; from < stock.length; from += STOCK_BATCH_SPANS) {
    const batch = stock.slice(from, from + STOCK_BATCH_SPANS);
    sent.push({ ...envelope('shop-api', Math.ceil(batch.at(-1)!.endMs) + SENT_AFTER_MS), body: otlpSpans(batch) });
  }
  return sent.sort((one, other) => one.receivedAtMs - other.receivedAtMs);
}

/** So many a day, with the day's rhythm, in no order. */
function times(perDay: number, nowMs: number, chance: Chance): number[] {
  const count = (perDay * DEMO_SPAN_MS) / DAY_MS;
  const fromMs = nowMs - DEMO_SPAN_MS;
  const times: number[] = [];
  while (times.length < count) {
    const atMs = Math.floor(fromMs + chance.next() * (DEMO_SPAN_MS - LAST_AGO_MS));
    if (chance.next() < rhythm(new Date(atMs).getUTCHours())) times.push(atMs);
  }
  return times;
}

function report(
  project: DemoProject,
  spans: readonly PlacedSpan[],
  { user, plan, region }: Circumstances,
  version: string,
  receivedAtMs: number,
): DemoEnvelope {
  const sdk = sdkOf[project];
  const isBrowser = project === 'shop-web';
  const userAgent = isBrowser ? browsers[users.indexOf(user) % browsers.length]! : `${sdk}/${SDK_VERSION}`;
  const attributes = {
    ...(isBrowser ? { 'user_agent.original': userAgent } : { 'cloud.region': region }),
    ...(project === 'shop-api' && { 'customer.plan': plan }),
  };
  const sender = {
    sdk,
    release: `${project}@${version}`,
    user: project === 'shop-worker' ? null : user,
    attributes,
  };
  return {
    ...envelope(project, receivedAtMs),
    ...(isBrowser && { clientAddress: user.address }),
    userAgent,
    body: sentrySpans(spans, sender, receivedAtMs),
  };
}

const envelope = (project: DemoProject, receivedAtMs: number) => ({
  project,
  scenario: 'traffic',
  receivedAtMs,
  clientAddress: SERVER_ADDRESS,
  userAgent: '',
});
