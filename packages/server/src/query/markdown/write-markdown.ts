import { utcMinute } from '#platform/utc-minute.ts';
import {
  decodedPath,
  limits,
  type Breadcrumb,
  type EventPayload,
  type ExceptionValue,
  type Frame,
} from '@seismo/protocol';
import type { Issue } from '#store/state/contract.ts';
import type { SuspectCommit } from '../issues/views.ts';

/** The data about an issue and event for the text. */
export interface EventReport {
  issue: Pick<
    Issue,
    | 'shortId'
    | 'type'
    | 'value'
    | 'culprit'
    | 'level'
    | 'eventCount'
    | 'userCount'
    | 'firstSeenAtMs'
    | 'lastSeenAtMs'
    | 'firstRelease'
    | 'lastRelease'
  >;
  project: string;
  event: EventPayload;
  /** Its page here. */
  link: string;
  suspects: SuspectCommit[];
}

/**
 * An issue with one of its events as Markdown. The text leaves Seismo, so it has no user data: no names, headers,
 * cookies, bodies or query strings. Text from clients is inside code.
 */
export function writeMarkdown(report: EventReport): string {
  const { issue, event } = report;
  const title = issue.type || issue.value || 'Event without a message';
  const parts = [
    `# ${issue.shortId}: ${escaped(title)}`,
    issue.type && issue.value ? fenced(issue.value) : '',
    facts(report),
    stacks(event),
    crumbs(event),
    tagList(event),
    `[${issue.shortId} in Seismo](${report.link})`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function facts({ issue, project, event, suspects }: EventReport): string {
  const thrown = thrownIn(event);
  const rows: [string, string][] = [
    ['Project', code(project)],
    [
      'Where',
      thrown ? `${code(thrown.function ?? '<anonymous>')} at ${code(locationOf(thrown))}` : code(issue.culprit),
    ],
    ['Since', seen(issue.firstSeenAtMs, issue.firstRelease)],
    ['Last seen', seen(issue.lastSeenAtMs, issue.lastRelease)],
    ['How often', `${counted(issue.eventCount, 'event')}, ${counted(issue.userCount, 'user')}`],
    ['Level', `${issue.level}${isUnhandled(event) ? ', unhandled' : ''}`],
    ['Environment', code(event.environment ?? '')],
    ['Release of this event', code(event.release ?? '')],
    ['Request', event.request?.url ? code(`${event.request.method ?? 'GET'} ${withoutQuery(event.request.url)}`) : ''],
    ...suspects.map(({ id, title, authorName, author, path }): [string, string] => [
      'Suspect commit',
      `${code(id.slice(0, 12))} ${code(title)} by ${code(author?.name ?? authorName)}, changed ${code(path)}`,
    ]),
  ];
  return table(
    ['', ''],
    rows.filter(([, value]) => value !== ''),
  );
}

/** The thrown error first, then its causes. */
function stacks({ exception, stacktrace, logentry }: EventPayload): string {
  const errors = (exception?.values ?? []).toReversed();
  if (errors.length === 0 && stacktrace) return `## Stack trace\n\n${fenced(framesText(stacktrace.frames))}`;
  if (errors.length === 0) return logentry ? `## Message\n\n${fenced(logentry.formatted)}` : '';
  const report = errors.map((error, index) => `${index === 0 ? '' : 'Caused by:\n\n'}${fenced(errorText(error))}`);
  return `## Stack trace\n\n${report.join('\n\n')}`;
}

function errorText({ type, value, stacktrace }: ExceptionValue): string {
  const head = [type, value].filter(Boolean).join(': ') || 'Error';
  return [head, framesText(stacktrace?.frames ?? [])].filter((text) => text !== '').join('\n');
}

/** The newest call first. Library frames are only counted if there are in-app frames. */
function framesText(frames: readonly Frame[]): string {
  const hasOwn = frames.some((frame) => frame.in_app === true);
  const newest = frames.toReversed();
  const lines: string[] = [];
  let hidden = 0;
  let count = 0;
  let withSource = 0;
  const flush = () => {
    if (hidden > 0) lines.push(`    … ${counted(hidden, 'library frame')}`);
    hidden = 0;
  };
  for (const [index, frame] of newest.entries()) {
    if (hasOwn && frame.in_app !== true && index > 0) {
      hidden++;
      continue;
    }
    flush();
    if (++count > limits.MARKDOWN_FRAME_COUNT_MAX) {
      lines.push(`    … ${counted(newest.length - index, 'more frame')}`);
      return lines.join('\n');
    }
    lines.push(`    at ${frame.function ?? '<anonymous>'} (${locationOf(frame)})`);
    const source = frame.in_app === true && withSource < limits.MARKDOWN_SOURCE_COUNT_MAX ? sourceText(frame) : [];
    if (source.length > 0) withSource++;
    lines.push(...source);
  }
  flush();
  return lines.join('\n');
}

function sourceText({ pre_context: before = [], context_line: line, post_context: after = [], lineno }: Frame) {
  if (line === undefined) return [];
  const start = (lineno ?? before.length + 1) - before.length;
  const lines = [...before, line, ...after];
  const width = String(start + lines.length).length;
  return lines.map((text, index) => {
    const mark = index === before.length ? '>' : ' ';
    return `      ${mark} ${String(start + index).padStart(width)} | ${text}`.trimEnd();
  });
}

function crumbs({ breadcrumbs, timestamp }: EventPayload): string {
  const all = breadcrumbs?.values ?? [];
  if (all.length === 0) return '';
  const last = all.slice(-limits.MARKDOWN_BREADCRUMB_COUNT_MAX);
  const note = all.length > last.length ? `The last ${last.length} of ${all.length}.\n\n` : '';
  return `## Breadcrumbs\n\n${note}${table(
    ['Before the error', 'What', ''],
    last.map((crumb) => [before(crumb, timestamp), code(crumb.category ?? crumb.type ?? ''), code(crumbText(crumb))]),
  )}`;
}

function before({ timestamp }: Breadcrumb, errorAtS: number): string {
  return timestamp === undefined ? '' : `${(errorAtS - timestamp).toFixed(1)} s`;
}

function crumbText({ message, data }: Breadcrumb): string {
  const { method, url, status_code: status, from, to } = data ?? {};
  const parts = [message, ...(url ? [method, url, status] : []), ...(to ? [from, '→', to] : [])];
  return parts
    .filter((part) => typeof part === 'number' || typeof part === 'string')
    .map((part) => (part === message ? part : withoutQuery(String(part))))
    .join(' ');
}

function tagList({ tags }: EventPayload): string {
  const lines = Object.entries(tags)
    .filter(([key]) => !/^user(?:\.|$)/.test(key))
    .map(([key, value]) => `- ${code(`${key}: ${/^https?:/.test(value) ? withoutQuery(value) : value}`)}`);
  return lines.length === 0 ? '' : `## Tags\n\n${lines.join('\n')}`;
}

function thrownIn({ exception }: EventPayload): Frame | undefined {
  const frames = exception?.values.at(-1)?.stacktrace?.frames ?? [];
  return frames.findLast((frame) => frame.in_app === true) ?? frames.at(-1);
}

function isUnhandled({ exception }: EventPayload): boolean {
  return exception?.values.some(({ mechanism }) => mechanism?.handled === false) === true;
}

function locationOf({ filename, module, abs_path: path, lineno, colno }: Frame): string {
  const line = lineno === undefined ? '' : `:${lineno}${colno === undefined ? '' : `:${colno}`}`;
  return `${decodedPath(filename ?? module ?? path ?? '')}${line}`;
}

function seen(atMs: number, release: string): string {
  const at = utcMinute(atMs);
  return release === '' ? at : `${at}, in ${code(release)}`;
}

function counted(value: number, one: string): string {
  return `${value.toLocaleString('en-US')} ${one}${value === 1 ? '' : 's'}`;
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

function table(heads: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

/** One line of code that ends where it should, in a table too. */
function code(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const cut = line.length > limits.MARKDOWN_CELL_CHARS_MAX ? `${line.slice(0, limits.MARKDOWN_CELL_CHARS_MAX)}…` : line;
  if (cut === '') return '';
  const fence = '`'.repeat(longestRun(cut) + 1);
  const space = cut.startsWith('`') || cut.endsWith('`') ? ' ' : '';
  return `${fence}${space}${cut}${space}${fence}`;
}

function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}\n${text}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

/** A heading is no place for marks. */
function escaped(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .slice(0, limits.MARKDOWN_CELL_CHARS_MAX)
    .replaceAll(/[\\`*_{}[\]<>#|!&~]/g, String.raw`\$&`);
}
