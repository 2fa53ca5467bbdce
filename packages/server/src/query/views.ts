import type {
  EventId,
  IssueId,
  Level,
  MapFault,
  OrganizationId,
  ProjectId,
  StoredEvent,
  TeamId,
  UnmappedFrame,
  UserId,
} from '@seismo/protocol';
import type {
  Activity,
  Archive,
  Artifact,
  AuditDeed,
  AuditEntry,
  Commit,
  Deploy,
  Feedback,
  FeedbackStatus,
  FoundCommit,
  IdentityProvider,
  Issue,
  IssueStatus,
  ProjectKey,
  ReleaseRecord,
  Repair,
  Resolution,
  Role,
  Substate,
  Upload,
} from '#store/state/contract.ts';
import type { PriorityView } from './priority.ts';
import type { SearchProblem } from './search/ast.ts';

export type { FeedbackStatus, PriorityView, SearchProblem };
export { feedbackStatuses } from '#store/state/feedback/contract.ts';

/** What queries answer: plain data, ready for a page, an API answer or a terminal. */

export interface Me {
  userId: UserId;
  email: string;
  name: string;
  organizations: { id: OrganizationId; slug: string; name: string; role: Role }[];
}

/** Where somebody is signed in. */
export interface SessionView {
  id: string;
  /** `Firefox on Linux`. */
  browser: string;
  address: string | null;
  createdAtMs: number;
  lastSeenAtMs: number;
  /** The one that asks. */
  isThis: boolean;
}

/** How an account is guarded beside its password. */
export interface SecondFactorView {
  /** Since when the authenticator's code is asked for; `null`: it is not. */
  enabledAtMs: number | null;
  recoveryCodesLeft: number;
  passkeys: { id: string; label: string; createdAtMs: number; lastUsedAtMs: number | null }[];
  /** Why there can be no passkeys at the address of this server, or `null`. */
  passkeyProblem: string | null;
}

/** An organization's identity provider, as its owners see it. */
export type IdentityProviderView = Omit<IdentityProvider, 'organizationId' | 'clientSecret'>;

export interface InvitationView {
  id: number;
  email: string;
  role: Role;
  /** `null`: the person is no longer there. */
  invitedBy: string | null;
  createdAtMs: number;
  expiresAtMs: number;
}

/** What the holder of an invitation is told. */
export interface InvitationDoor {
  organization: string;
  role: Role;
  email: string;
  invitedBy: string | null;
  /** The address has an account already: sign in with it to take the invitation. */
  hasAccount: boolean;
}

export interface AuditFilter {
  userId: UserId | null;
  deed: AuditDeed | null;
  cursor: string | null;
  count: number;
}

export interface AuditPage {
  /** `person`: their name, or `null` for the command line. */
  entries: (Omit<AuditEntry, 'organizationId'> & { person: string | null })[];
  nextCursor: string | null;
}

export interface OrganizationView {
  id: OrganizationId;
  slug: string;
  name: string;
  createdAtMs: number;
  role: Role;
}

export interface ProjectView {
  id: ProjectId;
  organization: { id: OrganizationId; slug: string; name: string };
  slug: string;
  name: string;
  platform: string;
  createdAtMs: number;
  firstEventAtMs: number | null;
  /** The first active key's DSN: `http://<key>@host/<project id>`. */
  dsn: string | null;
}

/** What became of the frames of a project's events that a source map could be for, over the last 24 hours. */
export interface SourceMapCheck {
  fromMs: number;
  /** Uploads that came after events they could help: the last ones that found any, or are at it. */
  repairs: RepairView[];
  newestUploadAtMs: number | null;
  /** Events with such frames. */
  events: number;
  mapped: number;
  unmapped: number;
  /** Most events first; `''` is events without a release. */
  releases: {
    release: string;
    events: number;
    mapped: number;
    unmapped: number;
    faults: { fault: MapFault; frames: number; events: number }[];
  }[];
  /** What can be mended first, then most frames. */
  faults: {
    fault: MapFault;
    title: string;
    means: string;
    todo: string;
    frames: number;
    events: number;
    releases: number;
    /** The newest event of each of the releases with the most such frames. */
    examples: {
      release: string;
      dist: string;
      eventId: EventId;
      atMs: number;
      title: string;
      issueShortId: string;
      files: FaultyFile[];
    }[];
  }[];
}

