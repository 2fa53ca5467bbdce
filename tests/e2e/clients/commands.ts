import { spanId, traceId } from './planted-span.ts';

/**
 * The results of Sentry's command-line clients against Seismo. docs/api.md lists them, `commands.test.ts` runs them.
 */

export const issueUses = ['read', 'resolved', 'unresolved', 'archived', 'merged', 'other'] as const;
export const feedbackUses = ['read', 'resolved', 'unresolved', 'spam'] as const;
type IssueUse = (typeof issueUses)[number];
type FeedbackUse = (typeof feedbackUses)[number];

/** The planted data that commands use. */
export interface Planted {
  eventId: string;
  url: string;
  token: string;
  /** IDs of issues, one for each command that changes its own. */
  issue: Record<IssueUse, string>;
  feedback: Record<FeedbackUse, string>;
  dsn: string;
  /** The newest of the two commits of the checkout that commands run in. */
  commit: string;
}

type Args = (planted: Planted) => string[];

/** Arguments of a command, or an API path that is read after it. The output must contain the text. */
export type Step = {
  args?: Args;
  path?: (planted: Planted) => string;
  shows: string | ((planted: Planted) => string);
  /** The answer typed at the prompt, with no token in the environment. */
  typed?: (planted: Planted) => string;
};

export type Command =
  /** In this order. */
  | { calls: Step[] }
  /** Runs on the machine or with another service, without requests to the server. */
  | { local: string }
  /** Needs a feature that Seismo lacks; the output must contain the sentence in `shows`. */
  | { because: string; shows?: Step };

export interface Client {
  name: string;
  version: string;
  commands: Record<string, Command>;
}

const works = (...calls: (Step | [args: Args, shows: Step['shows']])[]): Command => ({
  calls: calls.map((call) => (Array.isArray(call) ? { args: call[0], shows: call[1] } : call)),
});
/** The server has it now. */
const stored = (path: Step['path'] & {}, shows: Step['shows']): Step => ({ path, shows });
/** `shown`: the client's own text, for clients that hide the server's sentence. */
const needs =
  (because: string, sentence: string) =>
  (args: Args, shown = sentence): Command => ({ because, shows: { args, shows: shown } });

const traces = needs('It needs traces.', "Seismo does not have this part of Sentry's trace API.");
const logs = needs('It needs logs.', 'Seismo does not store logs yet.');
const replays = needs('It needs replays.', 'Seismo does not store replays yet.');
const monitors = needs('It needs monitors.', 'Seismo does not have cron or uptime monitors yet.');
const dashboards = needs('It needs dashboards.', 'Seismo does not have custom dashboards yet.');
const ai = needs('It needs an AI service.', 'Seismo has no AI service.');
const builds = needs('It needs mobile builds.', 'Seismo does not store mobile builds or screen snapshots.');
const integrations = needs('It needs integrations.', 'Seismo has no integrations yet');
const native = needs(
  'It needs debug files of native programs.',
  'Seismo does not support native debug files, only JavaScript source maps.',
);
const trials = needs('It is about subscriptions.', 'Seismo has no subscriptions, quotas or trials');
const tokens = needs('A token may not manage tokens.', 'A token cannot list, create or delete tokens');

const machine: Command = { local: 'It works on the machine alone.' };
const sentryOnly: Command = { local: "It calls a service of Sentry's company, not the server." };
/** The same for each command of a list. */
const all = (command: Command, names: string): Record<string, Command> =>
  Object.fromEntries(names.split(',').map((name) => [name.trim(), command]));
const xcode: Command = { because: 'It runs inside a build by Xcode, on a Mac alone.' };
/** Check-ins go to the envelope endpoint, which answers 200 and counts them as unsupported. */
const checkIns: Command = { because: 'It needs monitors.' };

const alertAction = JSON.stringify({ type: 'email', data: {}, config: { targetType: 'team', targetIdentifier: '1' } });
const metricAlert = (
  '--name planted --project planted-shop --query a:b --aggregate count() --dataset errors --time-window 5 ' +
  '--trigger {"alertThreshold":500}'
).split(' ');
const debugId = '01234567-89ab-cdef-0123-456789abcdef';
const gradle = ['--bundle', 'build/app.js', '--sourcemap', 'build/app.js.map'];
const events = () => '/projects/main/planted-shop/events/';
const uploads = () => '/projects/main/planted-shop/files/artifact-bundles/';
const repository = 'github.com/planted/shop';
const commitsOf = (version: string) => () => `/organizations/main/releases/${version}/commits/`;
const at =
  (...args: string[]): Args =>
  () =>
    args;
