import type { Issue, IssueListing, StateReads } from '../contract.ts';
import { searchTextOf, searchWordOf } from '../search-text.ts';
import { readShortId } from '../short-id.ts';
import { issueById, type Data, type MemoryIssue } from './data.ts';

export function memoryReads(current: () => Data): StateReads {
  return {
    userCount: async () => current().users.length,
    userById: async (id) => {
      const user = current().users.find((candidate) => candidate.id === id);
      return user ? without(user, 'passwordHash') : null;
    },
    userByEmail: async (email) =>
      copy(current().users.find((user) => user.email.toLowerCase() === email.toLowerCase())) ?? null,
    listMembers: async (organizationId) =>
      current().users.flatMap((user) => {
        const membership = current().memberships.find(
          (candidate) => candidate.userId === user.id && candidate.organizationId === organizationId,
        );
        return membership ? [{ ...without(user, 'passwordHash'), role: membership.role }] : [];
      }),
    membershipsOf: async (userId) =>
      copy(current().memberships.filter((membership) => membership.userId === userId)).sort(
        (one, other) => one.organizationId - other.organizationId,
      ),
    sessionByHash: async (hash, nowMs) => {
      const session = current().sessions.find((candidate) => candidate.hash === hash && candidate.expiresAtMs > nowMs);
      return session ? without(session, 'hash') : null;
    },
    apiTokenByHash: async (hash, nowMs) => {
      const token = current().tokens.find((candidate) => candidate.hash === hash);
      return token && (token.expiresAtMs === null || token.expiresAtMs > nowMs) ? without(token, 'hash') : null;
    },
    listApiTokens: async (userId) =>
      current()
        .tokens.filter((token) => token.userId === userId)
        .map((token) => without(token, 'hash')),

    listOrganizations: async (ids) => copy(current().organizations.filter(({ id }) => ids.includes(id))).sort(bySlug),
    organizationBySlug: async (slug) => copy(current().organizations.find((each) => each.slug === slug)) ?? null,
    listProjects: async (organizationIds) =>
      current()
        .projects.filter((project) => organizationIds.includes(project.organizationId))
        .map((project) => without(project, 'issueNumber'))
        .sort(bySlug),
    projectById: async (id) => {
      const project = current().projects.find((candidate) => candidate.id === id);
      return project ? without(project, 'issueNumber') : null;
    },
    projectBySlug: async (organizationId, slug) => {
      const project = current().projects.find(
        (candidate) => candidate.organizationId === organizationId && candidate.slug === slug,
      );
      return project ? without(project, 'issueNumber') : null;
    },
    listKeys: async (projectId) => copy(current().keys.filter((key) => key.projectId === projectId)),
    keyByPublicKey: async (publicKey) => {
      const key = current().keys.find((candidate) => candidate.publicKey === publicKey);
      if (!key) return null;
      const project = current().projects.find((candidate) => candidate.id === key.projectId)!;
      return { ...copy(key), organizationId: project.organizationId, projectSlug: project.slug };
    },

    issueById: async (id) => {
      const issue = issueById(current(), id);
      return issue ? shown(issue) : null;
    },
    issueByShortId: async (organizationId, shortId) => {
      const issue = current().issues.find(
        (candidate) => candidate.organizationId === organizationId && candidate.shortId === readShortId(shortId),
      );
      return issue ? shown(issue) : null;
    },
    issuesByIds: async (ids) =>
      current()
        .issues.filter((issue) => ids.includes(issue.id))
        .map(shown),
    listIssues: async (listing) => {
      const value = sortValues[listing.sort];
      return matching(current(), listing)
        .sort((one, other) => value(other) - value(one) || other.id - one.id)
        .filter(
          (issue) =>
            !listing.after ||
            value(issue) < listing.after.value ||
            (value(issue) === listing.after.value && issue.id < listing.after.id),
        )
        .slice(0, listing.count)
        .map(shown);
    },
    countIssues: async (listing) => matching(current(), listing).length,
    activityOf: async (issueId) =>
      copy(current().activities.filter((activity) => activity.issueId === issueId)).reverse(),
    issuesByHash: async (projectId, hashes) =>
      new Map(
        current()
          .fingerprints.filter((each) => each.projectId === projectId && hashes.includes(each.hash))
          .map(({ hash, issueId }) => [hash, issueId]),
      ),
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

    appliedSequence: async () => current().appliedSequence,
    setting: async (name) => current().settings.find((setting) => setting.name === name)?.value ?? null,
  };
}

const sortValues: Record<IssueListing['sort'], (issue: Issue) => number> = {
  'last-seen': (issue) => issue.lastSeenAtMs,
  'first-seen': (issue) => issue.firstSeenAtMs,
  events: (issue) => issue.eventCount,
  users: (issue) => issue.userCount,
};

function matching(data: Data, listing: Omit<IssueListing, 'after' | 'count' | 'sort'>): MemoryIssue[] {
  return data.issues.filter((issue) => {
    const text = searchTextOf(issue);
    return (
      issue.eventCount > 0 &&
      listing.projectIds.includes(issue.projectId) &&
      (listing.status.length === 0 || listing.status.includes(issue.status)) &&
      (listing.levels.length === 0 || listing.levels.includes(issue.level)) &&
      (listing.ids === null || listing.ids.includes(issue.id)) &&
      (listing.handled === null || listing.handled === issue.handled) &&
      (listing.firstRelease === null || listing.firstRelease === issue.firstRelease) &&
      listing.words.every((word) => text.includes(searchWordOf(word))) &&
      !listing.withoutWords.some((word) => text.includes(searchWordOf(word)))
    );
  });
}

function shown(issue: MemoryIssue): Issue {
  return without(issue, 'users');
}

function without<T extends object, Key extends keyof T>(value: T, key: Key): Omit<T, Key> {
  const rest = structuredClone(value);
  delete (rest as Partial<T>)[key];
  return rest;
}

function copy<T>(value: T): T {
  return structuredClone(value);
}

function bySlug(one: { slug: string }, other: { slug: string }): number {
  return one.slug < other.slug ? -1 : 1;
}