export type RepairView = Pick<
  Repair,
  'id' | 'release' | 'dist' | 'askedAtMs' | 'total' | 'done' | 'mended' | 'endedAtMs'
>;

/** A file of an event without its map, and what was there instead: as a frame says it. */
export interface FaultyFile {
  path: string;
  detail: UnmappedFrame['detail'];
}

export interface KeyView extends ProjectKey {
  dsn: string;
}

/** `14d`, `24h`, `1h`, `30d`, `90d`, or absolute. The last bucket is the current, partial one. */
export type RangeName = '1h' | '24h' | '7d' | '14d' | '30d' | '90d';

/** A named range ends now; `null` is all time. */
export type Span = RangeName | { fromMs: number; toMs: number } | null;

export interface IssueFilter {
  /** Project slugs; empty means every project the viewer may see. */
  projects: string[];
  environments: string[];
  range: RangeName;
  /** See docs/search.md. */
  query: string;
  /** `trends`: by how surprising the last 24 hours are; see trends.ts. */
  sort: IssueSort;
  /** As `IssuePage.next` gave it. */
  cursor: string | null;
  count: number;
}

export interface IssueRow {
  id: IssueId;
  shortId: string;
  project: { slug: string; name: string; platform: string };
  status: IssueStatus;
  substate: Substate | null;
  resolution: Resolution | null;
  archive: Archive | null;
  assignee: AssigneeView | null;
  priority: PriorityView;
  /** By the viewer: looked at since its status changed last; bookmarked. */
  seen: boolean;
  bookmarked: boolean;
  level: Level;
  type: string;
  value: string;
  culprit: string;
  handled: boolean | null;
  /** Within the range and environments asked for. */
  events: number;
  users: number;
  /** Over all time. */
  eventsTotal: number;
  usersTotal: number;
  firstSeenAtMs: number;
  lastSeenAtMs: number;
  lastRelease: string;
  series: Series;
}

export interface Series {
  /** Start of the first bucket. */
  fromMs: number;
  bucketMs: number;
  /** One number per bucket; the last bucket is not over yet. */
  values: number[];
}

export interface IssuePage {
  issues: IssueRow[];
  next: string | null;
  /** How many match in all. */
  total: number;
  /** Over the projects asked for, without the query: for the page's one sentence of state. */
  unresolved: number;
  newToday: number;
  /** Set when the query could not be read; `issues` is empty then. */
  problem: SearchProblem | null;
}

export interface IssueView {
  issue: Issue;
  project: ProjectView;
  activity: ActivityView[];
  assignee: AssigneeView | null;
  priority: PriorityView;
  seen: boolean;
  bookmarked: boolean;
  /** The newest release of the project, which "this release" is. */
  newestRelease: string | null;
  environments: string[];
}

/** How often an issue came, and what was released meanwhile. */
export interface IssueFrequency {
  series: Series;
  events: number;
  users: number;
  /** By when events first named them, the earliest first; of many the latest ones. */
  releases: { version: string; atMs: number }[];
  /** Set when the query could not be read; everything else is empty then. */
  problem: SearchProblem | null;
}

/** An issue in one environment; `''` is events that named none. */
export interface IssueEnvironment {
  environment: string;
  events: number;
  users: number;
  firstSeenAtMs: number;
  lastSeenAtMs: number;
  firstRelease: string;
  lastRelease: string;
}

/** `by` and `names` say who the ids are; `mine`: a comment that the viewer may edit. */
export type ActivityView = Activity & {
  by: string | null;
  /** Of the commit that it was resolved in, at the source host. */
  commitLink: string | null;
  names: { from: string | null; to: string | null };
  mine: boolean;
};

export type AssigneeView =
  | { kind: 'person'; userId: UserId; name: string; email: string }
  | { kind: 'team'; teamId: TeamId; slug: string; name: string };

/** Whom an issue may be for, and why, in a sentence. */
export interface SuggestedAssignee {
  to: AssigneeView;
  why: string;
}

/** In what an issue can be said to be resolved. `title` is the first line of the message. */
export interface ResolutionChoices {
  releases: { version: string; firstSeenAtMs: number }[];
  commits: (Omit<FoundCommit, 'message'> & { title: string })[];
}

/** A file of a stack trace, and its page at a source host; `null`: no mapping fits. */
export interface SourcePreview {
  path: string;
  line: number | null;
  link: string | null;
}

