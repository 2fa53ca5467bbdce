import { isFields, limits } from '@seismo/protocol';

export interface ClientDiscard {
  category: string;
  reason: string;
  quantity: number;
}

/** What a client says it dropped by itself, summed per category and reason. What makes no sense is left out. */
export function readClientReport(raw: unknown): ClientDiscard[] {
  const list = isFields(raw) ? raw['discarded_events'] : undefined;
  if (!Array.isArray(list)) return [];
  const sums = new Map<string, ClientDiscard>();
  for (const entry of list.slice(0, limits.CLIENT_REPORT_ENTRY_COUNT_MAX)) {
    if (!isFields(entry)) continue;
    const quantity = entry['quantity'];
    if (typeof quantity !== 'number' || !Number.isSafeInteger(quantity) || quantity <= 0) continue;
    const category = tokenOf(entry['category'], 'default');
    const reason = tokenOf(entry['reason'], 'unknown');
    const key = `${category} ${reason}`;
    const sum = sums.get(key) ?? { category, reason, quantity: 0 };
    sum.quantity = Math.min(sum.quantity + quantity, limits.CLIENT_QUANTITY_MAX);
    sums.set(key, sum);
  }
  return [...sums.values()];
}

/** Clients' words become keys of the ledger: short, lower-case, and of harmless characters only. */
function tokenOf(text: unknown, otherwise: string): string {
  if (typeof text !== 'string') return otherwise;
  const token = text
    .slice(0, limits.SHORT_NAME_CHARS_MAX)
    .toLowerCase()
    .replaceAll(/[^a-z0-9_.:-]/g, '_');
  return /[a-z0-9]/.test(token) ? token : otherwise;
}
