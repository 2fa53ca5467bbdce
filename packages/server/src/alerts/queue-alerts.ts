import { limits, type IssueId, type OrganizationId, type ProjectId, type UserId } from '@seismo/protocol';
import { isInMaintenance } from '#domain/alerts/maintenance.ts';
import { nextActiveMs } from '#domain/alerts/schedule.ts';
import { closesIncidents, sendsTo } from '#domain/alerts/targets.ts';
import { whyNotReported } from '#domain/alerts/reports.ts';
import { firedAtMs, whyNotAgain } from '#domain/alerts/timing.ts';
import { isForBrowsers, notifiedAtMs, timingOf, type NotificationSettings } from '#domain/notifications/settings.ts';
import { rolesWith } from '#domain/permissions/permissions.ts';
import type { AlertedRelease } from './message.ts';
import type { QueryDeps } from '#query/deps.ts';
import type {
  Alert,
  AlertedMeasure,
  AlertRule,
  Browser,
  Channel,
  Escalating,
  Issue,
  Project,
  Recipient,
  RecentMatch,
  StateTx,
  Suppression,
} from '#store/state/contract.ts';
import { queueMessage, type QueuedMessage } from './queue-message.ts';

export interface QueueDeps extends QueryDeps {
  /** Why no connection may be opened at present. */
  paused(): Promise<string | null>;
}

/** What becomes one alert: rules that fire for an issue or a release at once, or one rule because of a metric. */
export interface Firing {
  projectId: ProjectId;
  issueId: IssueId | null;
  measured: AlertedMeasure | null;
  release: Pick<AlertedRelease, 'summaryId' | 'rating'> | null;
  /** The issue was resolved that the rules had reported. */
  isResolved: boolean;
  rules: AlertRule[];
  atMs: number;
  /** When the newest event that it is about happened. */
  lastSeenAtMs: number;
}

export const firingOf = ({ id, projectId, lastSeenAtMs }: Issue, rules: AlertRule[], atMs: number): Firing => ({
  projectId,
  issueId: id,
  measured: null,
  release: null,
  isResolved: false,
  rules,
  atMs,
  lastSeenAtMs,
});

/** What decides whether messages can be sent at present. */
interface Circumstances {
  nowMs: number;
  isPaused: boolean;
  hasEmail: boolean;
}

export async function circumstances({ clock, config, paused }: QueueDeps): Promise<Circumstances> {
  return { nowMs: clock.now(), isPaused: (await paused()) !== null, hasEmail: config.mail !== null };
}

/** Recipients that are users, and the issues that alerts to them are about: see `alertedKey`. */
export type Alerted = ReadonlySet<string>;

export function alertedKey({ userId, browserId }: Recipient, issueId: IssueId | null): string {
  return `${userId} ${browserId} ${issueId}`;
}

/** Writes alerts, for each rule why it sends nothing, and the messages of the others. Returns the users and browsers that get one. */
export async function queueAlerts(tx: StateTx, now: Circumstances, firings: Firing[]): Promise<Alerted> {
  if (firings.length === 0) return new Set();
  const { nowMs } = now;
  const ruleIds = [...new Set(firings.flatMap(({ rules }) => rules.map(({ id }) => id)))];
  const issueIds = [...new Set(firings.map(({ issueId }) => issueId))];
  const matches = await tx.recentMatches(ruleIds, issueIds, nowMs - limits.ALERT_FLAP_WINDOW_MS);
  const sentBefore = matches.filter(({ suppressed, isResolved }) => suppressed === null && !isResolved);
  const audiences = await audiencesOf(tx, [...new Set(firings.map(({ projectId }) => projectId))], nowMs);
  const alerts = firings
    .map((firing) => {
      const { projectId, issueId, measured, release, isResolved, atMs, rules } = firing;
      const audience = audiences.get(projectId)!;
      const matchesOf = rules.flatMap((rule) => {
        const to = recipientsOf(rule, audience, firing, now);
        const sent = sentBefore.filter((match) => match.ruleId === rule.id && match.issueId === issueId);
        return isResolved && to.length === 0 ? [] : [decided({ ...now, ...audience }, rule, to, firing, sent)];
      });
      const releaseSummaryId = release?.summaryId ?? null;
      const times = { happenedAtMs: atMs, decidedAtMs: nowMs };
      return { projectId, issueId, measured, releaseSummaryId, isResolved, ...times, matches: matchesOf };
    })
    .filter(({ matches: decidedMatches }) => decidedMatches.length > 0);
  const ids = await tx.addAlerts(alerts);
  const messages = new Map<string, QueuedMessage>();
  const escalating: Escalating[] = [];
  const alerted = new Set<string>();
  alerts.forEach(({ projectId, isResolved, matches: decidedMatches, ...subject }, index) => {
    const { organizationId, channels } = audiences.get(projectId)!;
    const alertId = ids[index]!;
    const about = aboutOf(subject);
    for (const { to, notBeforeMs } of soonest(decidedMatches)) {
      const channel = channels.find(({ id }) => id === to.channelId);
      const joins = !((about !== 'issues' || isResolved) && channel && closesIncidents(channel.kind));
      const key = `${organizationId} ${recipientKey(to)} ${notBeforeMs} ${about} ${joins ? '' : alertId}`;
      const kind = { about, isEscalation: false, joins } as const;
      const message = messages.get(key) ?? { to, organizationId, ...kind, notBeforeMs, alertIds: [], activities: [] };
      messages.set(key, message);
      message.alertIds.push(alertId);
      if (to.userId !== null) alerted.add(alertedKey(to, subject.issueId));
    }
    for (const { ruleId, suppressed, escalatesAtMs } of decidedMatches)
      if (suppressed === null && escalatesAtMs !== null) escalating.push({ alertId, ruleId, dueAtMs: escalatesAtMs });
  });
  for (const message of messages.values()) await queueMessage(tx, message, nowMs);
  await tx.addEscalations(escalating);
  return alerted;
}

