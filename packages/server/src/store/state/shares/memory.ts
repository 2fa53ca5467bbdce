import type { GroupingData } from '../grouping/memory.ts';
import { copy, demandNew, without } from '../engines/memory/rows.ts';
import type { Share, ShareReads, ShareWrites } from './contract.ts';

export interface ShareData {
  shares: (Share & { hash: string })[];
  lastShareId: number;
}

export function emptyShares(): ShareData {
  return { shares: [], lastShareId: 0 };
}

export function shareReads(current: () => ShareData & GroupingData): ShareReads {
  return {
    shareByHash: async (hash, nowMs) => {
      const found = current().shares.find((share) => share.hash === hash && share.expiresAtMs > nowMs);
      return found ? without(found, 'hash') : null;
    },
    listShares: async (issueId, nowMs) => {
      const merged = new Set([issueId]);
      // A set grows while it is gone through.
      for (const id of merged) for (const each of current().redirects) if (each.intoId === id) merged.add(each.issueId);
      return current()
        .shares.filter((share) => merged.has(share.issueId) && share.expiresAtMs > nowMs)
        .map((share) => without(share, 'hash'))
        .reverse();
    },
  };
}

export function shareWrites(data: ShareData): ShareWrites {
  return {
    async createShare(share) {
      demandNew(!data.shares.some(({ hash }) => hash === share.hash), 'share');
      data.shares = data.shares.filter(({ expiresAtMs }) => expiresAtMs > share.createdAtMs);
      const id = ++data.lastShareId;
      data.shares.push({ id, lastOpenedAtMs: null, ...copy(share) });
      return id;
    },
    async noteShareOpened(id, atMs) {
      for (const share of data.shares) if (share.id === id) share.lastOpenedAtMs = atMs;
    },
    async deleteShare(id) {
      data.shares = data.shares.filter((share) => share.id !== id);
    },
  };
}