/** A release that only this command uses. */
const made = (name: string): [Args, string] => [
  at('release', 'create', `main/planted@${name}`, '--project', 'planted-shop'),
  `planted@${name}`,
];

const sentry: Client = {
  name: 'sentry',
  version: '0.49.0',
  commands: {
    ...all(
      machine,
      `
      auth list, auth logout, auth refresh, auth switch, auth token, cli completion, cli defaults, cli fix,
      cli import, cli setup, cli uninstall, debug-files bundle-jvm, debug-files bundle-sources, debug-files check,
      debug-files find, debug-files print-sources, help, init, local daemon restart, local daemon start,
      local daemon status, local daemon stop, local envelope list, local envelope view, local event list,
      local event view, local run, local serve, local session close, local session create, local session list,
      local session reset, local session retention, local session view, platform list, proguard uuid, schema,
      snapshots diff, sourcemap inject, sourcemap resolve, wasm-split`,
    ),
    ...all(sentryOnly, 'auth bootstrap, cli feedback, cli upgrade, docs list, docs query, status show'),
    'agent-conversation list': traces(at('agent-conversation', 'list', 'main/')),
    'agent-conversation view': traces(at('agent-conversation', 'view', `main/${traceId}`)),
    'alert issues create': works(
      [
        at('alert', 'issues', 'create', 'main/planted-shop', '--name', 'x', '-c', 'first-seen', '-a', alertAction),
        'Created issue alert rule',
      ],
      [
        at('alert', 'issues', 'create', 'main/planted-shop', '--name', 'y', '-c', 'every_event', '-a', alertAction),
        'Seismo does not have "every_event" here.',
      ],
      stored(() => '/organizations/main/workflows/?query=name:x', '"first_seen_event"'),
    ),
    'alert issues delete': works([
      at('alert', 'issues', 'delete', 'main/planted-shop/Escalation', '--yes'),
      "Deleted issue alert rule 'Escalation'",
    ]),
    'alert issues edit': works(
      [
        at(
          'alert',
          'issues',
          'edit',
          'main/planted-shop/First issue',
          '--name',
          'planted-alert',
          '--status',
          'disabled',
        ),
        'planted-alert (disabled)',
      ],
      stored(() => '/organizations/main/workflows/?query=name:planted-alert', '"seismo_first_issue"'),
    ),
    'alert issues list': works([at('alert', 'issues', 'list', 'main/planted-shop'), 'Regression']),
    'alert issues view': works([at('alert', 'issues', 'view', 'main/planted-shop/Regression'), 'Regression']),
    'alert metrics create': works(
      [at('alert', 'metrics', 'create', 'main/', ...metricAlert), 'Created metric alert rule'],
      stored(() => '/organizations/main/detectors/?query=name:planted', '"comparison":500'),
    ),
    'alert metrics delete': works([
      at('alert', 'metrics', 'delete', 'main/planted-gone', '--yes'),
      "Deleted metric alert rule 'planted-gone'",
    ]),
    'alert metrics edit': works(
      [
        at('alert', 'metrics', 'edit', 'main/planted-changed', '--name', 'z', '--trigger', '{"alertThreshold":7}'),
        'Updated metric alert rule',
      ],
      stored(() => '/organizations/main/detectors/?query=name:z', '"comparison":7'),
    ),
    'alert metrics list': works([at('alert', 'metrics', 'list', 'main/'), 'planted-read']),
    'alert metrics view': works([at('alert', 'metrics', 'view', 'main/planted-read'), '> 100']),
    api: works([at('api', 'organizations/main/'), '"slug": "main"']),
    'attribute list': works([at('attribute', 'list', 'main/planted-shop'), 'planted.attribute']),
    'auth login': works([
      ({ token, url }) => ['auth', 'login', '--token', token, '--url', url],
      'owner@seismo.example',
    ]),
    'auth status': works([at('auth', 'status'), 'SENTRY_AUTH_TOKEN']),
    'auth whoami': works([at('auth', 'whoami'), 'owner@seismo.example']),
    'build download': builds(at('build', 'download', '1')),
    'build upload': builds(at('build', 'upload', 'planted.apk'), '501 Not Implemented'),
    'code-mappings upload': works(
      [at('code-mappings', 'upload', 'mappings.json', '--repo', 'https://github.com/planted/web'), 'Created'],
      stored(() => '/organizations/main/repos/', 'github.com/planted/web'),
    ),
    'dart-symbol-map upload': native(at('dart-symbol-map', 'upload', 'symbols.json', '--debug-id', debugId)),
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
    'debug-files upload': native(at('debug-files', 'upload', 'planted.elf')),
    'dsn list': works([at('dsn', 'list', 'main/planted-shop', '--json'), ({ dsn }) => dsn]),
    'event analytics': works([at('event', 'analytics', 'main/planted-shop'), 'Accepted: ']),
    'event list': works([({ issue }) => ['event', 'list', issue.read], 'planted value']),
    'event send': works(
      [({ dsn }) => ['event', 'send', dsn, '--message', 'planted by sentry'], 'Event ID'],
      stored(events, 'planted by sentry'),
    ),
    'event view': works([({ eventId }) => ['event', 'view', `main/planted-shop/${eventId}`], 'plantedFunction']),
    explore: works(
      [at('explore', 'main/planted-shop', '--dataset', 'errors'), 'planted value'],
      [
        at('explore', 'main/planted-shop', '--dataset', 'spans', '--field', 'span.op', '--field', 'p95(span.duration)'),
        'planted-op',
      ],
    ),
    'feedback list': works([at('feedback', 'list', 'main/planted-shop', '--status', 'all'), 'planted feedback']),
    'feedback resolve': works(
      [({ feedback }) => ['feedback', 'resolve', feedback.resolved], 'Resolved feedback'],
      [({ feedback }) => ['feedback', 'view', feedback.resolved], 'Resolved'],
    ),
    'feedback spam': works(
      [({ feedback }) => ['feedback', 'spam', feedback.spam], 'as spam'],
      [({ feedback }) => ['feedback', 'view', feedback.spam], 'Spam'],
    ),
    'feedback unresolve': works(
      [({ feedback }) => ['feedback', 'resolve', feedback.unresolved], 'Resolved feedback'],
      [({ feedback }) => ['feedback', 'unresolve', feedback.unresolved], 'Reopened feedback'],
      [({ feedback }) => ['feedback', 'view', feedback.unresolved], 'Unresolved'],
    ),
    'feedback view': works([({ feedback }) => ['feedback', 'view', feedback.read], 'planted feedback']),
    info: works([at('info'), 'owner@seismo.example']),
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
    'issue merge': works(
      [({ issue }) => ['issue', 'merge', issue.merged, issue.other], 'Merged'],
      stored(({ issue }) => `/issues/${issue.merged}/hashes/`, 'Plantedmerged'),
      stored(({ issue }) => `/issues/${issue.merged}/hashes/`, 'Plantedother'),
    ),
    'issue plan': ai(({ issue }) => ['issue', 'plan', issue.read]),
    'issue resolve': works(
      [({ issue }) => ['issue', 'resolve', issue.resolved, '--in', '@commit'], 'Resolved'],
      stored(
        ({ issue }) => `/issues/${issue.resolved}/`,
        ({ commit }) => commit,
      ),
    ),
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
      stored(({ issue }) => `/issues/${issue.unresolved}/`, '"status":"unresolved"'),
    ),
    'issue view': works([({ issue }) => ['issue', 'view', issue.read], 'planted value']),
    'log list': logs(at('log', 'list', 'main/planted-shop')),
    'log view': logs(at('log', 'view', `main/planted-shop/${traceId}`)),
    mcp: { local: 'It serves the tools of the MCP server, which the list above is of.' },
    'monitor list': monitors(at('monitor', 'list', 'main/')),
    'monitor run': checkIns,
    'org list': works([at('org', 'list'), 'main']),
    'org view': works([at('org', 'view', 'main'), 'main: Main']),
    'proguard upload': native(at('proguard', 'upload', 'mapping.txt')),
    'project create': works(
      [at('project', 'create', 'main/planted-new:node', '--team', 'planted-team'), 'planted-new'],
      stored(() => '/teams/main/planted-team/projects/', 'planted-new'),
    ),
    'project delete': works([at('project', 'delete', 'main/planted-gone', '--yes'), 'planted-gone']),
    'project list': works([at('project', 'list', 'main/'), 'planted-shop']),
    'project view': works([at('project', 'view', 'main/planted-shop', '--json'), 'planted-shop']),
    'react-native gradle': works(
      [
        at('react-native', 'gradle', ...gradle, '--release', 'planted@gradle', '--dist', 'planted-dist'),
        'planted-dist',
      ],
      stored(uploads, 'planted@gradle'),
    ),
    'react-native xcode': xcode,
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
      stored(commitsOf('planted@commits'), 'second planted commit'),
      [at('release', 'set-commits', 'main/planted@commits', '--clear'), 'Commits │ 0'],
      [at('release', 'set-commits', 'main/planted@commits', '--auto'), 'No Sentry repository matching'],
      [
        ({ commit }) => ['release', 'set-commits', 'main/planted@commits', '--commit', `${repository}@${commit}`],
        'Commits │ 1',
      ],
      stored(commitsOf('planted@commits'), ({ commit }) => commit),
    ),
    'release view': works([at('release', 'view', 'main/planted@1.0.0'), 'planted@1.0.0']),
    'replay download': replays(at('replay', 'download', `main/${traceId}`)),
    'replay list': replays(at('replay', 'list', 'main/planted-shop')),
    'replay view': replays(at('replay', 'view', `main/${traceId}`)),
    'repo list': works([at('repo', 'list', 'main/'), 'github.com/planted/shop']),
    'snapshots download': builds(at('snapshots', 'download', '--app-id', 'planted')),
    'snapshots upload': builds(at('snapshots', 'upload', '--app-id', 'planted', 'pictures')),
    'sourcemap upload': works(
      [at('sourcemap', 'upload', 'build', '--release', 'planted@maps'), 'planted@maps'],
      stored(uploads, 'planted@maps'),
    ),
    'span list': works(
      [at('span', 'list', 'main/planted-shop'), traceId],
      [at('span', 'list', `main/planted-shop/${traceId}`), 'planted-span'],
    ),
    'span view': works([at('span', 'view', `main/planted-shop/${traceId}/${spanId}`), 'planted-text']),
    'team list': works([at('team', 'list', 'main/'), 'planted-team']),
    'token create': tokens(at('token', 'create', 'main/planted')),
    'token delete': tokens(at('token', 'delete', 'main/1', '--yes')),
    'token list': tokens(at('token', 'list', 'main')),
    'trace list': works([at('trace', 'list', 'main/planted-shop'), 'planted-span']),
    'trace logs': logs(at('trace', 'logs', `main/${traceId}`)),
    'trace view': works([at('trace', 'view', `main/planted-shop/${traceId}`), 'planted-op — planted-span']),
    'trial list': trials(at('trial', 'list', 'main')),
    'trial start': trials(at('trial', 'start', 'replays', 'main')),
  },
};

