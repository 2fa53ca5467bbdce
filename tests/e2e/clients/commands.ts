/** What the commands of Sentry's command-line clients do with Seismo: docs/api.md lists it, `commands.test.ts` holds it. */

export const issueUses = ['read', 'resolved', 'unresolved', 'archived', 'merged', 'other', 'muted'] as const;
export const feedbackUses = ['read', 'resolved', 'unresolved', 'spam'] as const;
type IssueUse = (typeof issueUses)[number];
type FeedbackUse = (typeof feedbackUses)[number];

/** What the test plants, and what commands are told of it. */
export interface Planted {
  eventId: string;
  /** Ids of issues, one for each command that changes its own. */
  issue: Record<IssueUse, string>;
  feedback: Record<FeedbackUse, string>;
  dsn: string;
  /** The newest of the two commits of the checkout that commands run in. */
  commit: string;
}

type Args = (planted: Planted) => string[];

export type Command =
  /** Run one after the other; what each prints has to contain the text. */
  | { calls: [args: Args, shows: string][] }
  /** Works on the machine or with another service, and asks the server nothing. */
  | { local: string }
  /** Needs what Seismo does not have; run all the same, it has to show the sentence. */
  | { because: string; shows?: [args: Args, sentence: string] };

export interface Client {
  name: string;
  version: string;
  commands: Record<string, Command>;
}

const works = (...calls: [args: Args, shows: string][]): Command => ({ calls });
const needs =
  (because: string, sentence: string) =>
  (args: Args): Command => ({ because, shows: [args, sentence] });

const traces = needs('It needs traces.', 'Seismo does not store traces yet.');
const logs = needs('It needs logs.', 'Seismo does not store logs yet.');
const replays = needs('It needs replays.', 'Seismo does not store replays yet.');
const alerts = needs('It needs alerts.', 'Seismo does not have alerts yet.');
const monitors = needs('It needs monitors.', 'Seismo does not have cron or uptime monitors yet.');
const dashboards = needs('It needs dashboards.', 'Seismo does not have custom dashboards yet.');
const ai = needs('It needs an AI service.', 'Seismo has no AI service.');
const builds = needs('It needs mobile builds.', 'Seismo does not store mobile builds or snapshots of screens.');
const integrations = needs('It needs integrations.', 'Seismo has no integrations yet');
const native = needs(
  'It needs debug files of native programs.',
  'Debug files of native programs are not used here: this server reads JavaScript source maps.',
);
const trials = needs('It is about subscriptions.', 'Seismo has no subscriptions, quotas or trials');
const tokens = needs('A token may not manage tokens.', 'In Seismo a token cannot list, make or delete tokens');
const teams = needs('Projects do not belong to teams yet.', 'request was rejected');
const dropped = needs('Discards of clients are not told by the API yet.', 'There is no GET of this path');

const machine: Command = { local: 'It works on the machine alone.' };
const sentryOnly: Command = { local: "It asks a service of Sentry's company, not the server." };
const elsewhere: Command = { local: 'It needs files that only a build of a mobile app makes.' };

const traceId = '0123456789abcdef0123456789abcdef';
const at =
  (...args: string[]): Args =>
  () =>
    args;
/** A release of the command's own. */
const made = (name: string): [Args, string] => [
  at('release', 'create', `main/planted@${name}`, '--project', 'planted-shop'),
  `planted@${name}`,
];

