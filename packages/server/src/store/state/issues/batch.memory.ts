import type { IssueId } from '@seismo/protocol';
import { keepable } from '../keepable.ts';
import type { ProjectData } from '../projects/memory.ts';
import type { ReleaseData } from '../releases/memory.ts';
import type { ActivityFacts, IssueFacts, IssueSeed } from './contract.ts';
import { dayCounts, hourOf, rateOf, RATE_HOURS, type EventRate } from '#domain/issue-status/escalation.ts';
import { afterEvents, bornLife } from '#domain/issue-status/issue-status.ts';
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
    const earlier = data.fingerprints.find((each) => each.projectId === projectId && each.hash === seed.earlierHash);
    if (earlier) {
      data.fingerprints.push({ projectId, hash, groupingVersion, issueId: earlier.issueId });
      found.set(hash, earlier.issueId);
      continue;
    }
    const project = data.projects.find(({ id }) => id === projectId)!;
    const id = ++data.lastIssueId as IssueId;
    data.issues.push({
      id,
      organizationId,
      projectId,
      shortId: shortIdOf(project.slug, ++project.issueNumber),
      ...bornLife(firstSeenAtMs),
      assignee: null,
      priority: null,
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
      users: [],
    });
    data.fingerprints.push({ projectId, hash, groupingVersion, issueId: id });
    found.set(hash, id);
  }
  return found;
}

export function applyIssues(data: IssueData & ReleaseData, facts: IssueFacts[], atMs: number): void {
  const ids = facts.map(({ issueId }) => issueId);
  if (new Set(ids).size < ids.length) throw new Error('A batch names an issue twice.');
  for (const each of facts) applyFacts(data, each, atMs);
}

function applyFacts(data: IssueData & ReleaseData, facts: IssueFacts, atMs: number): void {
  const issue = data.issues.find(({ id }) => id === facts.issueId);
  if (!issue) throw new Error(`A batch names the issue ${facts.issueId}, which does not exist.`);
  const { id: issueId } = issue;
  const firstRelease = keepable(facts.firstRelease);
  const lastRelease = keepable(facts.lastRelease);

  const say = (said: ActivityFacts, saidAtMs: number) =>
    data.activities.push({ id: ++data.lastActivityId, issueId, userId: null, atMs: saidAtMs, ...said });
  if (issue.eventCount === 0) {
    say({ kind: 'first-seen' }, facts.firstSeenAtMs);
    issue.firstSeenAtMs = facts.firstSeenAtMs;
    issue.lastSeenAtMs = facts.lastSeenAtMs;
    Object.assign(issue, bornLife(facts.firstSeenAtMs));
    if (facts.owner && issue.assignee === null) {
      issue.assignee = facts.owner.to;
      say({ kind: 'assigned', from: null, ...facts.owner }, atMs);
    }
  }
  if (facts.firstSeenAtMs < issue.firstSeenAtMs) {
    issue.firstSeenAtMs = facts.firstSeenAtMs;
    if (firstRelease !== '') issue.firstRelease = firstRelease;
  }
  if (issue.firstRelease === '') issue.firstRelease = firstRelease;
  if (facts.lastSeenAtMs >= issue.lastSeenAtMs) {
    issue.lastSeenAtMs = facts.lastSeenAtMs;
    if (lastRelease !== '') issue.lastRelease = lastRelease;
    if (facts.echo !== true) Object.assign(issue, headlineOf(facts), { level: facts.level, handled: facts.handled });
  }
  if (issue.lastRelease === '') issue.lastRelease = lastRelease;
  issue.eventCount += facts.events;
  issue.users = [...new Set([...issue.users, ...facts.userKeys.map(keepable)])];
  issue.userCount = issue.users.length;

  const now = hourOf(atMs);
  for (const { hour, events } of facts.hours) {
    if (hour > now - RATE_HOURS && hour <= now) data.hours.push({ issueId, hour, events });
  }
  const happened = {
    atMs,
    events: facts.events,
    eventCount: issue.eventCount,
    userCount: issue.userCount,
    userKeys: facts.userKeys,
    sightings: facts.sightings.map(({ release, atMs: seenAtMs }) => ({ release: keepable(release), atMs: seenAtMs })),
    // Of an issue that had nothing in this hour, the hour does not count either.
    rate: facts.hours.some(({ hour }) => hour === now) ? rateNow(data, issueId, atMs) : rateOf([], 0),
  };
  const after = afterEvents(issue, happened, (version) => ({
    version,
    firstSeenAtMs:
      data.releases.find((release) => release.projectId === issue.projectId && release.version === version)
        ?.firstSeenAtMs ?? Infinity,
  }));
  if (after.change) say(after.change, atMs);
  Object.assign(issue, after.life);
}

/** What went before is added up with an issue's first event in an hour. */
function rateNow(data: IssueData, id: IssueId, nowMs: number): EventRate {
  const rate = rateIn(data, id, nowMs);
  const key = `${id}:${hourOf(nowMs)}`;
  const forecast = data.forecasts.get(key) ?? {
    perHour: rate.perHour,
    perDay: rate.perDay,
    dayBefore: rate.lastDay - rate.lastHour,
  };
  data.forecasts.set(key, forecast);
  const { perHour, perDay, dayBefore } = forecast;
  return { lastHour: rate.lastHour, lastDay: dayBefore + rate.lastHour, perHour, perDay };
}

export function rateIn(data: IssueData, id: IssueId, nowMs: number, counted: 'before' | 'now' = 'before'): EventRate {
  const now = hourOf(nowMs);
  const hours = data.hours.filter(({ issueId, hour }) => issueId === id && hour > now - RATE_HOURS && hour <= now);
  const lastHour = hours.filter(({ hour }) => hour === now).reduce((sum, { events }) => sum + events, 0);
  const perHour = [...Map.groupBy(hours, ({ hour }) => hour)].map(([hour, counts]) => ({
    hour,
    events: counts.reduce((sum, { events }) => sum + events, 0),
  }));
  return rateOf(dayCounts(perHour, now), lastHour, counted);
}

function headlineOf({ type, value, culprit }: { type: string; value: string; culprit: string }) {
  return { type: keepable(type), value: keepable(value), culprit: keepable(culprit) };
}
