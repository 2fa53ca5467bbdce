import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { StartedMerge, StartedRegroup } from '#command/issues/regroup.ts';
import type { WhichEvent } from '#query/events/event.ts';
import type { GroupingComparison, HashView, SimilarIssue } from '#query/issues/grouping.ts';
import type { RegroupPreview } from './query/issues/regroup-preview.ts';
import type { EventId, ProjectId } from '@seismo/protocol';
import type { SettingsChange } from '#command/projects/save-configuration.ts';
import type { BundleInput, BundleState } from '#command/source-maps/assemble-bundle.ts';
import type { DeployInput } from '#command/releases/add-deploy.ts';
import type { ReleaseFileInput } from '#command/source-maps/put-release-file.ts';
import type { ReleaseInput } from '#command/releases/release-input.ts';
import type { DayUsageView } from '#query/usage/views.ts';
import type { DiskStatus } from './platform/disk-space.ts';
import type { IssueChange } from '#command/issues/change-issues.ts';
import type { IssueFlags } from './command/issues/flag-issues.ts';
import type { IssueSelection } from '#command/issues/select-issues.ts';
import type { CodeRequired } from '#command/accounts/sign-in.ts';
import type { IdentityProviderInput } from '#command/accounts/identity-providers.ts';
import type { StartedSignOn, SignOnCallback } from '#command/accounts/single-sign-on.ts';
import type { Visit } from '#command/accounts/start-session.ts';
import type { Activity, ApiToken, ConfigurationName, Deploy, IssueName, Role } from '#store/state/contract.ts';
import type { ArtifactView, SourceMapCheck, UploadPage, UploadView } from '#query/source-maps/views.ts';
import type {
  AssigneeView,
  IssueEnvironment,
  IssueFilter,
  IssueFrequency,
  IssueNews,
  IssuePage,
  IssuesChanged,
  IssueSort,
  IssueView,
  LinkedCommit,
  SourcePreview,
  SavedRepository,
  SuspectCommit,
  SuggestedAssignee,
  ResolutionOptions,
} from '#query/issues/views.ts';
import type {
  AttachmentBody,
  AttachmentView,
  ErrorCodeView,
  EventFilter,
  EventLinksView,
  EventNeighbours,
  LinkedBy,
  EventPage,
  EventScope,
  EventFacets,
  EventTable,
  EventTableFilter,
  EventTimeseries,
  EventTimeseriesFilter,
  EventView,
} from '#query/events/views.ts';
import type {
  AuditFilter,
  AuditPage,
  ConnectionView,
  IdentityProviderView,
  SignInProvider,
  InvitationPreview,
  InvitationView,
  MemberView,
  SecondFactorView,
  SessionView,
  Preferences,
  PreferencesChange,
  Me,
  OrganizationView,
  TeamView,
} from '#query/accounts/views.ts';
import type { FeedbackDetail, FeedbackFilter, FeedbackPage, FeedbackStatus } from '#query/feedback/views.ts';
import type { Found } from '#query/find.ts';
import type {
  ErrorOutcomes,
  ErrorOutcomesFilter,
  KeyUsage,
  OutcomeTimeseriesFilter,
  OutcomeTimeseries,
  OutcomesView,
  SessionSeries,
  SessionSeriesFilter,
} from '#query/stats/views.ts';
import type { KeyView, ProjectView, EnvironmentView } from '#query/projects/views.ts';
import type {
  CommitsBetween,
  ComparedIssuePage,
  ComparisonFilter,
  ReleaseAdoption,
  ReleaseComparison,
  ReleaseEnvironment,
  ReleaseFilter,
  ReleaseIssueKind,
  ReleaseIssuePage,
  ReleasePage,
  ReleaseView,
} from '#query/releases/views.ts';
import type { SavedSearchView, SearchSuggestions } from '#query/search/views.ts';
import type { SharedIssueView, ShareLinksView } from '#query/share/views.ts';
import type { TagRates, TagView } from '#query/tags/views.ts';
import type { TimeRange } from '#query/range.ts';
import type {
  Configured,
  FilterCount,
  PreviewView,
  SpikeStatus,
  SpikingProject,
  VersionView,
} from '#query/configuration/views.ts';
import type { Export } from '#query/export/views.ts';
import type { IssueFormat } from '#query/export/issues.ts';
import type { ProjectCard, ProjectStats, ReleaseHealthSummary, SetUpStep } from '#query/home/views.ts';
import type { ExistsKind } from './query/exists.ts';
import type { OwnershipPreview } from '#query/issues/ownership.ts';
import type { PermissionName } from './domain/permissions/permissions.ts';
import type { Permission, Scope, Viewer } from './domain/permissions/viewer.ts';

