import { attachmentParents, categoryOf, limits, recordCountOf } from '@seismo/protocol';
import type { DataCategory, EnvelopeItem, ItemKind, RateLimit } from '@seismo/protocol';
import { setNewest } from '#platform/set-newest.ts';
import type { ProjectKey } from '#store/state/contract.ts';
import { RateWindow } from './rate-window.ts';

export interface Admission {
  /** Items of these are not accepted now. */
  limitedCategories: readonly DataCategory[];
  /** Nothing is left to accept. */
  allLimited: boolean;
  /** Sent to the client, on a 200 as well. */
  rateLimits: readonly RateLimit[];
}

const ADMITTED: Admission = { limitedCategories: [], allLimited: false, rateLimits: [] };

/**
 * Applies the rate limit of each key, separately per category: a flood of sessions does not silence errors. A container
 * counts its records. Client reports are never limited, because they report what was limited. The latest used
 * windows are in memory and start empty, and each server process admits the whole limit.
 */
export function createAdmission() {
  const windows = new Map<string, RateWindow>();

  function take(key: ProjectKey, limit: NonNullable<ProjectKey['rateLimit']>, charge: Charge, nowMs: number): number {
    const name = `${key.id}:${charge.category}`;
    let window = windows.get(name);
    if (window?.windowMs !== limit.windowS * 1000) window = new RateWindow(limit.windowS * 1000);
    setNewest(windows, name, window, limits.RATE_WINDOW_COUNT_MAX);
    return window.take(charge.quantity, limit.count, nowMs);
  }

  return function admit(key: ProjectKey, items: readonly EnvelopeItem[], nowMs: number): Admission {
    const limit = key.rateLimit;
    if (!limit) return ADMITTED;
    const rateLimits: RateLimit[] = [];
    const hasParent = items.some(({ kind }) => attachmentParents.includes(kind));
    const charges = chargesOf(items, hasParent);
    for (const charge of charges) {
      const waitMs = take(key, limit, charge, nowMs);
      if (waitMs > 0) {
        rateLimits.push({
          retryAfterS: Math.ceil(waitMs / 1000),
          categories: [charge.category],
          scope: 'key',
          reason: 'key_rate',
        });
      }
    }
    if (rateLimits.length === 0) return ADMITTED;
    const limitedCategories = rateLimits.flatMap(({ categories }) => categories);
    const isFree = (kind: ItemKind) =>
      !limitedCategories.includes(categoryOf(kind)) && !(hasParent && kind === 'attachment');
    return { limitedCategories, rateLimits, allLimited: !items.some(({ kind }) => isFree(kind)) };
  };
}

interface Charge {
  category: DataCategory;
  quantity: number;
}

function chargesOf(items: readonly EnvelopeItem[], hasParent: boolean): Charge[] {
  const charges: Charge[] = [];
  for (const item of items) {
    const { kind } = item;
    if (kind === 'client_report' || (hasParent && kind === 'attachment')) continue;
    const category = categoryOf(kind);
    const charge = charges.find((other) => other.category === category);
    if (charge) charge.quantity += recordCountOf(item);
    else charges.push({ category, quantity: recordCountOf(item) });
  }
  return charges;
}
