import type { Level } from '@seismo/protocol';
import type {
  AlertedIssue,
  AlertedMetric,
  AlertedRelease,
  AlertMessage,
  IssuesMessage,
  MetricsMessage,
  NoticeMessage,
  ReleasesMessage,
} from '../message.ts';
import type { RequestOptions } from './channel.ts';
import { issueLines, metricLines, releaseLines, whatHappened, type EntryLines, type Line } from './lines.ts';
import {
  charsMax,
  highestLevel,
  issuesInGeneral,
  levelOf,
  levelOfIssue,
  levelOfRelease,
  metricInGeneral,
  metricsInGeneral,
  metricsSubjectOf,
  moreThan,
  oneLine,
  printable,
  printableMetric,
  printableRelease,
  releaseInGeneral,
  releasesInGeneral,
  releasesSubjectOf,
  subjectOf,
  threadOf,
} from './words.ts';

/** The words of a message at a content level. Every text is one line, and hostile unless it says otherwise. */
export interface MessageText {
  /** What happened, such as for a notification of the device. */
  summary: string;
  /** Of a notice. */
  paragraphs: string[];
  /** Issues, metrics or releases. */
  entries: EntryText[];
  /** To the one entry, to the entries that are not listed, or from a notice. Its name is Seismo's. */
  link: Link | null;
  /** Of the most severe entry; `info` for a notice. */
  level: Level;
  /** The one issue, rule or release that the message is about, such as `issue-7`; `null` for a digest and a notice. */
  thread: string | null;
}

export interface EntryText {
  /** For a digest: a message about one entry has it as its own link. */
  link: Link;
  lines: Line[];
}

interface Link {
  name: string;
  url: string;
}

/**
 * The first rendered form that fits the limits of a service. Details become shorter at first, and then entries are
 * counted instead of listed.
 */
export function firstFitting<Rendered>(
  message: AlertMessage,
  options: RequestOptions,
  render: (text: MessageText) => Rendered,
  fits: (rendered: Rendered) => boolean,
): Rendered {
  const cuts = cutsOf(message);
  const least = cuts.pop()!;
  for (const cut of cuts) {
    const rendered = render(textOf(message, options, cut));
    if (fits(rendered)) return rendered;
  }
  return render(textOf(message, options, least));
}

export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** The same for every attempt. A new installation counts deliveries from one again. */
export function deliveryIdOf({ id, queuedAtMs }: AlertMessage): string {
  return `${id}-${queuedAtMs.toString(36)}`;
}

/**
 * Without the addresses, mentions and placeholders that chat programs recognize in plain text. The invisible character U+2060
 * (word joiner) breaks them, and the text looks the same.
 */