export const sentry: Client = {
  name: 'sentry',
  version: '0.49.0',
  commands: {
    'agent-conversation list': traces(at('agent-conversation', 'list', 'main/')),
    'agent-conversation view': traces(at('agent-conversation', 'view', `main/${traceId}`)),
    'alert issues create': { because: 'It needs alerts.' },
    'alert issues delete': alerts(at('alert', 'issues', 'delete', 'main/planted-shop/1', '--yes')),
    'alert issues edit': alerts(at('alert', 'issues', 'edit', 'main/planted-shop/1', '--name', 'x')),
    'alert issues list': alerts(at('alert', 'issues', 'list', 'main/planted-shop')),
    'alert issues view': alerts(at('alert', 'issues', 'view', 'main/planted-shop/1')),
    'alert metrics create': { because: 'It needs alerts.' },
    'alert metrics delete': alerts(at('alert', 'metrics', 'delete', 'main/1', '--yes')),
    'alert metrics edit': alerts(at('alert', 'metrics', 'edit', 'main/1', '--name', 'x')),
    'alert metrics list': alerts(at('alert', 'metrics', 'list', 'main/')),
    'alert metrics view': alerts(at('alert', 'metrics', 'view', 'main/1')),
    api: works([at('api', 'organizations/main/'), '"slug": "main"']),
    'attribute list': traces(at('attribute', 'list', 'main/planted-shop')),
    'auth bootstrap': sentryOnly,
    'auth list': machine,
    'auth login': machine,
    'auth logout': machine,
    'auth refresh': machine,
    'auth status': works([at('auth', 'status'), 'SENTRY_AUTH_TOKEN']),
    'auth switch': machine,
    'auth token': machine,
    'auth whoami': works([at('auth', 'whoami'), 'owner@seismo.example']),
    'build download': builds(at('build', 'download', '1')),
    'build upload': elsewhere,
    'cli completion': machine,
    'cli defaults': machine,
    'cli feedback': sentryOnly,
    'cli fix': machine,
    'cli import': machine,
    'cli setup': machine,
    'cli uninstall': machine,
    'cli upgrade': sentryOnly,
    'code-mappings upload': works([
      at('code-mappings', 'upload', 'mappings.json', '--repo', 'https://github.com/planted/web'),
      'Created',
    ]),
    'dart-symbol-map upload': elsewhere,
    'dashboard create': dashboards(at('dashboard', 'create', 'main/', 'planted')),
    'dashboard list': dashboards(at('dashboard', 'list', 'main/')),
    'dashboard restore': dashboards(at('dashboard', 'restore', 'main/', '1', '--revision', '1')),
    'dashboard revisions': dashboards(at('dashboard', 'revisions', 'main/', '1')),
    'dashboard view': dashboards(at('dashboard', 'view', 'main/', '1')),
    'dashboard widget add': dashboards(
      at('dashboard', 'widget', 'add', 'main/', '1', 'w', '--display', 'line', '--query', 'count'),
    ),
    'dashboard widget delete': dashboards(at('dashboard', 'widget', 'delete', 'main/', '1', '--index', '0')),
    'dashboard widget edit': dashboards(
      at('dashboard', 'widget', 'edit', 'main/', '1', '--index', '0', '--title', 'w'),
    ),
    'debug-files bundle-jvm': machine,
    'debug-files bundle-sources': machine,
    'debug-files check': machine,
    'debug-files find': machine,
    'debug-files print-sources': machine,
    'debug-files upload': elsewhere,
    'docs list': sentryOnly,
    'docs query': sentryOnly,
    'dsn list': works([at('dsn', 'list', 'main/planted-shop', '--json'), 'publicKey']),
    'event analytics': dropped(at('event', 'analytics', 'main/planted-shop')),
    'event list': works([({ issue }) => ['event', 'list', issue.read], 'planted value']),
    'event send': works([({ dsn }) => ['event', 'send', dsn, '--message', 'planted by sentry'], 'Event ID']),
    'event view': works([({ eventId }) => ['event', 'view', `main/planted-shop/${eventId}`], 'plantedFunction']),
    explore: works([at('explore', 'main/planted-shop', '--dataset', 'errors'), 'planted value']),
    'feedback list': works([at('feedback', 'list', 'main/planted-shop', '--status', 'all'), 'planted feedback']),
    'feedback resolve': works([({ feedback }) => ['feedback', 'resolve', feedback.resolved], 'resolved']),
    'feedback spam': works([({ feedback }) => ['feedback', 'spam', feedback.spam], 'spam']),
    'feedback unresolve': works([({ feedback }) => ['feedback', 'unresolve', feedback.unresolved], 'unresolved']),
    'feedback view': works([({ feedback }) => ['feedback', 'view', feedback.read], 'planted feedback']),
    help: machine,
    info: works([at('info'), 'owner@seismo.example']),
    init: machine,
    'integration delete': integrations(at('integration', 'delete', 'main/1', '--yes')),
    'integration list': works([at('integration', 'list', 'main/'), 'No integrations found']),
    'issue archive': works(
      [({ issue }) => ['issue', 'archive', issue.archived, '--until', '5d'], 'Archived'],
      [({ issue }) => ['issue', 'view', issue.archived], 'Ignored'],
    ),
    'issue events': works([({ issue }) => ['issue', 'events', issue.read], 'planted value']),
    'issue explain': ai(({ issue }) => ['issue', 'explain', issue.read]),
    'issue link': integrations(({ issue }) => [
      'issue',
      'link',
      issue.read,
      'https://github.com/planted/shop/issues/1',
    ]),
    'issue list': works([at('issue', 'list', 'main/planted-shop', '--query', 'plan:planted-plan'), 'planted value']),
    'issue merge': works([({ issue }) => ['issue', 'merge', issue.merged, issue.other], 'Merged']),
    'issue plan': ai(({ issue }) => ['issue', 'plan', issue.read]),
    'issue resolve': works([({ issue }) => ['issue', 'resolve', issue.resolved, '--in', '@commit'], 'Resolved']),
    'issue tags': works([({ issue }) => ['issue', 'tags', issue.read, 'plan'], 'planted-plan']),
    'issue unlink': integrations(({ issue }) => [
      'issue',
      'unlink',
      issue.read,
      'https://github.com/planted/shop/issues/1',
      '--yes',
    ]),
    'issue unresolve': works(
      [({ issue }) => ['issue', 'resolve', issue.unresolved], 'Resolved'],
      [({ issue }) => ['issue', 'unresolve', issue.unresolved], 'Reopened'],
    ),
    'issue view': works([({ issue }) => ['issue', 'view', issue.read], 'planted value']),
    'local daemon restart': machine,
    'local daemon start': machine,
    'local daemon status': machine,
    'local daemon stop': machine,
    'local envelope list': machine,
    'local envelope view': machine,
    'local event list': machine,
    'local event view': machine,
    'local run': machine,
    'local serve': machine,
    'local session close': machine,
    'local session create': machine,
    'local session list': machine,
    'local session reset': machine,
    'local session retention': machine,
    'local session view': machine,
    'log list': logs(at('log', 'list', 'main/planted-shop')),
    'log view': logs(at('log', 'view', `main/planted-shop/${traceId}`)),
    mcp: { local: 'It serves the tools of the MCP server, which the list above is of.' },
    'monitor list': monitors(at('monitor', 'list', 'main/')),
    'monitor run': { because: 'It needs monitors.' },
    'platform list': machine,
    'proguard upload': native(at('proguard', 'upload', 'mapping.txt')),
    'proguard uuid': machine,
    'project create': teams(at('project', 'create', 'main/planted-new:node', '--team', 'planted-team')),
    'project delete': works([at('project', 'delete', 'main/planted-gone', '--yes'), 'planted-gone']),
    'project list': works([at('project', 'list', 'main/'), 'planted-shop']),
    'project view': works([at('project', 'view', 'main/planted-shop', '--json'), 'planted-shop']),
    'react-native gradle': elsewhere,
    'react-native xcode': elsewhere,
    'release archive': works(made('archive'), [at('release', 'archive', 'main/planted@archive'), 'Archived']),
    'release create': works(made('create')),
    'release delete': works(made('delete'), [at('release', 'delete', 'main/planted@delete', '--yes'), 'deleted']),
    'release deploy': works(made('deploy'), [
      at('release', 'deploy', 'main/planted@deploy', 'planted-stage', 'planted deploy'),
      'planted deploy',
    ]),
    'release deploys': works(
      made('deploys'),
      [at('release', 'deploy', 'main/planted@deploys', 'planted-stage'), 'planted-stage'],
      [at('release', 'deploys', 'main/planted@deploys'), 'planted-stage'],
    ),
    'release finalize': works(made('finalize'), [at('release', 'finalize', 'main/planted@finalize'), 'Finalized']),
    'release list': works([at('release', 'list', 'main/planted-shop'), 'planted@1.0.0']),
    'release propose-version': works([at('release', 'propose-version'), 'Detected from git HEAD']),
    'release restore': works(
      made('restore'),
      [at('release', 'archive', 'main/planted@restore'), 'Archived'],
      [at('release', 'restore', 'main/planted@restore'), 'Open'],
    ),
    'release set-commits': works(
      made('commits'),
      [at('release', 'set-commits', 'main/planted@commits'), 'Commits │ 2'],
      [at('release', 'set-commits', 'main/planted@commits', '--clear'), 'Commits │ 0'],
      [
        ({ commit }) => ['release', 'set-commits', 'main/planted@commits', '--commit', `planted/shop@${commit}`],
        'Commits │ 1',
      ],
    ),
    'release view': works([at('release', 'view', 'main/planted@1.0.0'), 'planted@1.0.0']),
    'replay download': replays(at('replay', 'download', `main/${traceId}`)),
    'replay list': replays(at('replay', 'list', 'main/planted-shop')),
    'replay view': replays(at('replay', 'view', `main/${traceId}`)),
    'repo list': works([at('repo', 'list', 'main/'), 'github.com/planted/shop']),
    schema: machine,
    'snapshots diff': machine,
    'snapshots download': builds(at('snapshots', 'download', '--app-id', 'planted')),
    'snapshots upload': elsewhere,
    'sourcemap inject': machine,
    'sourcemap resolve': machine,
    'sourcemap upload': works([at('sourcemap', 'upload', 'build', '--release', 'planted@maps'), '1']),
    'span list': traces(at('span', 'list', 'main/planted-shop')),
    'span view': traces(at('span', 'view', `main/planted-shop/${traceId}/0123456789abcdef`)),
    'status show': sentryOnly,
    'team list': works([at('team', 'list', 'main/'), 'planted-team']),
    'token create': tokens(at('token', 'create', 'main/planted')),
    'token delete': tokens(at('token', 'delete', 'main/1', '--yes')),
    'token list': tokens(at('token', 'list', 'main')),
    'trace list': traces(at('trace', 'list', 'main/planted-shop')),
    'trace logs': logs(at('trace', 'logs', `main/${traceId}`)),
    'trace view': traces(at('trace', 'view', `main/planted-shop/${traceId}`)),
    'trial list': trials(at('trial', 'list', 'main')),
    'trial start': trials(at('trial', 'start', 'replays', 'main')),
    'wasm-split': machine,
  },
};

