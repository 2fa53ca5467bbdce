import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/** The reports that a client sent, and which of them the server acknowledged. */
export interface Memory {
  /** Event IDs of sent envelopes, answered or not. */
  sent: Set<string>;
  /** Event IDs of envelopes answered with 200. */
  acknowledged: Set<string>;
  /** The acknowledged events with an attachment. */
  withAttachment: Set<string>;
  /** Feedback by ID: its event, and whether it was answered with 200. */
  feedback: Map<string, { about: string; acknowledged: boolean }>;
  itemsSent: number;
  itemsAcknowledged: number;
}

export interface Target {
  url: string;
  slug: string;
  projectId: number;
  publicKey: string;
  /** For the Web API. */
  token: string;
}

/** Of every client. */
const CONCURRENCY = 4;
/** Between two reports of a lane: more reports would only take time, in the server and when they are compared. */
const PAUSE_MS = 20;

/** Sends until the server is gone. A report without a response may be stored or not, so it stays unacknowledged. */
export async function sendUntilGone(
  target: Target,
  memory: Memory,
  random: () => number,
  gone: Promise<unknown>,
): Promise<void> {
  let alive = true;
  void gone.then(() => {
    alive = false;
  });
  const send = async ({ body, gzip, items, eventId, attachment, feedback }: Report): Promise<boolean> => {
    if (eventId) memory.sent.add(eventId);
    if (feedback) memory.feedback.set(feedback.id, { about: feedback.about, acknowledged: false });
    memory.itemsSent += items;
    try {
      const response = await fetch(`${target.url}/api/${target.projectId}/envelope/?sentry_key=${target.publicKey}`, {
        method: 'POST',
        body: gzip ? new Uint8Array(gzipSync(body)) : body,
        headers: gzip ? { 'content-encoding': 'gzip' } : {},
      });
      if (response.status !== 200) throw new Error(`the server answered ${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return false;
    }
    memory.itemsAcknowledged += items;
    if (eventId) memory.acknowledged.add(eventId);
    if (eventId && attachment) memory.withAttachment.add(eventId);
    if (feedback) memory.feedback.set(feedback.id, { about: feedback.about, acknowledged: true });
    return true;
  };
  const lane = async () => {
    while (alive) {
      const report = makeReport(random);
      // They may arrive in either order.
      const feedbackReports = report.eventId && random() < 0.1 ? [feedbackAbout(report.eventId, random)] : [];
      for (const each of random() < 0.5 ? [report, ...feedbackReports] : [...feedbackReports, report]) {
        if (!(await send(each))) return;
      }
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
}

interface Report {
  body: string;
  eventId: string | null;
  items: number;
  attachment: boolean;
  gzip: boolean;
  feedback?: { id: string; about: string };
}

function feedbackAbout(about: string, random: () => number): Report {
  const id = hex(random, 32);
  const contexts = { feedback: { message: 'It does not work', associated_event_id: about } };
  const envelope = lines({ event_id: id }, [[{ type: 'feedback' }, { event_id: id, type: 'feedback', contexts }]]);
  return { ...envelope, eventId: null, attachment: false, gzip: false, feedback: { id, about } };
}

/** Events of several errors and users, some with attachments or digests; sessions, client reports and unsupported kinds. */
function makeReport(random: () => number): Report {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const gzip = random() < 0.3;
  const dice = random();
  if (dice < 0.1)
    return {
      ...lines({}, [
        [
          { type: 'client_report' },
          { timestamp: 1, discarded_events: [{ reason: 'before_send', category: 'error', quantity: 2 }] },
        ],
      ]),
      eventId: null,
      attachment: false,
      gzip,
    };
  if (dice < 0.2) {
    const session = {
      sid: hex(random, 32),
      init: true,
      started: new Date().toISOString(),
      timestamp: new Date().toISOString(),
      status: 'ok',
      errors: 0,
      attrs: { release: 'shop@1.0.0', environment: 'production' },
    };
    return { ...lines({}, [[{ type: 'session' }, session]]), eventId: null, attachment: false, gzip };
  }
  if (dice < 0.25)
    return { ...lines({}, [[{ type: 'log', item_count: 1 }, { items: [] }]]), eventId: null, attachment: false, gzip };
  const eventId = hex(random, 32);
  const type = pick(['TypeError', 'RangeError', 'CheckoutError', 'ChunkLoadError']);
  const frames = Array.from({ length: 12 }, (_, index) => ({
    filename: `app:///src/${type}/${index}.ts`,
    function: `step${index}`,
    lineno: Math.ceil(random() * 500),
    colno: 7,
    in_app: index > 4,
  }));
  const event = {
    event_id: eventId,
    timestamp: Date.now() / 1000,
    platform: 'javascript',
    release: 'shop@1.0.0',
    environment: 'production',
    user: { id: String(Math.floor(random() * 200)) },
    tags: { plan: pick(['free', 'team', 'business']) },
    ...digestOf(random),
    exception: { values: [{ type, value: `failed for order ${Math.floor(random() * 1e6)}`, stacktrace: { frames } }] },
  };
  // Some contain only the digest; if they arrive before its error, they move to the error's issue.
  if ('contexts' in event && random() < 0.6) {
    event.exception.values = [{ type: 'Error', value: REDACTED, stacktrace: { frames: [] } }];
  }
  const attachment = random() < 0.05;
  const items: [object, object | string][] = [[{ type: 'event' }, event]];
  if (attachment) {
    const text = `log of ${eventId}\n`.repeat(20);
    items.push([{ type: 'attachment', length: text.length, filename: 'log.txt' }, text]);
  }
  return { ...lines({ event_id: eventId, sent_at: new Date().toISOString() }, items), eventId, attachment, gzip };
}

const REDACTED = 'An error occurred in the Server Components render. The specific message is omitted.';

function digestOf(random: () => number) {
  return random() < 0.3 ? { contexts: { nextjs: { digest: String(4000 + Math.floor(random() * 60)) } } } : {};
}

function lines(header: object, items: [object, object | string][]): { body: string; items: number } {
  const text = (value: object | string) => (typeof value === 'string' ? value : JSON.stringify(value));
  return {
    body: [JSON.stringify(header), ...items.flatMap(([itemHeader, payload]) => [text(itemHeader), text(payload)])].join(
      '\n',
    ),
    items: items.length,
  };
}

function hex(random: () => number, digits: number): string {
  return Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');
}