/** What a message about an alert is about. */
export function aboutOf({
  issueId,
  releaseSummaryId,
}: Pick<Alert, 'issueId' | 'releaseSummaryId'>): QueuedMessage['about'] {
  if (issueId !== null) return 'issues';
  return releaseSummaryId === null ? 'metrics' : 'releases';
}

/** `notBeforeMs`: when the schedule of the rule and the settings of the user let it send. */
interface Timed {
  to: Recipient;
  notBeforeMs: number;
}

/** `to` counts only if the match is not suppressed. */
interface Match {
  ruleId: number;
  suppressed: Suppression | null;
  to: Timed[];
  /** Unless it is acknowledged by then; `null`: never. */
  escalatesAtMs: number | null;
}

function decided(
  { nowMs, isPaused, hasEmail, isMaintained, settings }: Circumstances & Audience,
  rule: AlertRule,
  to: Recipient[],
  firing: Firing,
  sent: RecentMatch[],
): Match {
  const { measured, release, isResolved, lastSeenAtMs } = firing;
  const isOld = !isResolved && lastSeenAtMs < nowMs - limits.ALERT_EVENT_AGE_MS_MAX;
  const always = isOld ? 'old' : isPaused ? 'paused' : isMaintained ? 'maintenance' : null;
  const nowhere = to.length > 0 ? null : rule.toTeam && !hasEmail ? 'no-email' : 'no-recipient';
  const snoozed = rule.snoozedUntilMs !== null && rule.snoozedUntilMs > nowMs ? 'snoozed' : null;
  const notBeforeMs = rule.schedule ? nextActiveMs(rule.schedule, nowMs) : nowMs;
  const sentAtMs = ({ userId, browserId }: Recipient): number =>
    userId === null || browserId !== null
      ? notBeforeMs
      : (notifiedAtMs(settings.get(userId)!, 'alerts', firing.projectId, notBeforeMs) ?? notBeforeMs);
  const isOver = isResolved || measured?.level === 'ok' || (release !== null && release.rating !== 'bad');
  const escalates = rule.escalation !== null && !isOver && measured?.isReminder !== true;
  return {
    ruleId: rule.id,
    suppressed: always ?? snoozed ?? nowhere ?? (isResolved ? null : heldBack(rule, firing, sent, nowMs)),
    to: to.map((recipient) => ({ to: recipient, notBeforeMs: sentAtMs(recipient) })),
    escalatesAtMs: escalates ? notBeforeMs + rule.escalation!.afterMs : null,
  };
}

/** Why a rule reports nothing so soon again. */
function heldBack(
  { condition, repeatMs }: AlertRule,
  { atMs, measured, release }: Pick<Firing, 'atMs' | 'measured' | 'release'>,
  sent: RecentMatch[],
  nowMs: number,
): Suppression | null {
  // Each is measured to the end once.
  if (release !== null) return null;
  if (measured !== null) {
    const reports = sent.flatMap((match) => match.measured ?? []);
    return whyNotReported(repeatMs, measured, reports);
  }
  return condition === null
    ? whyNotAgain(
        sent.map(({ decidedAtMs }) => decidedAtMs),
        nowMs,
        repeatMs,
      )
    : whyNotAgain(sent.map(firedAtMs), atMs, repeatMs);
}

