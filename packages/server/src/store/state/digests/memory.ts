import type { ProjectId } from '@seismo/protocol';
import type { IssueData } from '../issues/memory.ts';
import { copy } from '../engines/memory/rows.ts';
import type { DigestError, DigestReads, DigestWrites } from './contract.ts';

export interface DigestData {
  digests: (DigestError & { projectId: ProjectId })[];
}

export function emptyDigests(): DigestData {
  return { digests: [] };
}

export function digestReads(current: () => DigestData): DigestReads {
  return {
    digestErrors: async (projectId, digestHashes) =>
      copy(
        current()
          .digests.filter((each) => each.projectId === projectId && digestHashes.includes(each.digestHash))
          .map(({ digestHash, errorHash, waits }) => ({ digestHash, errorHash, waits }))
          .sort((one, other) => (one.digestHash < other.digestHash ? -1 : 1)),
      ),
  };
}

export function digestWrites(data: DigestData & IssueData): DigestWrites {
  const fingerprint = (projectId: ProjectId, hash: string) =>
    data.fingerprints.find((each) => each.projectId === projectId && each.hash === hash);
  const digest = (projectId: ProjectId, digestHash: string) =>
    data.digests.find((each) => each.projectId === projectId && each.digestHash === digestHash);
  return {
    async claimDigests(projectId, claims) {
      for (const { digestHash, errorHash, groupingVersion } of claims) {
        const [home, own] = [fingerprint(projectId, errorHash), fingerprint(projectId, digestHash)];
        if (!home) throw new Error('A digest is claimed for an error that the project does not have.');
        if (digest(projectId, digestHash)) continue;
        const waits = own !== undefined && own.issueId !== home.issueId;
        data.digests.push({ projectId, digestHash, errorHash, waits });
        if (!own) data.fingerprints.push({ projectId, hash: digestHash, groupingVersion, issueId: home.issueId });
      }
    },
    async settleDigest(projectId, digestHash) {
      const found = digest(projectId, digestHash);
      if (found) found.waits = false;
    },
  };
}