/**
 * What a running server gives to the dashboard (through one `globalThis[Symbol.for('seismo.runtime')]`), to the API and
 * to the command line: every question and every change, with the stores already inside. Expected refusals are thrown as
 * `Refusal` (check `error.name === 'Refusal'` and `error.code`: the dashboard's bundle has its own copy of classes).
 */
export interface Runtime {
  version: string;
  publicUrl: string;
  tunnelPath: string;
  /** Whether the page with every part of the interface is there, for those who build it. */
  gallery: boolean;
  /** Where people install the kits from; `null` where they are not built. */
  kit: KitAddresses | null;
  query: Queries;
  command: Commands;
  /** Who may do it, from the most to the least, by the table that commands decide by. */
  rolesWith(permission: PermissionName): Role[];
  roleScopes: Record<Role, readonly Scope[]>;
  /** Calls `listener` after each batch that touched one of these projects, and at once if one did after `sinceMs`. Returns how to stop. */
  onChange(projectIds: ProjectId[], sinceMs: number, listener: () => void): () => void;
  /** Takes envelopes about the dashboard itself to the project `seismo`. Never rejects, never loops. */
  reportOwn(envelope: Uint8Array): Promise<void>;
  /** The DSN the dashboard's browser code reports with, or `null` before set-up. */
  ownDsn(): Promise<string | null>;
}

/** The packages for customers' apps on this server. What is under an address never changes. */
export interface KitAddresses {
  browser: string;
  nextjs: string;
  /** For pages without a bundler, with its `integrity`. */
  script: string;
  scriptIntegrity: string;
}

