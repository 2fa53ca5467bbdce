import type { IssueId } from '@seismo/protocol';
import type { State } from '../contract.ts';
import type { SeededProject } from '../projects/seeds.ts';
import type { Issue, IssueFacts, IssueListing, IssueSeed } from './contract.ts';

export async function seedIssue(
  state: State,
  project: SeededProject,
  hash: string,
  change: Partial<IssueSeed> = {},
): Promise<IssueId> {
  return (await state.write((tx) => tx.ensureIssues([{ ...seed(project, hash), ...change }]))).get(hash)!;
}

export function seed(project: SeededProject, hash: string): IssueSeed {
  return {
    ...project,
    hash,
    groupingVersion: 'v1',
    level: 'error',
    type: 'Error',
    value: 'boom',
    culprit: 'app',
    platform: 'javascript',
    handled: null,
    firstSeenAtMs: 1_000,
  };
}

export function facts(issueId: IssueId, change: Partial<IssueFacts>): IssueFacts {
  const { lastSeenAtMs = 2_000, lastRelease = '' } = change;
  return {
    issueId,
    events: 1,
    userKeys: [],
    firstSeenAtMs: 1_000,
    lastSeenAtMs,
    firstRelease: '',
    lastRelease,
    environments: [],
    sightings: [{ release: lastRelease, atMs: lastSeenAtMs }],
    hours: [],
    level: 'error',
    type: 'Error',
    value: 'boom',
    culprit: 'app',
    handled: null,
    ...change,
  };
}

export function listing(project: SeededProject): IssueListing {
  return {
    projectIds: [project.projectId],
    ids: null,
    where: null,
    sort: 'last-seen',
    after: null,
    count: 10_000,
  };
}

export function ids(issues: Issue[]): IssueId[] {
  return issues.map(({ id }) => id);
}
