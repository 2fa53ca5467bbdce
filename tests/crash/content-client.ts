import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from './client.ts';
import { drained } from './server-process.ts';

/** An event as it counts. Its content is random and takes space; an attachment, if any, is its own or shared by several. */
export interface SentEvent {
  id: string;
  type: string;
  release: string;
  environment: string;
  atMs: number;
  user: string;
  attachment: string | null;
}

/** A client that sends until each of its events was acknowledged, as long as that takes, so that all are there once. */
export interface ContentClient {
  target: Target;
  sent: SentEvent[];
  /** Envelopes without an answer, by event ID. */
  unanswered: Map<string, string>;
}

/** Characters of an entry in `extra`. */
const EXTRA_CHARS = 16_000;
/** So many events are processed before a client sends more, so that the journal takes little space. */
export const WAITING_COUNT = 10;
const HOUR_MS = 3_600_000;
const TYPES = ['TypeError', 'CheckoutError'];
/** With its environment. */
const RELEASES = [
  ['shop@1.0.0', 'production'],
  ['shop@1.1.0', 'staging'],
] as const;
const SHARED_TEXTS = ['one', 'two'].map((text) => `${text} shared text\n`.repeat(500));
/** Its multiples are spread evenly below 1. */
const GOLDEN_RATIO = 0.618_033_988_749_895;
const REFUSED_WAIT_MS = 250;

export function contentClient(target: Target): ContentClient {
  return { target, sent: [], unanswered: new Map() };
}

/** Sends new events until the server has ended, or so many. Events sent at once share batches, which takes less time. */
export async function sendContents(
  client: ContentClient,
  url: string,
  { gone, count = Infinity, atOnce = 1 }: { gone: Promise<unknown>; count?: number; atOnce?: number },
): Promise<void> {
  const isGone = watch(gone);
  for (let n = 0; n < count && !isGone(); n += atOnce) {
    for (let each = 0; each < atOnce; each++) {
      const event = makeEvent(client.sent.length);
      client.sent.push(event);
      client.unanswered.set(event.id, envelopeOf(event, content()));
    }
    await sendUnanswered(client, url, gone);
    if (n % WAITING_COUNT === 0) await drained(url).catch(ignoreEnd);
  }
}

/** Sends what was not answered, again and again until it is, or the server has ended. */
export async function sendUnanswered(client: ContentClient, url: string, gone: Promise<unknown>): Promise<void> {
  const isGone = watch(gone);
  const sendOne = async ([id, envelope]: [string, string]) => {
    const status = await post(client, url, envelope).catch(() => null);
    if (status === 200) client.unanswered.delete(id);
    else if (status !== null && status !== 503) throw new Error(`the server answered ${status}`);
    else await sleep(REFUSED_WAIT_MS);
  };
  while (client.unanswered.size > 0 && !isGone()) await Promise.all(Array.from(client.unanswered, sendOne));
}

/** Sends events again, with other contents. */
export async function replay(client: ContentClient, url: string, events: readonly SentEvent[]): Promise<void> {
  for (const event of events) {
    const status = await post(client, url, envelopeOf(event, {}));
    if (status !== 200) throw new Error(`the server answered ${status}`);
  }
}

async function post({ target }: ContentClient, url: string, body: string): Promise<number> {
  const response = await fetch(`${url}/api/${target.projectId}/envelope/?sentry_key=${target.publicKey}`, {
    method: 'POST',
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

function ignoreEnd(error: unknown): void {
  if (!(error instanceof TypeError)) throw error;
}

function watch(gone: Promise<unknown>): () => boolean {
  let isGone = false;
  void gone.then(() => (isGone = true));
  return () => isGone;
}

/** The events of a client differ in a fixed order. */
function makeEvent(number: number): SentEvent {
  const id = randomBytes(16).toString('hex');
  const [release, environment] = RELEASES[Math.floor(number / 2) % 2]!;
  const texts: (string | null)[] = [null, null, `log of ${id}\n`.repeat(100), null, SHARED_TEXTS[number % 2]!];
  return {
    id,
    type: TYPES[number % 2]!,
    release,
    environment,
    atMs: Math.round(Date.now() - 3 * HOUR_MS * ((number * GOLDEN_RATIO) % 1)),
    user: String(number % 37),
    attachment: texts[number % 5]!,
  };
}

/** 48 KB. */
function content(): Record<string, string> {
  const part = () => randomBytes((EXTRA_CHARS * 3) / 4).toString('base64');
  return { one: part(), two: part(), three: part(), four: part() };
}

function envelopeOf({ id, type, attachment, ...event }: SentEvent, extra: Record<string, string>): string {
  const frames = [{ filename: `app:///${type}.js`, function: 'pay', lineno: 7, colno: 7, in_app: true }];
  const payload = {
    timestamp: event.atMs / 1000,
    platform: 'javascript',
    release: event.release,
    environment: event.environment,
    user: { id: event.user },
    exception: { values: [{ type, value: 'the cart is gone', stacktrace: { frames } }] },
    extra,
  };
  const lines: (object | string)[] = [{ event_id: id }, { type: 'event' }, payload];
  if (attachment) lines.push({ type: 'attachment', length: attachment.length, filename: 'log.txt' }, attachment);
  return lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
}