/** Each recipient of an alert once, at the first time at which a rule may send to it. */
function soonest(matches: Match[]): Timed[] {
  const found = new Map<string, Timed>();
  for (const { suppressed, to: recipients } of matches) {
    if (suppressed !== null) continue;
    for (const { to, notBeforeMs } of recipients) {
      const key = recipientKey(to);
      const known = found.get(key);
      if (!known || known.notBeforeMs > notBeforeMs) found.set(key, { to, notBeforeMs });
    }
  }
  return [...found.values()];
}

export const recipientKey = ({ userId, channelId, browserId }: Recipient) => `${userId} ${channelId} ${browserId}`;

/** A user's mailbox, if the server can send email, and those of their browsers that reach the organization. */
export function placesOf(
  userId: UserId,
  organizationId: OrganizationId,
  browsers: readonly Browser[],
  hasEmail: boolean,
): Recipient[] {
  const own = browsers.filter(
    (browser) =>
      browser.userId === userId && (browser.organizationId === null || browser.organizationId === organizationId),
  );
  return [
    ...(hasEmail ? [{ userId, channelId: null, browserId: null }] : []),
    ...own.map(({ id }) => ({ userId, channelId: null, browserId: id })),
  ];
}

/** Those whom the rules of a project can reach. */
interface Audience {
  organizationId: OrganizationId;
  /** The members of the project's teams, or the organization's owners while it has none; without those who want no alerts. */
  userIds: UserId[];
  settings: ReadonlyMap<UserId, NotificationSettings>;
  /** Of users who want alerts there. */
  browsers: Browser[];
  channels: Channel[];
  /** Whether a maintenance window silences the rules of the project now. */
  isMaintained: boolean;
}

/** Without users who muted the rule. Of resolved issues: those who are to know it, and channels where that closes what is open. */
function recipientsOf(
  rule: AlertRule,
  { organizationId, userIds, browsers, channels }: Audience,
  { isResolved, release }: Firing,
  { hasEmail }: Circumstances,
): Recipient[] {
  const isForAll = !isResolved || rule.reportsResolved;
  const users = rule.toTeam && isForAll ? userIds.filter((id) => !rule.mutedBy.includes(id)) : [];
  return [
    ...users.flatMap((userId) => placesOf(userId, organizationId, browsers, hasEmail)),
    ...channels
      .filter((channel) => sendsTo(rule, channel) && (isForAll || closesIncidents(channel.kind)))
      .filter(({ kind }) => !closesIncidents(kind) || release === null || release.rating === 'bad')
      .map(({ id }): Recipient => ({ userId: null, channelId: id, browserId: null })),
  ];
}

async function audiencesOf(tx: StateTx, projectIds: ProjectId[], nowMs: number): Promise<Map<ProjectId, Audience>> {
  const found = await Promise.all(projectIds.map((id) => tx.projectById(id)));
  const projects = found.filter((project): project is Project => project !== null);
  const organizationIds = [...new Set(projects.map(({ organizationId }) => organizationId))];
  const members = await tx.listMembers(organizationIds);
  const teams = await tx.listTeams(organizationIds);
  const channels = await tx.listChannels(organizationIds);
  const windows = await tx.listMaintenanceWindows(organizationIds);
  const settings = await tx.notificationSettings([...new Set(members.map((member) => member.id))]);
  const browsers = await tx.listBrowsers([...settings.keys()], nowMs);
  const readers = rolesWith('alerts');
  return new Map(
    projects.map(({ id, organizationId }) => {
      const inTeams = new Set(teams.filter((team) => team.projectIds.includes(id)).flatMap((team) => team.memberIds));
      const ofOrganization = members.filter((member) => member.organizationId === organizationId);
      const team = ofOrganization.filter((member) => inTeams.has(member.id) && readers.includes(member.role));
      const users = team.length > 0 ? team : ofOrganization.filter(({ role }) => role === 'owner');
      return [
        id,
        {
          organizationId,
          userIds: users.map((user) => user.id).filter((user) => timingOf(settings.get(user)!, 'alerts', id) !== 'off'),
          settings,
          browsers: browsers.filter(({ userId }) => isForBrowsers(settings.get(userId)!, 'alerts', id)),
          channels: channels.filter((channel) => channel.organizationId === organizationId),
          isMaintained: isInMaintenance(windows, { id, organizationId }, nowMs),
        },
      ];
    }),
  );
}
