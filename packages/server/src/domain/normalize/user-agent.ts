import Bowser from 'bowser';
import { limits, type EventPayload, type EventRequest, type Json } from '@seismo/protocol';

export interface UserAgentFacts {
  browser: Record<string, Json> | null;
  os: Record<string, Json> | null;
  device: Record<string, Json> | null;
}

/** Parsing costs as much as the rest of an event together, and most events of a site share a few User-Agents. */
const memo = new Map<string, UserAgentFacts>();

/**
 * Adds the `browser`, `os` and `device` contexts of the request's User-Agent, if the SDK sent none. The User-Agent of a
 * server's event is its visitor's, so its system is `client_os`, as in Sentry.
 */
export function addClientContexts(event: EventPayload, peerUserAgent: string | null): void {
  const userAgent = visitorUserAgent(event, peerUserAgent);
  const facts = userAgent ? clientOf(userAgent) : null;
  if (!facts) return;
  const { browser, os, device } = facts;
  const { contexts } = event;
  if (browser && !Object.hasOwn(contexts, 'browser')) contexts['browser'] = { ...browser };
  if (os && !Object.hasOwn(contexts, 'os')) contexts['os'] = { ...os };
  else if (os && event.platform !== 'javascript' && !Object.hasOwn(contexts, 'client_os')) {
    contexts['client_os'] = { ...os };
  }
  if (device && !Object.hasOwn(contexts, 'device')) contexts['device'] = { ...device };
}

/** The User-Agent of the visitor: of the request it happened in, or of the browser that reports itself. */
export function visitorUserAgent(
  event: Pick<EventPayload, 'platform' | 'request'>,
  peerUserAgent: string | null,
): string | null {
  return userAgentOf(event.request) ?? (event.platform === 'javascript' ? peerUserAgent : null);
}

/** What a browser's User-Agent says; `null` for any other client. */
export function clientOf(userAgent: string): UserAgentFacts | null {
  return userAgent.startsWith('Mozilla/') && userAgent.length <= limits.USER_AGENT_CHARS_MAX
    ? factsOf(userAgent)
    : null;
}

function userAgentOf(request: EventRequest | undefined): string | undefined {
  return request?.headers?.find(([name]) => name.length === 10 && name.toLowerCase() === 'user-agent')?.[1];
}

function factsOf(userAgent: string): UserAgentFacts {
  const remembered = memo.get(userAgent);
  if (remembered) return remembered;
  const parsed = Bowser.parse(userAgent);
  const { model, type, vendor } = parsed.platform;
  const facts = {
    browser: named(parsed.browser.name, parsed.browser.version),
    os: named(distributionOf(userAgent) ?? parsed.os.name, parsed.os.version),
    device: type === 'desktop' || !(model ?? vendor) ? null : deviceOf(model, vendor),
  };
  if (memo.size >= limits.USER_AGENT_MEMO_COUNT_MAX) memo.clear();
  memo.set(userAgent, facts);
  return facts;
}

/** Firefox names the distribution, which the parser takes for Linux: `X11; Ubuntu; Linux x86_64`. */
function distributionOf(userAgent: string): string | null {
  return /\(X11; (?:U; )?(Ubuntu|Fedora|Debian)\b/.exec(userAgent)?.[1] ?? null;
}

function named(name: string | undefined, version: string | undefined): Record<string, Json> | null {
  if (!name) return null;
  return version ? { name, version } : { name };
}

function deviceOf(model: string | undefined, vendor: string | undefined): Record<string, Json> {
  const family = model ?? vendor ?? '';
  return { family, ...(model ? { model } : {}), ...(vendor ? { brand: vendor } : {}) };
}
