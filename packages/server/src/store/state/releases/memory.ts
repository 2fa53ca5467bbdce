import type { OrganizationId } from '@seismo/protocol';
import { keepable } from '../keepable.ts';
import { without } from '../memory/rows.ts';
import type { Environment, Release, ReleaseFacts, ReleaseReads } from './contract.ts';

export interface ReleaseData {
  releases: (Release & { organizationId: OrganizationId })[];
  environments: Environment[];
}

export function emptyReleases(): ReleaseData {
  return { releases: [], environments: [] };
}

export function releaseReads(current: () => ReleaseData): ReleaseReads {
  return {
    listEnvironments: async (projectIds) => [
      ...new Set(
        current()
          .environments.filter(({ projectId }) => projectIds.includes(projectId))
          .map(({ name }) => name)
          .sort(),
      ),
    ],
    listReleases: async (projectId) =>
      current()
        .releases.filter((release) => release.projectId === projectId)
        .map((release) => without(release, 'organizationId'))
        .sort((one, other) => other.firstSeenAtMs - one.firstSeenAtMs || (one.version < other.version ? -1 : 1)),
  };
}

export function applyReleases(data: ReleaseData, facts: ReleaseFacts[]): void {
  for (const { events, ...release } of facts) {
    const version = keepable(release.version);
    const known = data.releases.find((each) => each.projectId === release.projectId && each.version === version);
    if (known) {
      known.firstSeenAtMs = Math.min(known.firstSeenAtMs, release.firstSeenAtMs);
      known.lastSeenAtMs = Math.max(known.lastSeenAtMs, release.lastSeenAtMs);
      known.eventCount += events;
    } else data.releases.push({ ...release, version, eventCount: events });
  }
}

export function applyEnvironments(data: ReleaseData, environments: Environment[]): void {
  for (const { projectId, name } of environments) {
    if (name !== '') data.environments.push({ projectId, name: keepable(name) });
  }
}