export function unlinked(text: string): string {
  return text.replace(/:(?=\/\/)|(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])|@|\{(?=\{)/gu, '$&\u2060');
}

interface Cut {
  detailCharsMax: number;
  entryCountMax: number;
}

function cutsOf(message: AlertMessage): Cut[] {
  if (message.about === 'notice')
    return [charsMax.detail, 200, 0].map((most) => ({ detailCharsMax: most, entryCountMax: 0 }));
  const { length } = entriesOf(message);
  const isSingle = threadOf(message) !== null;
  const details = isSingle ? [charsMax.detail, 400, 160, 0] : [charsMax.listedDetail, 80, 0];
  const least = isSingle ? length : 0;
  return [
    ...details.map((most) => ({ detailCharsMax: most, entryCountMax: length })),
    ...Array.from({ length: length - least }, (_, index) => ({ detailCharsMax: 0, entryCountMax: length - index - 1 })),
  ];
}

function entriesOf(message: IssuesMessage | MetricsMessage | ReleasesMessage): unknown[] {
  switch (message.about) {
    case 'issues':
      return message.issues;
    case 'metrics':
      return message.metrics;
    case 'releases':
      return message.releases;
  }
}

function textOf(message: AlertMessage, options: RequestOptions, cut: Cut): MessageText {
  switch (message.about) {
    case 'issues':
      return issuesText(message, options, cut);
    case 'metrics':
      return metricsText(message, options, cut);
    case 'releases':
      return releasesText(message, options, cut);
    case 'notice':
      return noticeText(message, cut);
  }
}

function noticeText({ title, text, link }: NoticeMessage, { detailCharsMax }: Cut): MessageText {
  const paragraphs = detailCharsMax === 0 ? [] : text.map((paragraph) => oneLine(paragraph, detailCharsMax));
  return {
    summary: oneLine(title, charsMax.subject) || 'Seismo',
    paragraphs: paragraphs.filter((paragraph) => paragraph !== ''),
    entries: [],
    link,
    level: 'info',
    thread: null,
  };
}

function issuesText(message: IssuesMessage, options: RequestOptions, cut: Cut): MessageText {
  const issues = message.issues.map(printable);
  const isSingle = threadOf(message) !== null;
  const summaries = {
    everything: () => subjectOf(message, issues),
    title: () => subjectOf(message, isSingle ? [{ ...issues[0]!, detail: '' }] : issues),
    link: () => (isSingle ? whatHappened(issues[0]!).join(', ') : issuesInGeneral(message.issueCount, issues)),
  };
  return {
    summary: summaries[options.content](),
    level: highestLevel(issues.map(levelOfIssue)),
    ...listing(message, { noun: 'issue', entries: issues, count: message.issueCount, lines: issueLines }, options, cut),
  };
}

function metricsText(message: MetricsMessage, options: RequestOptions, cut: Cut): MessageText {
  const metrics = message.metrics.map(printableMetric);
  const inGeneral = () =>
    threadOf(message) === null ? metricsInGeneral(message.metricCount) : metricInGeneral(metrics[0]!);
  return {
    summary: options.content === 'link' ? inGeneral() : metricsSubjectOf(message, metrics),
    level: highestLevel(metrics.map(levelOf)),
    ...listing(
      message,
      { noun: 'alert', entries: metrics, count: message.metricCount, lines: metricLines },
      options,
      cut,
    ),
  };
}

function releasesText(message: ReleasesMessage, options: RequestOptions, cut: Cut): MessageText {
  const releases = message.releases.map(printableRelease);
  const isLink = options.content === 'link';
  const inGeneral = () =>
    threadOf(message) === null ? releasesInGeneral(message.releaseCount) : releaseInGeneral(releases[0]!);
  return {
    summary: isLink ? inGeneral() : releasesSubjectOf(message, releases),
    level: highestLevel(releases.map(levelOfRelease)),
    ...listing(
      message,
      {
        noun: isLink ? 'alert' : 'release',
        // The address of a release contains its version.
        entries: isLink ? releases.map((release) => ({ ...release, url: release.alertUrl })) : releases,
        count: message.releaseCount,
        lines: releaseLines,
      },
      options,
      cut,
    ),
  };
}

interface Listed<Entry> {
  noun: 'issue' | 'alert' | 'release';
  entries: Entry[];
  /** With those that are not in `entries`. */
  count: number;
  lines: EntryLines<Entry>;
}

function listing<Entry extends AlertedIssue | AlertedMetric | AlertedRelease>(
  message: IssuesMessage | MetricsMessage | ReleasesMessage,
  { noun, entries, count, lines }: Listed<Entry>,
  { content }: RequestOptions,
  { detailCharsMax, entryCountMax }: Cut,
): Pick<MessageText, 'paragraphs' | 'entries' | 'link' | 'thread'> {
  const thread = threadOf(message);
  const linesOf = lines[thread === null ? 'listed' : 'single'][content];
  const listed = entries.slice(0, entryCountMax).map((entry) => ({
    link: linkTo(entry, noun),
    lines: linesOf(entry, detailCharsMax),
  }));
  const more = moreThan(count, listed.length, noun);
  const toMore = more === null ? null : { name: more, url: message.alertsUrl };
  return { paragraphs: [], entries: listed, link: thread === null ? toMore : listed[0]!.link, thread };
}

/** The page of the alert, which links to the issue or the release, if it can be acknowledged. */
function linkTo({ url, acknowledgeUrl }: AlertedIssue | AlertedMetric | AlertedRelease, noun: string): Link {
  return acknowledgeUrl === null
    ? { name: `View ${noun}`, url }
    : { name: 'View and acknowledge', url: acknowledgeUrl };
}
