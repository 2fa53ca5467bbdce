import { limits } from '@seismo/protocol';
import type { ChannelResponse, FailedSend, SendResult } from './channel.ts';

/** What the status of a response means: the default, and for most services the whole truth. */
export function resultOf({ status, headers, body }: ChannelResponse, host: string, nowMs: number): SendResult {
  if (status >= 200 && status < 300) return { isSent: true, answer: body };
  if (status >= 300 && status < 400) {
    return failed(`${host} redirects to another address. Enter that address in the channel.`, 'permanent');
  }
  return isTemporary(status) ? failed(body, 'temporary', retryAfterMs(headers, nowMs)) : failed(body, 'permanent');
}

export function isTemporary(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

export function failed(answer: string, kind: 'permanent' | 'temporary', afterMs: number | null = null): FailedSend {
  return { isSent: false, answer, isPermanent: kind === 'permanent', retryAfterMs: afterMs };
}

/** The JSON object that a service answers with; `null` if it is anything else. */
export function parsedBody(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** A wait from the body of a response. */
export function secondsAsMs(seconds: unknown): number | null {
  return typeof seconds === 'number' && seconds >= 0 ? cappedWait(seconds * 1000) : null;
}

/** Seconds or a date (RFC 9110, section 10.2.3). */
function retryAfterMs(headers: Headers, nowMs: number): number | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return cappedWait(Number(value) * 1000);
  const atMs = value.endsWith(' GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(atMs) ? null : cappedWait(Math.max(0, atMs - nowMs));
}

const cappedWait = (ms: number) => Math.min(Math.ceil(ms), limits.DELIVERY_BACKOFF_MS_MAX);
