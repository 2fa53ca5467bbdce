import { limits, type Fields, type FieldLocation } from '@seismo/protocol';

/** Above this a number cannot be seconds (it would be the year 5138): some clients send milliseconds. */
const SECONDS_MAX = 1e11;

/**
 * The offset from a client's times to the server's. A difference below `CLOCK_DRIFT_MS_MIN` is transfer time, not a
 * wrong clock.
 */
export function clockSkewMs(sentAtMs: number | null, receivedAtMs: number): number {
  if (sentAtMs === null || !Number.isFinite(sentAtMs)) return 0;
  const skewMs = receivedAtMs - sentAtMs;
  return Math.abs(skewMs) < limits.CLOCK_DRIFT_MS_MIN ? 0 : skewMs;
}

/** Unix seconds as SDKs write them: a number (7 and later), or ISO 8601 text, without a zone meaning UTC. */
export function readSeconds(fields: Fields, key: string, location: FieldLocation): number | undefined {
  const value = fields[key];
  if (value === undefined || value === null) return undefined;
  const seconds = secondsOf(value);
  if (seconds === null) location.at(key).unexpected('a time', value);
  return seconds ?? undefined;
}

/** The same of one value, `null` if it is no time. */
export function secondsOf(value: unknown): number | null {
  const seconds = typeof value === 'string' ? secondsOfText(value) : value;
  if (typeof seconds !== 'number' || !(seconds > 0 && seconds < SECONDS_MAX * 1000)) return null;
  return seconds < SECONDS_MAX ? seconds : seconds / 1000;
}

function secondsOfText(text: string): number {
  if (text.length > 40) return Number.NaN;
  if (/^\d{1,15}(?:\.\d{1,12})?$/.test(text)) return Number(text);
  const zoned = /(?:[zZ]|[+-]\d\d:?\d\d)$/.test(text) || !text.includes(':');
  return Date.parse(zoned ? text : `${text}Z`) / 1000;
}

export interface CorrectedClock {
  /** Unix seconds. */
  timestamp: number;
  /** The offset added to the client's time; breadcrumbs get it too. */
  shiftS: number;
}

/**
 * The event's time by the server's clock, never older than `EVENT_AGE_MS_MAX`. Up to `CLOCK_AHEAD_MS_MAX` in the future
 * stays: synchronized machines differ by that much, and a change could reorder the events of a page.
 */
export function correctClock(
  raw: Fields,
  receivedAtMs: number,
  skewMs: number,
  location: FieldLocation,
): CorrectedClock {
  const received = receivedAtMs / 1000;
  const sent = readSeconds(raw, 'timestamp', location);
  if (sent === undefined) return { timestamp: received, shiftS: skewMs / 1000 };
  const corrected = sent + skewMs / 1000;
  if (corrected < received - limits.EVENT_AGE_MS_MAX / 1000) {
    location.at('timestamp').note('corrected', 'too old, replaced by the time received');
    return { timestamp: received, shiftS: received - sent };
  }
  if (corrected > received + limits.CLOCK_AHEAD_MS_MAX / 1000) {
    location.at('timestamp').note('corrected', 'in the future, replaced by the time received');
    return { timestamp: received, shiftS: received - sent };
  }
  if (skewMs === 0) return { timestamp: sent, shiftS: 0 };
  const direction = skewMs > 0 ? 'behind' : 'ahead';
  location
    .at('timestamp')
    .note('corrected', `the client's clock was ${Math.abs(Math.round(skewMs / 1000))} s ${direction}`);
  return { timestamp: corrected, shiftS: skewMs / 1000 };
}