export interface SuspectCommit {
  id: string;
  /** The first line of its message. */
  title: string;
  authorName: string;
  /** If it is somebody of the organization. */
  author: AssigneeView | null;
  atMs: number | null;
  repository: string;
  /** Its page at the source host. */
  link: string | null;
  /** The release that it came with. */
  release: string;
  /** The file of the stack trace that it changed, the function there, and how far it is from where it was thrown. */
  path: string;
  function: string;
  framesUp: number;
}

/** A commit with its page at the source host. */
export type LinkedCommit = Commit & { link: string | null };

export interface TeamView {
  id: TeamId;
  /** Its slug. */
  organization: string;
  slug: string;
  name: string;
  createdAtMs: number;
  members: { userId: UserId; name: string; email: string }[];
  isMember: boolean;
}

/** What a change of issues came to. `undo` takes it back once, within `UNDO_AGE_MS_MAX`; `null`: nothing to take back. */
export interface IssuesChanged {
  /** How many the change was for. */
  matched: number;
  /** Short ids of those that are different now. */
  changed: string[];
  undo: string | null;
}

export interface EventView {
  eventId: EventId;
  issueId: IssueId;
  issueShortId: string;
  projectId: ProjectId;
  stored: StoredEvent;
  receivedAtMs: number;
  /** Among the events that are looked at, of which it need not be one. */
  neighbours: {
    previous: EventId | null;
    next: EventId | null;
    first: EventId | null;
    last: EventId | null;
    position: number;
    total: number;
  };
  attachments: AttachmentView[];
  /** Addresses of the frames' lines at their source hosts, by `filename:line`. */
  frameLinks: Record<string, string>;
}

/** One event in a list: everything but its body. */
export interface EventHeadView {
  eventId: EventId;
  issueId: IssueId;
  projectId: ProjectId;
  atMs: number;
  receivedAtMs: number;
  level: Level;
  platform: string;
  environment: string;
  release: string;
  transaction: string;
  userKey: string;
  title: string;
  culprit: string;
  tags: Record<string, string>;
}

/** Which events of an issue are looked at. */
export interface EventScope {
  /** See docs/search.md; empty finds every event. */
  query: string;
  /** None: in any. */
  environments: string[];
  range: Span;
}

export interface EventFilter extends Omit<EventScope, 'environments'> {
  environments?: string[];
  cursor: string | null;
  count: number;
}

export interface FeedbackFilter {
  projects: string[];
  environments: string[];
  /** `null`: of all time. */
  range: RangeName | null;
  /** Only what is about this issue; its project is the project then. */
  issue: string | null;
  status: FeedbackStatus | null;
  cursor: string | null;
  count: number;
}

export interface FeedbackPage {
  feedback: FeedbackView[];
  next: string | null;
  /** In each status, whichever of them is listed. */
  counts: Record<FeedbackStatus, number>;
}

export interface FeedbackView extends Omit<
  Feedback,
  'projectId' | 'issueId' | 'statusBy' | 'eventHash' | 'digestHash'
> {
  project: { slug: string; name: string };
  /** Who gave it its status, by name. */
  statusBy: string | null;
  issue: { id: IssueId; shortId: string; title: string; status: IssueStatus; level: Level } | null;
  /** Whether the event that it names came. */
  eventIsStored: boolean;
}

export interface FeedbackDetail extends FeedbackView {
  /** Of the feedback itself: screenshots. */
  attachments: AttachmentView[];
}

export const sortNames = ['last-seen', 'first-seen', 'trends', 'events', 'users'] as const;
export type IssueSort = (typeof sortNames)[number];

export interface SavedSearchView {
  id: number;
  name: string;
  query: string;
  sort: IssueSort;
  /** With everybody in the organization. */
  shared: boolean;
  /** Made by the viewer. */
  mine: boolean;
  createdAtMs: number;
}

export interface SearchSuggestion {
  kind: 'key' | 'tag' | 'value' | 'operator';
  /** What is written instead of the text from `from` to `to`. */
  insert: string;
  label: string;
  about: string;
  /** Of the newest events, how many; `null` if that was not counted. */
  events: number | null;
}

export interface SearchSuggestions {
  from: number;
  to: number;
  suggestions: SearchSuggestion[];
}

export interface EventPage {
  events: EventHeadView[];
  next: string | null;
  /** Set when the query could not be read; `events` is empty then. */
  problem: SearchProblem | null;
}