/** Commands that both versions of sentry-cli have. */
const shared: Record<string, Command> = {
  ...all(
    machine,
    'completions, debug-files bundle-sources, debug-files check, debug-files find, debug-files print-sources, releases propose-version, sourcemaps inject, sourcemaps resolve, uninstall',
  ),
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
  'issues mute': works(
    [({ issue }) => ['issues', 'mute', '-i', issue.archived], 'Updated matching issues'],
    stored(({ issue }) => `/issues/${issue.archived}/`, '"status":"ignored"'),
  ),
  'issues resolve': works(
    [({ issue }) => ['issues', 'resolve', '-i', issue.resolved], 'Updated matching issues'],
    stored(({ issue }) => `/issues/${issue.resolved}/`, '"status":"resolved"'),
  ),
  'issues unresolve': works(
    [({ issue }) => ['issues', 'resolve', '-i', issue.unresolved], 'Updated matching issues'],
    [({ issue }) => ['issues', 'unresolve', '-i', issue.unresolved], 'Updated matching issues'],
    stored(({ issue }) => `/issues/${issue.unresolved}/`, '"status":"unresolved"'),
  ),
  login: works({ args: at('login'), typed: ({ token }) => `n\n${token}\n`, shows: 'owner@seismo.example' }),
  'logs list': logs(at('logs', 'list')),
  'monitors list': monitors(at('monitors', 'list')),
  'monitors run': checkIns,
  'organizations list': works([at('organizations', 'list'), 'main']),
  'projects list': works([at('projects', 'list'), 'planted-shop']),
  'react-native gradle': works(
    [
      at('react-native', 'gradle', ...gradle, '--release', 'planted@gradle', '--dist', 'planted-dist'),
      'Release: planted@gradle',
    ],
    stored(uploads, 'planted@gradle'),
  ),
  'releases archive': works(
    [at('releases', 'new', 'planted@archive'), 'planted@archive'],
    [at('releases', 'archive', 'planted@archive'), 'planted@archive'],
    stored(() => '/organizations/main/releases/planted@archive/', '"status":"archived"'),
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
  'releases restore': works(
    [at('releases', 'new', 'planted@restore'), 'planted@restore'],
    [at('releases', 'archive', 'planted@restore'), 'planted@restore'],
    [at('releases', 'restore', 'planted@restore'), 'planted@restore'],
    stored(() => '/organizations/main/releases/planted@restore/', '"status":"open"'),
  ),
  'releases set-commits': works(
    [at('releases', 'new', 'planted@commits'), 'planted@commits'],
    [at('releases', 'set-commits', 'planted@commits', '--auto'), 'Success'],
    stored(commitsOf('planted@commits'), 'second planted commit'),
    [at('releases', 'new', 'planted@commit'), 'planted@commit'],
    [({ commit }) => ['releases', 'set-commits', 'planted@commit', '--commit', `${repository}@${commit}`], repository],
    stored(commitsOf('planted@commit'), ({ commit }) => commit),
    [at('releases', 'set-commits', 'planted@commit', '--commit', 'planted/unknown@HEAD'), 'Unknown repo'],
  ),
  'repos list': works([at('repos', 'list'), 'github.com/planted/shop']),
  'send-envelope': works(
    [at('send-envelope', 'planted.envelope'), 'Envelope from file'],
    stored(events, 'planted in an envelope'),
  ),
  'send-event': works(
    [at('send-event', '-m', 'planted by sentry-cli'), 'Event id'],
    stored(events, 'planted by sentry-cli'),
  ),
  'sourcemaps upload': works([at('sourcemaps', 'upload', '--release', 'planted@maps', 'build'), 'app.js']),
};

const sentryCli3: Client = {
  name: '@sentry/cli',
  version: '3.8.0',
  commands: {
    ...shared,
    'build upload': builds(at('build', 'upload', 'planted.apk')),
    'dart-symbol-map upload': native(at('dart-symbol-map', 'upload', 'symbols.json', 'planted.elf')),
    'debug-files upload': native(at('debug-files', 'upload', 'planted.elf')),
    'build download': builds(at('build', 'download', '--build-id', '1')),
    'code-mappings upload': works(
      [at('code-mappings', 'upload', 'mappings.json', '--repo', 'https://github.com/planted/web'), 'Created: 1'],
      stored(() => '/organizations/main/repos/', 'github.com/planted/web'),
    ),
    'proguard upload': native(at('proguard', 'upload', 'mapping.txt')),
    'proguard uuid': machine,
    'snapshots diff': machine,
    'snapshots download': builds(at('snapshots', 'download', '--app-id', 'planted')),
    'snapshots upload': builds(at('snapshots', 'upload', '--app-id', 'planted', 'pictures')),
    'upload-proguard': native(at('upload-proguard', 'mapping.txt')),
  },
};

const sentryCli2: Client = {
  name: '@sentry/cli',
  version: '2.58.6',
  commands: {
    ...shared,
    'build upload': builds(at('build', 'upload', 'planted.apk'), 'The Sentry server lacks support'),
    'dart-symbol-map upload': native(
      at('dart-symbol-map', 'upload', 'symbols.json', 'planted.elf'),
      'Server does not support uploading Dart symbol maps',
    ),
    'debug-files upload': native(at('debug-files', 'upload', 'planted.elf')),
    'upload-proguard': native(at('upload-proguard', 'mapping.txt')),
  },
};

export const clients = [sentry, sentryCli3, sentryCli2];