export interface Queries {
  /** The viewer behind a session cookie; anonymous if there is none. */
  viewerOfSession(cookie: string | null, address: string | null): Promise<Viewer>;
  viewerOfToken(token: string): Promise<Viewer | null>;
  /** No user exists yet: everything leads to set-up. */
  isFirstRun(): Promise<boolean>;
  /** `null` when not signed in. */
  me(viewer: Viewer): Promise<Me | null>;
  preferences(viewer: Viewer): Promise<Preferences | null>;
  organizations(viewer: Viewer): Promise<OrganizationView[]>;
  /** The same viewer, for whom nothing but this organization (slug or id) exists. */
  viewerInOrganization(viewer: Viewer, organization: string, ...asked: Permission[]): Promise<Viewer>;
  viewerInOrganizationOf(viewer: Viewer, of: { issue: string } | { feedback: number }): Promise<Viewer>;
  listProjects(viewer: Viewer): Promise<ProjectView[]>;
  /** Here and wherever a project slug is asked for, the project's id in digits will do as well. */
  project(viewer: Viewer, slug: string): Promise<ProjectView>;
  /** Whether a session was ever stored. */
  hasSessions(viewer: Viewer, projectSlug: string): Promise<boolean>;
  /** All of them at a glance. */
  projectCards(viewer: Viewer, ask: { environments: string[]; range: TimeRange }): Promise<ProjectCard[]>;
  /** Events and people over time, with the time before. */
  projectStats(
    viewer: Viewer,
    projectSlug: string,
    ask: { environments: string[]; range: TimeRange },
  ): Promise<ProjectStats>;
  projectSetUp(viewer: Viewer, projectSlug: string): Promise<SetUpStep[]>;
  /** How the newest release does beside the one before; `null` as long as there is none. */
  releaseHealthSummary(viewer: Viewer, projectSlug: string): Promise<ReleaseHealthSummary | null>;
  keys(viewer: Viewer, projectSlug: string): Promise<KeyView[]>;
  /** Those that are hidden are left out. */
  environments(viewer: Viewer, projectSlugs: string[]): Promise<string[]>;
  projectEnvironments(viewer: Viewer, projectSlug: string): Promise<EnvironmentView[]>;
  listIssues(viewer: Viewer, filter: IssueFilter): Promise<IssuePage>;
  issueNews(viewer: Viewer, filter: IssueFilter, sinceMs: number): Promise<IssueNews>;
  /** For this viewer. */
  exists(viewer: Viewer, kind: ExistsKind, name: string): Promise<boolean>;
  /** Here and wherever an issue's short id is asked for, its numeric id in digits will do as well. */
  issue(viewer: Viewer, shortId: string): Promise<IssueView>;
  shareLinks(viewer: Viewer, shortId: string): Promise<ShareLinksView>;
  /** For whoever holds the link's secret. */
  sharedIssue(secret: string): Promise<SharedIssueView>;
  /** `scope`: the events it stands among, all of them if nothing is said. */
  event(viewer: Viewer, shortId: string, which: WhichEvent, scope?: EventScope): Promise<EventView>;
  eventNeighbours(
    viewer: Viewer,
    shortId: string,
    at: Pick<EventView, 'eventId' | 'atMs'>,
    scope?: EventScope,
  ): Promise<EventNeighbours>;
  /** The issue with this event for an issue tracker or an assistant; nothing about people is in it. */
  eventMarkdown(viewer: Viewer, shortId: string, which: WhichEvent): Promise<string>;
  issueFrequency(viewer: Viewer, shortId: string, scope: EventScope): Promise<IssueFrequency>;
  /** An event by its id alone, within a project. */
  projectEvent(viewer: Viewer, projectSlug: string, eventId: string): Promise<EventView>;
  /** Newest first. */
  eventsOfIssue(viewer: Viewer, shortId: string, filter: EventFilter): Promise<EventPage>;
  eventsOfProject(viewer: Viewer, slug: string, filter: EventFilter): Promise<EventPage>;
  /** Events of an organization with the columns that are asked for, or counted by them. */
  eventTable(viewer: Viewer, filter: EventTableFilter): Promise<EventTable>;
  eventTimeseries(viewer: Viewer, filter: EventTimeseriesFilter): Promise<EventTimeseries>;
  eventFacets(
    viewer: Viewer,
    filter: Pick<EventTableFilter, 'projects' | 'environments' | 'range' | 'query'>,
  ): Promise<EventFacets>;
  /** Why a table cannot be had: by field, by sort, and for the query; `null` where nothing is wrong. */
  checkEventTable(
    viewer: Viewer,
    filter: Pick<EventTableFilter, 'projects' | 'query' | 'fields' | 'sort'>,
  ): Promise<{ fields: (string | null)[]; sort: (string | null)[]; query: string | null }>;
  /** The viewer's own and those shared with them. */
  savedSearches(viewer: Viewer): Promise<SavedSearchView[]>;
  /** How many issues each of the first of these searches finds; `null` of one that cannot be read. */
  issueCounts(
    viewer: Viewer,
    filter: Pick<IssueFilter, 'projects' | 'environments' | 'range'>,
    searches: readonly string[],
  ): Promise<(number | null)[]>;
  /** What could be written where the cursor stands in a search. At most 20. */
  searchSuggestions(
    viewer: Viewer,
    ask: { projects: string[]; text: string; cursor: number },
  ): Promise<SearchSuggestions>;
  /** Names of tags, and values of one, of the newest events: the most frequent first. */
  tagKeys(viewer: Viewer, projects: string[]): Promise<{ key: string; events: number }[]>;
  tagValues(
    viewer: Viewer,
    projects: string[],
    ask: { key: string; contains: string },
  ): Promise<{ value: string; events: number }[]>;
  /** With so many of each tag's values, the most frequent first. */
  tags(viewer: Viewer, shortId: string, valuesPerTag?: number): Promise<TagView[]>;
  /** When, and in which releases, it was seen in each environment. */
  issueEnvironments(viewer: Viewer, shortId: string): Promise<IssueEnvironment[]>;
  /** Its tags in the range, beside the project's, and what is over-represented. */
  tagRates(viewer: Viewer, shortId: string, range: TimeRange): Promise<TagRates>;
  hashes(viewer: Viewer, shortId: string): Promise<HashView[]>;
  isRegrouped(viewer: Viewer, id: string): Promise<boolean>;
  compareGrouping(viewer: Viewer, shortId: string, one: string, other: string): Promise<GroupingComparison>;
  similarIssues(viewer: Viewer, shortId: string): Promise<SimilarIssue[]>;
  /** Where its events would be by source maps that came after them. */
  previewRegroupBySourceMap(viewer: Viewer, shortId: string): Promise<RegroupPreview | null>;
  /** What the code of an error page stands for: the digest of a server error, or the id of an event. */
  errorCode(viewer: Viewer, code: string): Promise<ErrorCodeView>;
  /** What the other side knows of an event, and what else its trace has; `null` if it has neither digest nor trace. */
  eventLinks(viewer: Viewer, shortId: string, eventId: EventId, by: LinkedBy): Promise<EventLinksView | null>;
  /** The files of an event or a feedback, in the order of their indexes. */
  attachments(
    viewer: Viewer,
    projectSlug: string,
    eventId: string,
  ): Promise<{ eventId: EventId; attachments: AttachmentView[] }>;
  attachment(
    viewer: Viewer,
    eventId: string,
    projectSlug: string,
    /** Its position or its id. */
    which: number | string,
  ): Promise<AttachmentBody>;
  /** What visitors said, newest first. */
  listFeedback(viewer: Viewer, filter: FeedbackFilter): Promise<FeedbackPage>;
  feedback(viewer: Viewer, id: number): Promise<FeedbackDetail>;
  errorOutcomes(viewer: Viewer, filter: ErrorOutcomesFilter): Promise<ErrorOutcomes>;
  sessionSeries(viewer: Viewer, filter: SessionSeriesFilter): Promise<SessionSeries>;
  /** Of these projects, or of all that the viewer may see; of what came in by one key, if it is named. */
  outcomes(viewer: Viewer, projectSlugs: readonly string[], range: TimeRange, keyId?: number): Promise<OutcomesView>;
  /** When the items behind one number of the ledger came, or were said to be dropped, and by which keys. */
  outcomeTimeseries(viewer: Viewer, filter: OutcomeTimeseriesFilter): Promise<OutcomeTimeseries>;
  /** What each key of a project brought in the range, and when it was last used at all; none of a key that never was. */
  keyUsage(viewer: Viewer, projectSlug: string, range: TimeRange): Promise<KeyUsage[]>;
  /** Files that are written while they are sent, bounded; what begins like a formula is no formula in them. */
  /** `left`: whoever asked does not wait for it any more. */
  exportIssues(
    viewer: Viewer,
    filter: Omit<IssueFilter, 'cursor' | 'count'>,
    format: IssueFormat,
    left?: AbortSignal,
  ): Promise<Export>;
  exportEvents(
    viewer: Viewer,
    shortId: string,
    filter: Omit<EventFilter, 'cursor' | 'count'>,
    left?: AbortSignal,
  ): Promise<Export>;
  exportOutcomes(viewer: Viewer, projectSlugs: readonly string[], range: TimeRange, keyId?: number): Promise<Export>;
  exportAudit(
    viewer: Viewer,
    organizationSlug: string,
    filter: Pick<AuditFilter, 'userId' | 'deed'>,
    left?: AbortSignal,
  ): Promise<Export>;
  /**
   * The code of an error page, id of an event or a trace (with or without dashes), or issue short id; else projects, releases, teams,
   * people and issues by words. At most 20.
   */
  find(viewer: Viewer, text: string): Promise<Found[]>;
  apiTokens(viewer: Viewer): Promise<ApiToken[]>;
  /** Where the viewer is signed in; the cookie says which of them asks. */
  sessions(viewer: Viewer, cookie: string): Promise<SessionView[]>;
  secondFactor(viewer: Viewer): Promise<SecondFactorView>;
  /** Identity providers that the sign-in page offers. */
  signInProviders(): Promise<SignInProvider[]>;
  identityProvider(viewer: Viewer, organizationSlug: string): Promise<IdentityProviderView>;
  /** Identity providers of the viewer's organizations. */
  connections(viewer: Viewer): Promise<ConnectionView[]>;
  /** Those that are open. */
  invitations(viewer: Viewer, organizationSlug: string): Promise<InvitationView[]>;
  /** For whoever holds the link's secret. */
  invitation(link: string): Promise<InvitationPreview>;
  auditLog(viewer: Viewer, organizationSlug: string, filter: AuditFilter): Promise<AuditPage>;
  /** For the dashboard's own browser code; `null` before set-up. */
  ownDsn(): Promise<string | null>;
  /** One of the project's documents as it holds now; version 0 if it was never written. */
  configuration<Name extends ConfigurationName>(viewer: Viewer, slug: string, name: Name): Promise<Configured<Name>>;
  configurationHistory(viewer: Viewer, slug: string, name: ConfigurationName): Promise<VersionView[]>;
  /** What these settings would have made of the newest events. Nothing is written. */
  previewConfiguration(viewer: Viewer, slug: string, name: ConfigurationName, document: object): Promise<PreviewView>;
  /** Whether spike protection is at work, and from where on it would be. */
  spikeStatus(viewer: Viewer, slug: string): Promise<SpikeStatus>;
  /** `null` for viewers who cannot free any. */
  diskSpace(viewer: Viewer): Promise<DiskStatus | null>;
  dayUsage(viewer: Viewer, projectSlug: string): Promise<DayUsageView>;
  /** Projects of which events are being limited now. */
  activeSpikes(viewer: Viewer): Promise<SpikingProject[]>;
  /** What each inbound filter took lately. */
  filterCounts(viewer: Viewer, slug: string): Promise<FilterCount[]>;
  /** The newest first, by the day of release, or of creation as long as there is none. */
  releases(viewer: Viewer, filter: ReleaseFilter): Promise<ReleasePage>;
  release(viewer: Viewer, version: string, ask?: { environments?: string[]; health?: boolean }): Promise<ReleaseView>;
  releaseAdoption(
    viewer: Viewer,
    version: string,
    ask: { environments: string[]; range: TimeRange },
  ): Promise<ReleaseAdoption>;
  releaseEnvironments(viewer: Viewer, version: string): Promise<ReleaseEnvironment[]>;
  /** The one last seen first, with how many there are of every kind. */
  releaseIssues(
    viewer: Viewer,
    version: string,
    filter: { kind: ReleaseIssueKind; environments: string[]; cursor: string | null; count: number },
  ): Promise<ReleaseIssuePage>;
  releaseComparison(
    viewer: Viewer,
    base: string,
    head: string,
    filter: Pick<ComparisonFilter, 'environments'>,
  ): Promise<ReleaseComparison>;
  comparedIssues(viewer: Viewer, base: string, head: string, filter: ComparisonFilter): Promise<ComparedIssuePage>;
  commitsBetween(viewer: Viewer, base: string, head: string): Promise<CommitsBetween>;
  releaseCommits(viewer: Viewer, version: string): Promise<LinkedCommit[]>;
  releaseDeploys(viewer: Viewer, version: string): Promise<Deploy[]>;
  previousWithCommits(viewer: Viewer, version: string): Promise<ReleaseView | null>;
  /** How well the project's source maps work. */
  sourceMapCheck(viewer: Viewer, projectSlug: string): Promise<SourceMapCheck>;
  /** Source maps and what belongs to them, as they were uploaded; the last upload first. */
  uploads(viewer: Viewer, projectSlug: string, page: { cursor: string | null; count: number }): Promise<UploadPage>;
  uploadedFiles(
    viewer: Viewer,
    projectSlug: string,
    upload: Pick<UploadView, 'bundleId' | 'release' | 'dist'>,
  ): Promise<ArtifactView[]>;
  releaseFiles(viewer: Viewer, projectSlug: string, version: string): Promise<ArtifactView[]>;
  releaseFile(viewer: Viewer, projectSlug: string, fileId: number): Promise<ArtifactView>;
  /** Whoever gets it reads it to the end or cancels it: as long as neither is done, it is one of the few downloads there may be. */
  releaseFileBody(
    viewer: Viewer,
    projectSlug: string,
    fileId: number,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** Whom an issue can be assigned to. */
  assignees(viewer: Viewer, shortId: string | null): Promise<AssigneeView[]>;
  suggestedAssignees(viewer: Viewer, shortId: string): Promise<SuggestedAssignee[]>;
  resolutionOptions(viewer: Viewer, shortId: string, text: string): Promise<ResolutionOptions>;
  teams(viewer: Viewer): Promise<TeamView[]>;
  /** Commits of the first release that changed a file of the stack trace. */
  suspectCommits(viewer: Viewer, shortId: string): Promise<SuspectCommit[]>;
  previewSourceLinks(viewer: Viewer, projectSlug: string): Promise<SourcePreview[]>;
  repositories(viewer: Viewer): Promise<SavedRepository[]>;
  previewOwnership(viewer: Viewer, projectSlug: string, rules: string): Promise<OwnershipPreview>;
  rulesFromCodeowners(viewer: Viewer, projectSlug: string, codeowners: string): Promise<string>;
  members(viewer: Viewer, organizationSlug: string): Promise<MemberView[]>;
}

export interface SignedIn {
  /** The cookie's value. Cookie name: `seismo_session`, HttpOnly, SameSite=Lax, Path=/, Secure under https. */
  cookie: string;
  expiresAtMs: number;
}

export interface Commands {
  /** First run only: makes the owner, the organization `main` and the project `seismo` for our own reports. */
  setUp(link: string, input: { email: string; name: string; password: string }, visit: Visit): Promise<SignedIn>;
  /** Wrong e-mail and wrong password are the same refusal; five failures in 15 minutes refuse with `too-many`. */
  signIn(input: { email: string; password: string }, visit: Visit): Promise<SignedIn | CodeRequired>;
  signInByCode(challenge: string, code: string, visit: Visit): Promise<SignedIn>;
  beginPasskeySignIn(): Promise<PublicKeyCredentialRequestOptionsJSON>;
  signInByPasskey(response: AuthenticationResponseJSON, visit: Visit): Promise<SignedIn>;
  /** `first-run`: the link opens set-up (pass it on to `setUp`; it is not used up yet). */
  signInByLink(link: string, visit: Visit): Promise<SignedIn | 'first-run'>;
  signOut(cookie: string): Promise<void>;
  endSession(viewer: Viewer, id: string): Promise<void>;
  endOtherSessions(viewer: Viewer, cookie: string): Promise<number>;
  /** The link's secret is answered once and never again. */
  invite(
    viewer: Viewer,
    organizationSlug: string,
    input: { email: string; role: Role },
  ): Promise<{ link: string; expiresAtMs: number }>;
  /** For API tokens: a person gets the link by inviting the same address again. */
  inviteWithoutLink(viewer: Viewer, organizationSlug: string, input: { email: string; role: Role }): Promise<void>;
  deleteInvitation(viewer: Viewer, organizationSlug: string, id: number): Promise<void>;
  joinByInvitation(viewer: Viewer, link: string): Promise<void>;
  signUpByInvitation(link: string, input: { name: string; password: string }, visit: Visit): Promise<SignedIn>;
  setRole(viewer: Viewer, organizationSlug: string, userId: number, role: Role): Promise<void>;
  removeMember(viewer: Viewer, organizationSlug: string, userId: number): Promise<void>;
  renameUser(viewer: Viewer, name: string): Promise<void>;
  /** Of the viewer alone. */
  setPreferences(viewer: Viewer, change: PreferencesChange): Promise<void>;
  /** Gives the domains that are not proved yet. */
  saveIdentityProvider(
    viewer: Viewer,
    organizationSlug: string,
    input: IdentityProviderInput,
  ): Promise<{ unproven: string[] }>;
  deleteIdentityProvider(viewer: Viewer, organizationSlug: string): Promise<void>;
  /** Where the browser goes, and what it keeps for `finishSingleSignOn`. */
  beginSingleSignOn(organizationId: number, address: string | null): Promise<StartedSignOn>;
  /** The same, to connect the provider to the viewer's account. */
  beginConnection(viewer: Viewer, organizationId: number, address: string | null): Promise<StartedSignOn>;
  /** `connected`: to the viewer's account; nobody is signed in by it. */
  finishSingleSignOn(
    viewer: Viewer,
    returned: SignOnCallback,
    visit: Visit,
  ): Promise<SignedIn | CodeRequired | 'connected'>;
  disconnectIdentities(viewer: Viewer, organizationId: number): Promise<void>;
  /** What an authenticator program needs; it counts once its first code came. */
  beginAuthenticator(viewer: Viewer): Promise<{ secret: string; uri: string }>;
  enableAuthenticator(viewer: Viewer, code: string): Promise<{ recoveryCodes: string[] }>;
  disableAuthenticator(viewer: Viewer, code: string): Promise<void>;
  newRecoveryCodes(viewer: Viewer, code: string): Promise<{ recoveryCodes: string[] }>;
  beginPasskey(viewer: Viewer): Promise<PublicKeyCredentialCreationOptionsJSON>;
  addPasskey(viewer: Viewer, input: { label: string; response: RegistrationResponseJSON }): Promise<void>;
  deletePasskey(viewer: Viewer, id: string): Promise<void>;
  createOrganization(viewer: Viewer, input: { slug: string; name: string }): Promise<void>;
  updateOrganization(
    viewer: Viewer,
    slug: string,
    change: { slug?: string; name?: string; sharesIssues?: boolean },
  ): Promise<void>;
  /** Of one without projects. `confirm` is its slug, as it is for a project. */
  deleteOrganization(viewer: Viewer, slug: string, confirm: string): Promise<void>;
  createProject(
    viewer: Viewer,
    input: { slug: string; name: string; platform: string; team?: string },
  ): Promise<ProjectView>;
  updateProject(
    viewer: Viewer,
    projectSlug: string,
    change: { slug?: string; name?: string; platform?: string; settings?: SettingsChange },
  ): Promise<ProjectView>;
  /** Resolves when the journal has it; done as soon as what came before it is. So for an issue. */
  deleteProject(viewer: Viewer, projectSlug: string, confirm: string): Promise<void>;
  deleteIssue(viewer: Viewer, shortId: string): Promise<void>;
  deleteAttachment(viewer: Viewer, projectSlug: string, eventId: string, id: string): Promise<void>;
  /** The address is answered once and never again. */
  createShareLink(
    viewer: Viewer,
    shortId: string,
    input: { eventId: string; days: number },
  ): Promise<{ id: number; link: string; expiresAtMs: number }>;
  deleteShareLink(viewer: Viewer, shortId: string, id: number): Promise<void>;
  /** Before the page is made: whether there is something behind the secret. Refuses with `too-many`. */
  openShareLink(secret: string, address: string | null): Promise<boolean>;
  createKey(
    viewer: Viewer,
    projectSlug: string,
    label: string,
    rateLimit?: { count: number; windowS: number } | null,
  ): Promise<KeyView>;
  updateKey(
    viewer: Viewer,
    projectSlug: string,
    keyId: number,
    change: { label?: string; active?: boolean; rateLimit?: { count: number; windowS: number } | null },
  ): Promise<KeyView>;
  /** For good: what still sends by it is refused. */
  deleteKey(viewer: Viewer, projectSlug: string, keyId: number): Promise<void>;
  /** Status, assignee, priority: of these issues, or of all that a search finds. */
  changeIssues(viewer: Viewer, issues: IssueSelection, change: IssueChange): Promise<IssuesChanged>;
  undoIssueChange(viewer: Viewer, token: string): Promise<{ undone: string[]; left: string[] }>;
  /** Seen and bookmarked: by the viewer alone. */
  flagIssues(viewer: Viewer, issues: IssueSelection, marks: IssueFlags): Promise<{ changed: IssueName[] }>;
  mergeIssues(viewer: Viewer, issues: string[], into?: string): Promise<StartedMerge>;
  splitIssue(
    viewer: Viewer,
    shortId: string,
    what: { hashes: string[] } | { eventIds: string[] },
  ): Promise<StartedRegroup>;
  regroupBySourceMap(viewer: Viewer, shortId: string): Promise<StartedRegroup>;
  undoRegroup(viewer: Viewer, id: string): Promise<StartedRegroup>;
  /** All of them or none. Names those that changed, and what they were. */
  changeFeedback(
    viewer: Viewer,
    ids: number[],
    status: FeedbackStatus,
  ): Promise<{ id: number; from: FeedbackStatus }[]>;
  addComment(viewer: Viewer, shortId: string, text: string): Promise<Activity>;
  editComment(viewer: Viewer, shortId: string, id: number, text: string): Promise<Activity>;
  deleteComment(viewer: Viewer, shortId: string, id: number): Promise<void>;
  createTeam(viewer: Viewer, input: { slug: string; name: string }): Promise<void>;
  updateTeam(viewer: Viewer, slug: string, change: { slug?: string; name?: string }): Promise<void>;
  deleteTeam(viewer: Viewer, slug: string): Promise<void>;
  setTeamMember(viewer: Viewer, slug: string, userId: number, isMember: boolean): Promise<void>;
  setTeamProject(viewer: Viewer, slug: string, projectSlug: string, hasProject: boolean): Promise<void>;
  /** Makes a saved search, or changes the one of this id. */
  saveSearch(
    viewer: Viewer,
    id: number | null,
    input: { name: string; query: string; sort: IssueSort; shared: boolean },
  ): Promise<SavedSearchView>;
  deleteSavedSearch(viewer: Viewer, id: number): Promise<void>;
  replayDeadLetter(viewer: Viewer, projectSlug: string, id: number): Promise<void>;
  createApiToken(
    viewer: Viewer,
    input: { label: string; scopes: Scope[]; expiresAtMs: number | null },
  ): Promise<{ token: string }>;
  deleteApiToken(viewer: Viewer, id: number): Promise<void>;
  /** Ends every session but that of the cookie. */
  changePassword(viewer: Viewer, input: { current: string; next: string }, cookie: string): Promise<void>;
  /** Gives the version written. `base`: the version that was changed, to be refused if it is no longer the newest. */
  saveConfiguration(
    viewer: Viewer,
    projectSlug: string,
    name: ConfigurationName,
    document: object,
    base: number | null,
  ): Promise<number>;
  /** Writes an older version again; 0 is how a project begins. */
  restoreConfiguration(viewer: Viewer, projectSlug: string, name: ConfigurationName, version: number): Promise<number>;
  /** Makes the release, or changes what is said of it if it is there. */
  createRelease(viewer: Viewer, input: ReleaseInput & { version: string }): Promise<{ created: boolean }>;
  updateRelease(viewer: Viewer, version: string, input: ReleaseInput): Promise<void>;
  deleteRelease(viewer: Viewer, version: string): Promise<void>;
  addDeploy(viewer: Viewer, version: string, input: DeployInput): Promise<Deploy>;
  hideEnvironment(viewer: Viewer, projectSlug: string, name: string, hidden: boolean): Promise<EnvironmentView>;
  /** A piece of a bundle, by its SHA-1. */
  saveChunk(viewer: Viewer, chunk: { checksum: string; body: Uint8Array; gzipped: boolean }): Promise<void>;
  /** Says which chunks are missing, or puts the bundle together. */
  assembleBundle(viewer: Viewer, input: BundleInput): Promise<BundleState>;
  /** One file of a release, as older tools upload; for one project, or for all of the release. */
  putReleaseFile(viewer: Viewer, input: ReleaseFileInput): Promise<ArtifactView>;
  renameReleaseFile(viewer: Viewer, projectSlug: string, fileId: number, name: string): Promise<ArtifactView>;
  deleteReleaseFile(viewer: Viewer, projectSlug: string, fileId: number): Promise<void>;
  deleteUpload(
    viewer: Viewer,
    projectSlug: string,
    upload: Pick<UploadView, 'bundleId' | 'release' | 'dist'>,
  ): Promise<void>;
}

export const runtimeKey = Symbol.for('seismo.runtime');