export interface AttachmentView {
  /** Position among the event's attachments; part of its URL. */
  index: number;
  filename: string;
  contentType: string;
  attachmentType: string;
  bytes: number;
}

export interface TagView {
  key: string;
  events: number;
  distinctValues: number;
  values: { value: string; events: number }[];
}

/** Tags of an issue's events in a range, beside those of its whole project. */
export interface TagRates {
  events: number;
  projectEvents: number;
  tags: {
    key: string;
    distinctValues: number;
    values: { value: string; events: number; projectEvents: number }[];
  }[];
  overRepresented: OverRepresented[];
}

/** A value that the issue's events have more often than chance would have it. Shares are between 0 and 1. */
export interface OverRepresented {
  key: string;
  value: string;
  events: number;
  share: number;
  projectShare: number;
}

export interface LedgerView {
  received: number;
  /** One entry per outcome and reason; the quantities sum to `received` exactly when nothing is in flight. */
  outcomes: { outcome: string; reason: string; explanation: string; quantity: number }[];
  kinds: { itemKind: string; received: number; outcomes: { outcome: string; reason: string; quantity: number }[] }[];
  /** What clients say they dropped before sending. Beside the sum, not part of it. */
  clientDiscards: { category: string; reason: string; quantity: number }[];
  /** received − Σ outcomes: items accepted and still being processed. */
  inFlight: number;
  series: { outcome: string; values: number[] }[];
  fromMs: number;
  bucketMs: number;
  setAside: {
    id: number;
    /** Slug of the project that sent it. */
    project: string;
    itemKind: string;
    reason: string;
    detail: string;
    tries: number;
    receivedAtMs: number;
    setAsideAtMs: number;
    bytes: number;
  }[];
}

/** Where an event happened, of an application that runs in two places. */
export type Side = 'server' | 'browser';

/** An event as another leads to it. */
export interface LinkedEventView {
  side: Side;
  atMs: number;
  title: string;
  /** Route, transaction or culprit. */
  where: string;
  environment: string;
  release: string;
  userKey: string;
  project: { slug: string; name: string };
  /** Both only for those who may open it. */
  traceId: string | null;
  open: { shortId: string; eventId: EventId } | null;
}

/** What is known under the code of an error page. */
export interface ErrorCodeView {
  code: string;
  /** `null`: the code was the id of an event that has none. */
  digest: string | null;
  /** Newest first. */
  events: LinkedEventView[];
  more: boolean;
  issues: (Pick<Issue, 'status' | 'substate' | 'resolution' | 'firstSeenAtMs' | 'lastSeenAtMs'> & {
    title: string;
    events: number;
    users: number;
    project: { slug: string; name: string };
    /** Only for those who may open it. */
    shortId: string | null;
  })[];
  /** What else went wrong in the traces of these events. */
  besides: LinkedEventView[];
}

/** What an event is linked to: by the digest of its error, and by its trace. */
export interface EventLinksView {
  digest: string | null;
  traceId: string | null;
  side: Side;
  /** Of the other side, with the same digest; first those of its own trace. */
  opposite: LinkedEventView[];
  oppositeMore: boolean;
  /** Other events of its trace. */
  besides: LinkedEventView[];
}

export type Found =
  | { kind: 'error-code'; code: string; title: string; project: string }
  | { kind: 'issue'; shortId: string; title: string; project: string }
  | { kind: 'event'; eventId: EventId; shortId: string; title: string; project: string }
  | { kind: 'project'; slug: string; name: string }
  | { kind: 'release'; version: string; projects: string[] }
  | { kind: 'team'; slug: string; name: string }
  | { kind: 'person'; name: string; email: string };

export interface ReleaseFilter {
  /** Project slugs; empty means every project the viewer may see. */
  projects: string[];
  /** Seen in or deployed to one of these; empty means any. */
  environments: string[];
  /** Whether adoption and crashes are asked for as well. */
  health: boolean;
  status: 'open' | 'archived' | null;
  /** In the version. */
  text: string;
  cursor: string | null;
  count: number;
}

/** Issues that were first seen in it, that came back in it, and that are resolved in it. */
export interface IssueCounts {
  newIssues: number;
  regressedIssues: number;
  resolvedIssues: number;
}

