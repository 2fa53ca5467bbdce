import type { Level } from '@seismo/protocol';
import type { Assignee } from '../ownership/assignee.ts';
import type { EventRate } from './escalation.ts';
import {
  initialState,
  stateAfterEvents,
  type IssueState,
  type IssueTransition,
  type Sighting,
} from './issue-status.ts';

/** How events describe their issue. */
export interface Headline {
  level: Level;
  /** Type of the exception, or `''` for messages. */
  type: string;
  /** Value of the exception, or the message. */
  value: string;
  culprit: string;
  handled: boolean | null;
}

/** What the events of a batch say about their issue, with the headline of the newest event that has one. */
export interface EventFacts extends Headline {
  events: number;
  /** Distinct user keys in this batch, without `''`. */
  userKeys: string[];
  firstSeenAtMs: number;
  lastSeenAtMs: number;
  firstRelease: string;
  lastRelease: string;
  /** Every release of the events, `''` among them. */
  sightings: Sighting[];
  /** The owner by the project's rules, with the rule; evaluated with the first event only. */
  owner?: { to: Assignee; rule: string } | null;
  /** None of these events has details of the error, so the headline stays. */
  digestOnly?: boolean;
}

/** What events change, besides the status and the assignee. */
export interface SeenIssue extends Headline {
  /** Exact, over all time. */
  eventCount: number;
  userCount: number;
  firstSeenAtMs: number;
  lastSeenAtMs: number;
  firstRelease: string;
  lastRelease: string;
}

export type EventActivity =
  | IssueTransition
  | { kind: 'first-seen' }
  /** `rule`: the ownership rule that did it. */
  | { kind: 'assigned'; from: Assignee | null; to: Assignee; rule: string | null };

interface Context {
  /** The clock of the process that applies the batch. */
  atMs: number;
  /** Users of the events that the issue had not seen. */
  newUsers: number;
  /** With these events. */
  rate: EventRate;
  /** When each of `comparedReleases` was first seen, if it was. */
  releaseDates: ReadonlyMap<string, number>;
  /** It has had events before, though it may have none now: they all moved to other issues. */
  isKnown: boolean;
}

/** The issue after a batch's events. An issue that never had one is new, whatever it was created with. */
export function applyFacts(
  issue: SeenIssue & IssueState & { assignee: Assignee | null },
  facts: EventFacts,
  { atMs, newUsers, rate, releaseDates, isKnown }: Context,
): {
  seen: SeenIssue;
  state: IssueState;
  assignee: Assignee | null;
  activities: (EventActivity & { atMs: number })[];
} {
  const isEmpty = issue.eventCount === 0;
  const isNew = isEmpty && !isKnown;
  const isEarliest = isEmpty || facts.firstSeenAtMs < issue.firstSeenAtMs;
  const isNewest = isEmpty || facts.lastSeenAtMs >= issue.lastSeenAtMs;
  const { level, type, value, culprit, handled } = isNewest && !facts.digestOnly ? facts : issue;
  const seen = {
    eventCount: issue.eventCount + facts.events,
    userCount: issue.userCount + newUsers,
    firstSeenAtMs: isEarliest ? facts.firstSeenAtMs : issue.firstSeenAtMs,
    lastSeenAtMs: isNewest ? facts.lastSeenAtMs : issue.lastSeenAtMs,
    // An empty release never replaces a known one.
    firstRelease: (isEarliest && facts.firstRelease) || issue.firstRelease || facts.firstRelease,
    lastRelease: (isNewest && facts.lastRelease) || issue.lastRelease || facts.lastRelease,
    level,
    type,
    value,
    culprit,
    handled,
  };
  const owner = isNew && issue.assignee === null ? facts.owner : null;
  const before = isNew ? initialState(facts.firstSeenAtMs) : issue;
  const { eventCount, userCount } = seen;
  const { state, change } = stateAfterEvents(before, { ...facts, atMs, eventCount, userCount, rate }, releaseDates);
  const activities: (EventActivity & { atMs: number })[] = [];
  if (isNew) activities.push({ kind: 'first-seen', atMs: facts.firstSeenAtMs });
  if (owner) activities.push({ kind: 'assigned', from: null, ...owner, atMs });
  if (change) activities.push({ ...change, atMs });
  return { seen, state, assignee: owner ? owner.to : issue.assignee, activities };
}
