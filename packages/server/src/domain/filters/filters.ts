import type { EventId, EventPayload, Disposition, Level } from '@seismo/protocol';
import { compileGlob, type Glob } from '../glob/glob.ts';
import type { FilterSettings, SamplingRule } from '../configuration/documents.ts';
import { compileAddresses, type Addresses } from './addresses.ts';
import { isCrawler } from './crawlers.ts';
import { isFromExtension } from './extensions.ts';
import { isLegacyBrowser } from './legacy-browsers.ts';
import { isFromLocalhost } from './localhost.ts';
import { textsOf } from './messages.ts';
import { isNextControlFlow, isResizeObserver, isScriptError } from './noise.ts';

/** Compiled filters of a project. */
export interface Filters {
  settings: FilterSettings;
  messages: Glob[];
  releases: Glob[];
  addresses: Addresses | null;
  sampling: Sampling[];
}

interface Sampling {
  /** Of 2 to the power of 32. */
  threshold: number;
  levels: readonly Level[];
  releases: Glob[];
  environments: Glob[];
  transactions: Glob[];
}

/** The sender of an event, from outside of its payload. */
export interface Sender {
  clientAddress: string | null;
  userAgent: string | null;
}

export function compileFilters(settings: FilterSettings): Filters {
  return {
    settings,
    messages: globs(settings.messages),
    releases: globs(settings.releases),
    addresses: settings.addresses.length > 0 ? compileAddresses(settings.addresses) : null,
    sampling: settings.sampling.map(compileSampling),
  };
}

/** The reason to drop a normalized event, or `null`. Custom filters come before built-in ones. */
export function filterEvent(event: EventPayload, sender: Sender, filters: Filters): Disposition | null {
  const { settings } = filters;
  if (filters.addresses?.has(sender.clientAddress, event.user?.ip_address)) {
    return { outcome: 'filtered', reason: 'address' };
  }
  if (matchesAny(filters.releases, event.release)) return { outcome: 'filtered', reason: 'release' };
  if (filters.messages.length > 0 && textsOf(event).some((text) => matchesAny(filters.messages, text))) {
    return { outcome: 'filtered', reason: 'message' };
  }
  if (settings.localhost && isFromLocalhost(event)) return { outcome: 'filtered', reason: 'localhost' };
  if (settings.crawlers && isCrawler(event, sender.userAgent)) return { outcome: 'filtered', reason: 'crawler' };
  if (isLegacyBrowser(event, settings.legacyBrowsers)) return { outcome: 'filtered', reason: 'legacy-browser' };
  if (settings.resizeObserver && isResizeObserver(event)) return { outcome: 'filtered', reason: 'resize-observer' };
  if (settings.scriptError && isScriptError(event)) return { outcome: 'filtered', reason: 'script-error' };
  if (settings.nextControlFlow && isNextControlFlow(event)) {
    return { outcome: 'filtered', reason: 'next-control-flow' };
  }
  if (settings.browserExtensions && isFromExtension(event)) {
    return { outcome: 'filtered', reason: 'browser-extension' };
  }
  return isSampledOut(event, filters.sampling) ? { outcome: 'filtered', reason: 'sampled' } : null;
}

/** User feedback is filtered by its sender only: its text is never noise. */
export function filterSender(event: Sent, sender: Sender, { settings, addresses }: Filters): Disposition | null {
  if (addresses?.has(sender.clientAddress, event.user?.ip_address)) return { outcome: 'filtered', reason: 'address' };
  if (settings.localhost && isFromLocalhost(event)) return { outcome: 'filtered', reason: 'localhost' };
  if (settings.crawlers && isCrawler(event, sender.userAgent)) return { outcome: 'filtered', reason: 'crawler' };
  return null;
}

/** What the filters of spans and feedback look at. */
export type Sent = Pick<EventPayload, 'release' | 'platform' | 'user' | 'request' | 'contexts'>;

/** Spans are filtered by their sender and their release: the other filters are about errors. */
export function filterSpan(event: Sent, sender: Sender, filters: Filters): Disposition | null {
  if (matchesAny(filters.releases, event.release)) return { outcome: 'filtered', reason: 'release' };
  const disposition = filterSender(event, sender, filters);
  if (disposition) return disposition;
  const isLegacy = isLegacyBrowser(event, filters.settings.legacyBrowsers);
  return isLegacy ? { outcome: 'filtered', reason: 'legacy-browser' } : null;
}

function globs(patterns: readonly string[]): Glob[] {
  return patterns.map((pattern) => compileGlob(pattern, { ignoreCase: true }));
}

function compileSampling(rule: SamplingRule): Sampling {
  return {
    threshold: (rule.samplePercent / 100) * 2 ** 32,
    levels: rule.levels,
    releases: globs(rule.releases),
    environments: globs(rule.environments),
    transactions: globs(rule.transactions),
  };
}

function matchesAny(patterns: readonly Glob[], text: string | undefined): boolean {
  return text !== undefined && patterns.some((pattern) => pattern(text));
}

/** The first matching rule decides, by the event's ID, so that a resent event has the same result. */
function isSampledOut(event: EventPayload, sampling: readonly Sampling[]): boolean {
  const holds = (patterns: readonly Glob[], text: string | undefined) =>
    patterns.length === 0 || matchesAny(patterns, text);
  const rule = sampling.find(
    (each) =>
      (each.levels.length === 0 || each.levels.includes(event.level)) &&
      holds(each.releases, event.release) &&
      holds(each.environments, event.environment) &&
      holds(each.transactions, event.transaction),
  );
  return rule !== undefined && drawOf(event.event_id as EventId) >= rule.threshold;
}

/** The last eight digits: SDKs that make IDs of the time put the time first. */
function drawOf(eventId: EventId): number {
  return Number.parseInt(eventId.slice(-8), 16);
}
