import { limits, type ProjectId } from '@seismo/protocol';
import { dayOf } from '#platform/clock.ts';
import { setNewest } from '#platform/set-newest.ts';
import type { ClientKey } from './keys.ts';

export interface DayBudget {
  /** Whether so many bytes still fit. They are counted if they do. */
  take(key: Pick<ClientKey, 'id' | 'projectId'>, network: string, bytes: number, atMs: number): Promise<boolean>;
  /** Refunds a report that could not be stored. */
  refund(key: Pick<ClientKey, 'id' | 'projectId'>, network: string, bytes: number, atMs: number): void;
}

/** Bytes that were accepted today before this process started. */
export interface UsedBytes {
  projectId: ProjectId;
  keyId: number;
  bytes: number;
}

interface ProjectDay {
  bytes: number;
  ofKeys: Map<number, number>;
  /** The latest senders are last. */
  ofNetworks: Map<string, number>;
}

/**
 * Limits each project to its bytes per UTC day, and each key and network to a share of them, so that neither a leaked
 * DSN nor one visitor uses up the budget. The shares of networks are in memory only and start at zero. A process counts
 * what it accepts and what was accepted before it started, not what another process accepts meanwhile.
 */
export function createDayBudget(
  budgetOf: (projectId: ProjectId) => Promise<number | null>,
  used: readonly UsedBytes[],
  nowMs: number,
): DayBudget {
  const budgets = new Map<ProjectId, { bytes: number | null; readAtMs: number }>();
  const reading = new Map<ProjectId, Promise<number | null>>();
  let isStoreFailing = false;
  let day = dayOf(nowMs);
  let projects = new Map<ProjectId, ProjectDay>();
  for (const { projectId, keyId, bytes } of used) add(ofProject(projectId), keyId, null, bytes);

  function ofProject(projectId: ProjectId): ProjectDay {
    let found = projects.get(projectId);
    if (!found) projects.set(projectId, (found = { bytes: 0, ofKeys: new Map(), ofNetworks: new Map() }));
    return found;
  }

  /** If the clock was set back a little, the day does not start over. */
  function moveTo(atMs: number): void {
    if (dayOf(atMs) <= day) return;
    day = dayOf(atMs);
    projects = new Map();
  }

  /** While the store fails, the budget that was read before counts. */
  async function read(projectId: ProjectId, atMs: number): Promise<number | null> {
    const known = budgets.get(projectId);
    try {
      const bytes = await budgetOf(projectId);
      isStoreFailing = false;
      budgets.set(projectId, { bytes, readAtMs: atMs });
      return bytes;
    } catch (error) {
      isStoreFailing = true;
      if (!known) throw error;
      return known.bytes;
    } finally {
      reading.delete(projectId);
    }
  }

  /** The budget, at most five seconds old, or older while the store fails: reports do not wait for a failing store. */
  async function budgetAt(projectId: ProjectId, atMs: number): Promise<number | null> {
    const known = budgets.get(projectId);
    if (known && Math.abs(atMs - known.readAtMs) < limits.DAY_BUDGET_AGE_MS_MAX) return known.bytes;
    const answer = reading.get(projectId) ?? read(projectId, atMs);
    reading.set(projectId, answer);
    return known && isStoreFailing ? known.bytes : answer;
  }

  return {
    async take(key, network, bytes, atMs) {
      const budget = await budgetAt(key.projectId, atMs);
      moveTo(atMs);
      const today = ofProject(key.projectId);
      if (budget !== null) {
        const fits = (sofar: number, percent: number) => sofar + bytes <= (budget * percent) / 100;
        if (
          !fits(today.bytes, 100) ||
          !fits(today.ofKeys.get(key.id) ?? 0, limits.DAY_BUDGET_KEY_PERCENT_MAX) ||
          !fits(today.ofNetworks.get(network) ?? 0, limits.DAY_BUDGET_NETWORK_PERCENT_MAX)
        ) {
          return false;
        }
      }
      add(today, key.id, network, bytes);
      return true;
    },

    refund(key, network, bytes, atMs) {
      if (dayOf(atMs) === day) add(ofProject(key.projectId), key.id, network, -bytes);
    },
  };
}

function add(today: ProjectDay, keyId: number, network: string | null, bytes: number): void {
  today.bytes += bytes;
  today.ofKeys.set(keyId, (today.ofKeys.get(keyId) ?? 0) + bytes);
  if (network === null) return;
  const sum = (today.ofNetworks.get(network) ?? 0) + bytes;
  setNewest(today.ofNetworks, network, sum, limits.DAY_BUDGET_NETWORK_COUNT_MAX);
}
