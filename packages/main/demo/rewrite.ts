import { idFor } from './chance.ts';
import type { DemoUser } from './plan.ts';
import type { TemplateEnvelope } from './templates.ts';

/** The changes of a replayed visit. Everything else stays as the SDK sent it. */
export interface Variation {
  visitKey: string;
  /** Milliseconds between the recording and the replay. */
  shiftMs: number;
  release: string;
  /** `null`: as it was recorded. */
  environment: string | null;
  user: DemoUser;
}

const idKeys = new Set(['event_id', 'associated_event_id', 'trace_id', 'span_id', 'parent_span_id', 'sid']);
const timeKeys = new Set([
  'timestamp',
  'start_timestamp',
  'end_timestamp',
  'started',
  'sent_at',
  'app_start_time',
  'boot_time',
]);

/** SDKs write Unix seconds, to the microsecond for spans, or ISO text; the format stays. */
function shiftTime(value: unknown, shiftMs: number): unknown {
  if (typeof value === 'number') return Math.round(value * 1e6 + shiftMs * 1000) / 1e6;
  if (typeof value === 'string') return new Date(Date.parse(value) + shiftMs).toISOString();
  return value;
}

function vary(key: string, value: unknown, variation: Variation): unknown {
  if (idKeys.has(key) && typeof value === 'string') return idFor(value, variation.visitKey);
  if (timeKeys.has(key)) return shiftTime(value, variation.shiftMs);
  if (isAttribute(value)) return { ...value, value: attributeOf(key, value.value, variation) };
  if (key === 'release') return variation.release;
  if (key === 'environment') return variation.environment ?? value;
  if (key === 'did') return variation.user.id;
  if (Array.isArray(value)) return value.map((entry) => vary('', entry, variation));
  if (typeof value !== 'object' || value === null) return value;
  return varyObject(value as Record<string, unknown>, variation);
}

/** Of a span: `{ value, type }`. */
const isAttribute = (value: unknown): value is { value: unknown; type: unknown } =>
  typeof value === 'object' && value !== null && 'value' in value && 'type' in value;

/** A number above this is a time, in seconds. */
const SECONDS_MIN = 1.5e9;

function attributeOf(name: string, value: unknown, { release, user, shiftMs, visitKey }: Variation): unknown {
  if (name === 'sentry.release') return release;
  if (name === 'user.id') return user.id;
  if (name === 'user.email') return user.email;
  if (name === 'user.name') return user.username;
  if (name === 'sentry.segment.id') return idFor(String(value), visitKey);
  return typeof value === 'number' && value > SECONDS_MIN && value < 2 * SECONDS_MIN
    ? shiftTime(value, shiftMs)
    : value;
}

function varyUser(recorded: Record<string, unknown>, user: DemoUser): Record<string, unknown> {
  const { id, email, username } = user;
  return { ...recorded, id, email, username, ...('ip_address' in recorded && { ip_address: user.address }) };
}

function varyObject(object: Record<string, unknown>, variation: Variation): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, vary(key, value, variation)]));
}

function varyPayload(bytes: Buffer, variation: Variation): Buffer {
  const payload = varyObject(JSON.parse(bytes.toString('utf8')) as Record<string, unknown>, variation);
  const user = payload['user'];
  if (typeof user === 'object' && user !== null) {
    payload['user'] = varyUser(user as Record<string, unknown>, variation.user);
  }
  return Buffer.from(JSON.stringify(payload), 'utf8');
}

/** The envelope as the SDK would have sent it at another time, from another user, of another release. */
export function rewriteEnvelope(template: TemplateEnvelope, variation: Variation): Uint8Array {
  const parts: Buffer[] = [Buffer.from(JSON.stringify(varyObject(template.header, variation)), 'utf8')];
  for (const { header, payload } of template.items) {
    const varied = header['type'] === 'attachment' ? payload : varyPayload(payload, variation);
    const itemHeader = 'length' in header ? { ...header, length: varied.length } : header;
    parts.push(Buffer.from(JSON.stringify(itemHeader), 'utf8'), varied);
  }
  return Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from('\n'), part])));
}