/** Commands that both versions of sentry-cli have. */
const shared: Record<string, Command> = {
  'build upload': elsewhere,
  completions: machine,
  'dart-symbol-map upload': elsewhere,
  'debug-files bundle-sources': machine,
  'debug-files check': machine,
  'debug-files find': machine,
  'debug-files print-sources': machine,
  'debug-files upload': elsewhere,
  'deploys list': works(
    [at('releases', 'new', 'planted@deploys'), 'Created release planted@deploys'],
    [at('deploys', 'new', '-r', 'planted@deploys', '-e', 'planted-stage'), 'planted-stage'],
    [at('deploys', 'list', '-r', 'planted@deploys'), 'planted-stage'],
  ),
  'deploys new': works(
    [at('releases', 'new', 'planted@deploy'), 'Created release planted@deploy'],
    [at('deploys', 'new', '-r', 'planted@deploy', '-e', 'planted-stage'), 'planted-stage'],
  ),
  'events list': works([at('events', 'list', '--show-tags'), 'planted value']),
  info: works([at('info'), 'owner@seismo.example']),
  'issues list': works([at('issues', 'list', '--query', 'plan:planted-plan'), 'planted value']),
  'issues mute': works([({ issue }) => ['issues', 'mute', '-i', issue.muted], 'Updated matching issues']),
  'issues resolve': works([({ issue }) => ['issues', 'resolve', '-i', issue.resolved], 'Updated matching issues']),
  'issues unresolve': works([
    ({ issue }) => ['issues', 'unresolve', '-i', issue.unresolved],
    'Updated matching issues',
  ]),
  login: machine,
  'logs list': logs(at('logs', 'list')),
  'monitors list': monitors(at('monitors', 'list')),
  'monitors run': { because: 'It needs monitors.' },
  'organizations list': works([at('organizations', 'list'), 'main']),
  'projects list': works([at('projects', 'list'), 'planted-shop']),
  'react-native gradle': elsewhere,
  'releases archive': works(
    [at('releases', 'new', 'planted@archive'), 'planted@archive'],
    [at('releases', 'archive', 'planted@archive'), 'planted@archive'],
  ),
  'releases delete': works(
    [at('releases', 'new', 'planted@delete'), 'planted@delete'],
    [at('releases', 'delete', 'planted@delete'), 'Deleted release planted@delete'],
  ),
  'releases finalize': works(
    [at('releases', 'new', 'planted@finalize'), 'planted@finalize'],
    [at('releases', 'finalize', 'planted@finalize'), 'planted@finalize'],
  ),
  'releases info': works([at('releases', 'info', 'planted@1.0.0'), 'planted@1.0.0']),
  'releases list': works([at('releases', 'list'), 'planted@1.0.0']),
  'releases new': works([at('releases', 'new', 'planted@new'), 'planted@new']),
  'releases propose-version': machine,
  'releases restore': works(
    [at('releases', 'new', 'planted@restore'), 'planted@restore'],
    [at('releases', 'restore', 'planted@restore'), 'planted@restore'],
  ),
  'releases set-commits': works(
    [at('releases', 'new', 'planted@commits'), 'planted@commits'],
    [at('releases', 'set-commits', 'planted@commits', '--auto'), 'Success'],
    [at('releases', 'info', 'planted@commits', '--show-commits'), 'second planted commit'],
  ),
  'repos list': works([at('repos', 'list'), 'github.com/planted/shop']),
  'send-envelope': works([at('send-envelope', 'planted.envelope'), 'Envelope from file']),
  'send-event': works([at('send-event', '-m', 'planted by sentry-cli'), 'Event id']),
  'sourcemaps inject': machine,
  'sourcemaps resolve': machine,
  'sourcemaps upload': works([at('sourcemaps', 'upload', '--release', 'planted@maps', 'build'), 'app.js']),
  uninstall: machine,
};

export const sentryCli3: Client = {
  name: '@sentry/cli',
  version: '3.8.0',
  commands: {
    ...shared,
    'build download': builds(at('build', 'download', '--build-id', '1')),
    'code-mappings upload': works([
      at('code-mappings', 'upload', 'mappings.json', '--repo', 'https://github.com/planted/web'),
      'Created: 1',
    ]),
    'proguard upload': native(at('proguard', 'upload', 'mapping.txt')),
    'proguard uuid': machine,
    'snapshots diff': machine,
    'snapshots download': builds(at('snapshots', 'download', '--app-id', 'planted')),
    'snapshots upload': elsewhere,
    'upload-proguard': native(at('upload-proguard', 'mapping.txt')),
  },
};

export const sentryCli2: Client = {
  name: '@sentry/cli',
  version: '2.58.6',
  commands: {
    ...shared,
    'upload-proguard': native(at('upload-proguard', 'mapping.txt')),
  },
};

export const clients = [sentry, sentryCli3, sentryCli2];
