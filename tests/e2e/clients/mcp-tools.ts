/**
 * The results of the tools of `@sentry/mcp-server` against Seismo. docs/api.md lists them, `mcp-server.test.ts` runs
 * them.
 */

export const mcpServer = { name: '@sentry/mcp-server', version: '0.39.0' };

/** The planted data that tools use. */
export interface Planted {
  organizationSlug: string;
  projectSlug: string;
  issueId: string;
  eventId: string;
  attachmentId: string;
  keyId: string;
  metricId: string;
}

interface Working {
  /** The arguments of each call in order, and a text that the answer must contain. */
  calls: [args: (planted: Planted) => object, shows: string][];
}

interface Excluded {
  because: string;
  /** The answer of an unsupported tool must contain the sentence. Without `shows`, the tool sends no request. */
  shows?: [args: (planted: Planted) => object, sentence: string];
}

const organization = ({ organizationSlug }: Planted) => ({ organizationSlug });
const project = ({ organizationSlug, projectSlug }: Planted) => ({ organizationSlug, projectSlug });
const issue = ({ organizationSlug, issueId }: Planted) => ({ organizationSlug, issueId });
const works = (...calls: Working['calls']): Working => ({ calls });

const traces = { because: 'It needs traces.', sentence: "Seismo does not have this part of Sentry's trace API." };
const monitors = { because: 'It needs monitors.', sentence: 'Seismo does not have cron or uptime monitors yet.' };
const dashboards = { because: 'It needs dashboards.', sentence: 'Seismo does not have custom dashboards yet.' };
const builds = {
  because: 'It needs snapshots of screens.',
  sentence: 'Seismo does not store mobile builds or screen snapshots.',
};
const foreign = "It queries Sentry's documentation, not the server.";