/** How far a release has come and how well it does, in some time. Shares are between 0 and 1, `null` of nothing. */
export interface ReleaseHealth {
  /** What tells: events where no session is reported; `null` where there is neither. */
  by: 'sessions' | 'events' | null;
  /** Its share of them, and of the people behind them. */
  adoption: number | null;
  userAdoption: number | null;
  /** Sessions, or events; of this release, and of all together. */
  counted: number;
  countedOfAll: number;
  users: number;
  usersOfAll: number;
  /** By sessions only; without any `null` and 0. */
  crashFreeSessions: number | null;
  crashFreeUsers: number | null;
  errored: number;
  crashed: number;
  abnormal: number;
  crashedUsers: number;
}

/** Over time. `own` and `all` count what `by` says; `crashed` sessions of the release. */
export interface ReleaseAdoption {
  by: ReleaseHealth['by'];
  fromMs: number;
  bucketMs: number;
  own: number[];
  all: number[];
  crashed: number[];
  /** Over the same time. */
  total: ReleaseHealth;
}

/** One environment of a release: events of all time, sessions of the last 24 hours. */
export interface ReleaseEnvironment {
  name: string;
  events: number;
  users: number;
  firstSeenAtMs: number | null;
  lastSeenAtMs: number | null;
  sessions: number;
  adoption: number | null;
  crashFreeSessions: number | null;
  lastDeploy: Deploy | null;
}

/** `seen`: with an event of the release in the last 90 days. */
export const releaseIssueKinds = ['new', 'regressed', 'resolved', 'seen'] as const;
export type ReleaseIssueKind = (typeof releaseIssueKinds)[number];

export interface ReleaseIssuePage {
  issues: IssueRow[];
  next: string | null;
  totals: Record<ReleaseIssueKind, number>;
}

/** `base`: in that release only; `both`: in both. */
export const comparedKinds = ['base', 'head', 'both'] as const;
export type ComparedKind = (typeof comparedKinds)[number];

export interface ComparisonFilter {
  environments: string[];
  kind: ComparedKind;
  cursor: string | null;
  count: number;
}

/** Two releases of the last 90 days, side by side. */
export interface ReleaseComparison {
  fromMs: number;
  base: ComparedRelease;
  head: ComparedRelease;
  /** By semver, else by date. */
  newer: 'base' | 'head' | null;
  totals: Record<ComparedKind, number>;
  issues: (IssueRow & { baseEvents: number; headEvents: number })[];
  next: string | null;
  between: CommitsBetween;
}

export interface ComparedRelease {
  release: ReleaseView;
  deploys: Deploy[];
  /** Of the 90 days. */
  total: ReleaseHealth;
  events: number;
  users: number;
  issues: number;
  /** Of its sessions; `null` without sessions. */
  eventsPerThousandSessions: number | null;
  /** Of the days in which it was seen. */
  eventsPerDay: number;
}

/** What came in after the older one, up to and with the newer. */
export interface CommitsBetween {
  /** Those with commits, the newest first. */
  releases: string[];
  commits: (LinkedCommit & { release: string })[];
  commitCount: number;
  /** The most changed first. */
  files: { path: string; commits: number }[];
  fileCount: number;
}

export interface EnvironmentView {
  name: string;
  hidden: boolean;
}

export interface ReleaseView extends IssueCounts, Omit<ReleaseRecord, 'organizationId' | 'projectIds'> {
  projects: (IssueCounts & {
    id: ProjectId;
    slug: string;
    name: string;
    platform: string;
    health: ReleaseHealth | null;
  })[];
  /** Of the last 24 hours; `null` unless it was asked for. */
  health: ReleaseHealth | null;
  /** In the environments asked for. */
  events: number;
  /** Of its events; `null` as long as there is none. */
  firstSeenAtMs: number | null;
  lastSeenAtMs: number | null;
  hasArtifacts: boolean;
  lastDeploy: Deploy | null;
  lastCommit: Omit<Commit, 'files'> | null;
  /** Of its commits; told of one release, not in lists. */
  authors: { name: string; email: string }[];
}

export interface ReleasePage {
  releases: ReleaseView[];
  next: string | null;
}

export type UploadView = Omit<Upload, 'projectId'>;

export interface UploadPage {
  uploads: UploadView[];
  next: string | null;
}

export interface ArtifactView extends Omit<Artifact, 'organizationId' | 'blobKey'> {
  sha256: string;
}
