import type { IssueId } from '@seismo/protocol';
import { keepable } from '../keepable.ts';
import type { ProjectData } from '../projects/memory.ts';
import type { IssueFacts, IssueSeed } from './contract.ts';
import type { IssueData } from './memory.ts';
import { shortIdOf } from './short-id.ts';

export function ensureIssues(data: IssueData & ProjectData, seeds: IssueSeed[]): Map<string, IssueId> {
  const found = new Map<string, IssueId>();
  for (const seed of seeds) {
    const { organizationId, projectId, hash, groupingVersion, level, handled, firstSeenAtMs } = seed;
    if (projectId !== seeds[0]!.projectId) throw new Error('ensureIssues() takes the seeds of one project.');
    const known = data.fingerprints.find((each) => each.projectId === projectId && each.hash === hash);
    if (known) {
      found.set(hash, known.issueId);
      continue;
    }
    const project = data.projects.find(({ id }) => id === projectId)!;
    const id = ++data.lastIssueId as IssueId;
    data.issues.push({
      id,
      organizationId,
      projectId,
      shortId: shortIdOf(project.slug, ++project.issueNumber),
      status: 'unresolved',
      level,
      ...headlineOf(seed),
      platform: keepable(seed.platform),
      handled,
      eventCount: 0,
      userCount: 0,
      firstSeenAtMs,
      lastSeenAtMs: firstSeenAtMs,
      firstRelease: '',
      lastRelease: '',
      regressedAtMs: null,
      users: [],
    });
    data.fingerprints.push({ projectId, hash, groupingVersion, issueId: id });
    found.set(hash, id);
  }
  return found;
}

export function applyIssues(data: IssueData, facts: IssueFacts[], atMs: number): void {
  const ids = facts.map(({ issueId }) => issueId);
  if (new Set(ids).size < ids.length) throw new Error('A batch names an issue twice.');
  for (const each of facts) applyFacts(data, each, atMs);
}

function applyFacts(data: IssueData, facts: IssueFacts, atMs: number): void {
  const issue = data.issues.find(({ id }) => id === facts.issueId);
  if (!issue) throw new Error(`A batch names the issue ${facts.issueId}, which does not exist.`);
  const { id: issueId } = issue;
  const firstRelease = keepable(facts.firstRelease);
  const lastRelease = keepable(facts.lastRelease);

  if (issue.eventCount === 0) {
    data.activities.push({
      id: ++data.lastActivityId,
      issueId,
      userId: null,
      kind: 'first-seen',
      atMs: facts.firstSeenAtMs,
    });
    issue.firstSeenAtMs = facts.firstSeenAtMs;
    issue.lastSeenAtMs = facts.lastSeenAtMs;
  }
  if (issue.status === 'resolved') {
    data.activities.push({ id: ++data.lastActivityId, issueId, userId: null, kind: 'regressed', atMs });
    issue.status = 'unresolved';
    issue.regressedAtMs = atMs;
  }
  if (facts.firstSeenAtMs < issue.firstSeenAtMs) {
    issue.firstSeenAtMs = facts.firstSeenAtMs;
    if (firstRelease !== '') issue.firstRelease = firstRelease;
  }
  if (issue.firstRelease === '') issue.firstRelease = firstRelease;
  if (facts.lastSeenAtMs >= issue.lastSeenAtMs) {
    issue.lastSeenAtMs = facts.lastSeenAtMs;
    if (lastRelease !== '') issue.lastRelease = lastRelease;
    Object.assign(issue, headlineOf(facts), { level: facts.level, handled: facts.handled });
  }
  if (issue.lastRelease === '') issue.lastRelease = lastRelease;
  issue.eventCount += facts.events;
  issue.users = [...new Set([...issue.users, ...facts.userKeys.map(keepable)])];
  issue.userCount = issue.users.length;
}

function headlineOf({ type, value, culprit }: { type: string; value: string; culprit: string }) {
  return { type: keepable(type), value: keepable(value), culprit: keepable(culprit) };
}