export const mcpTools: Record<string, Working | Excluded> = {
  add_issue_note: works([(of) => ({ ...issue(of), text: 'planted note' }), 'planted note']),
  create_dsn: works([(of) => ({ ...project(of), name: 'planted key' }), 'planted key']),
  create_team: works(
    [(of) => ({ ...organization(of), name: 'planted-team' }), 'planted-team'],
    [(of) => ({ ...organization(of), name: 'other-team' }), 'other-team'],
  ),
  add_team_to_project: works(
    [(of) => ({ ...project(of), teamSlug: 'other-team' }), 'other-team'],
    [(of) => ({ ...project(of), teamSlug: 'planted-team' }), 'planted-team'],
  ),
  create_project: works([
    (of) => ({ ...organization(of), teamSlug: 'planted-team', name: 'Planted project', platform: 'node' }),
    'planted-project',
  ]),
  // A project keeps at least one team; the answer lists the remaining teams.
  remove_team_from_project: works([(of) => ({ ...project(of), teamSlug: 'planted-team' }), 'other-team']),
  execute_sentry_tool: works([(of) => ({ name: 'find_dsns', arguments: project(of) }), '"dsn"']),
  find_alert_rules: works(
    [organization, 'planted metric'],
    [project, 'Regression'],
    [(of) => ({ ...organization(of), kind: 'metric', query: 'PLANTED' }), 'planted metric'],
    [(of) => ({ ...project(of), kind: 'issue', query: 'regress' }), 'Regression'],
  ),
  find_dsns: works([project, 'planted key']),
  find_organizations: works([() => ({}), '"main"']),
  find_projects: works([organization, 'planted-shop']),
  find_releases: works([organization, 'planted@1.0.0']),
  find_teams: works([organization, 'planted-team']),
  get_alert_rule: works(
    [(of) => ({ ...project(of), kind: 'issue', ruleIdOrName: 'Regression' }), 'Regression event'],
    [(of) => ({ ...project(of), kind: 'metric', ruleIdOrName: of.metricId }), 'Critical threshold: 100'],
    [(of) => ({ ...organization(of), ruleIdOrName: 'planted metric' }), '**Kind**: Metric Alert'],
  ),
  get_event_attachment: works(
    [(of) => ({ ...project(of), eventId: of.eventId }), 'planted.txt'],
    [(of) => ({ ...project(of), eventId: of.eventId, attachmentId: of.attachmentId }), 'planted attachment'],
  ),
  get_event_stacktrace: works([(of) => ({ ...issue(of), eventId: of.eventId }), 'plantedThread']),
  get_issue_activity: works([issue, 'planted note']),
  get_issue_breadcrumbs: works([issue, 'planted crumb']),
  get_issue_details: works([issue, 'plantedFunction']),
  get_issue_tag_values: works([(of) => ({ ...issue(of), tagKey: 'plan' }), 'planted-plan']),
  get_issue_user_reports: works([issue, 'planted feedback']),
  get_release_details: works([(of) => ({ ...organization(of), releaseVersion: 'planted@1.0.0' }), 'planted@1.0.0']),
  get_sentry_resource: works([
    (of) => ({ resourceType: 'issue', resourceId: of.issueId, organizationSlug: of.organizationSlug }),
    'planted value',
  ]),
  search_events: works(
    [(of) => ({ ...organization(of), dataset: 'errors', query: 'plan:planted-plan' }), 'planted value'],
    [
      (of) => ({
        ...organization(of),
        dataset: 'errors',
        query: 'plan:planted-plan',
        fields: ['error.type', 'count()'],
        sort: '-count()',
      }),
      '"count()": 1',
    ],
    [
      (of) => ({ ...organization(of), dataset: 'errors', query: 'stack.lineno:7' }),
      'Seismo cannot search by "stack.lineno"',
    ],
    [(of) => ({ ...organization(of), dataset: 'spans', query: 'planted.attribute:planted-text' }), 'planted-span'],
    [
      (of) => ({
        ...organization(of),
        dataset: 'spans',
        query: '',
        fields: ['span.op', 'p95(span.duration)', 'count()'],
        sort: '-p95(span.duration)',
      }),
      '"span.op": "planted-op"',
    ],
    [(of) => ({ ...organization(of), dataset: 'logs', query: '' }), 'Seismo does not store logs yet.'],
  ),
  search_issue_events: works([(of) => ({ ...issue(of), query: 'plan:planted-plan' }), 'planted value']),
  search_issues: works(
    [(of) => ({ ...organization(of), query: 'is:unresolved planted' }), 'planted value'],
    [(of) => ({ ...organization(of), query: of.eventId }), 'planted value'],
    [(of) => ({ ...organization(of), query: 'issue.category:feedback' }), 'User Feedback'],
  ),
  search_sentry_tools: works([() => ({ query: 'issue' }), 'get_issue_details']),
  update_dsn: works([(of) => ({ ...project(of), keyId: of.keyId, name: 'planted other name' }), 'planted other name']),
  update_issue: works(
    [
      (of) => ({
        ...issue(of),
        status: 'ignored',
        ignoreMode: 'untilOccurrenceCount',
        ignoreCount: 5,
        ignoreWindowMinutes: 60,
      }),
      '**Ignore Behavior**: Until it occurs 5 times in 60 minutes',
    ],
    [(of) => ({ ...issue(of), status: 'unresolved' }), '**Status**: unresolved'],
  ),
  update_project: works([(of) => ({ ...project(of), name: 'planted shop name' }), 'planted shop name']),
  whoami: works([() => ({}), 'owner@seismo.example']),

  analyze_issue_with_seer: { because: 'It needs an AI service.', shows: [issue, 'Seismo has no AI service.'] },
  create_uptime_monitor: {
    because: monitors.because,
    shows: [
      (of) => ({
        ...project(of),
        name: 'planted',
        url: 'https://planted.example',
        intervalSeconds: 60,
        timeoutMs: 1000,
      }),
      monitors.sentence,
    ],
  },
  delete_uptime_monitor: {
    because: monitors.because,
    shows: [(of) => ({ ...project(of), uptimeMonitorId: '1' }), monitors.sentence],
  },
  find_dashboards: { because: dashboards.because, shows: [organization, dashboards.sentence] },
  find_monitors: { because: monitors.because, shows: [organization, monitors.sentence] },
  find_uptime_monitors: { because: monitors.because, shows: [organization, monitors.sentence] },
  get_agent_conversation_details: {
    because: traces.because,
    shows: [(of) => ({ ...organization(of), conversationId: 'planted' }), traces.sentence],
  },
  get_ai_conversation_details: {
    because: traces.because,
    shows: [(of) => ({ ...organization(of), conversationId: 'planted' }), traces.sentence],
  },
  get_dashboard_details: {
    because: dashboards.because,
    shows: [(of) => ({ ...organization(of), dashboardIdOrTitle: '1' }), dashboards.sentence],
  },
  get_doc: { because: foreign },
  get_latest_base_snapshot: {
    because: builds.because,
    shows: [(of) => ({ ...organization(of), appId: 'planted' }), builds.sentence],
  },
  get_monitor_details: {
    because: monitors.because,
    shows: [(of) => ({ ...organization(of), monitorSlug: 'planted' }), monitors.sentence],
  },
  get_profile: { because: 'It needs profiles, and a server behind https.' },
  get_profile_details: { because: 'It needs profiles, and a server behind https.' },
  get_replay_details: { because: 'It needs replays, and a server behind https.' },
  get_snapshot: {
    because: builds.because,
    shows: [(of) => ({ ...organization(of), snapshotId: '1' }), builds.sentence],
  },
  get_snapshot_image: {
    because: builds.because,
    shows: [(of) => ({ ...organization(of), snapshotId: '1', imageIdentifier: 'planted' }), builds.sentence],
  },
  get_span_details: { because: 'It needs a server behind https.' },
  get_trace_details: { because: 'It needs a server behind https.' },
  get_uptime_monitor_details: {
    because: monitors.because,
    shows: [(of) => ({ ...project(of), uptimeMonitorId: '1' }), monitors.sentence],
  },
  onboarding_status_update: { because: "It reports to Sentry's own onboarding, which starts it." },
  search_agent_conversations: { because: traces.because, shows: [organization, traces.sentence] },
  search_ai_conversations: { because: traces.because, shows: [organization, traces.sentence] },
  search_docs: { because: foreign },
  update_uptime_monitor: {
    because: monitors.because,
    shows: [(of) => ({ ...project(of), uptimeMonitorId: '1', name: 'planted' }), monitors.sentence],
  },
};
