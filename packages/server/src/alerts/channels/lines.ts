import type { ContentLevel } from '#domain/alerts/channel-kinds.ts';
import type { AlertedIssue, AlertedMetric, AlertedRelease } from '../message.ts';
import {
  capitalized,
  countsOf,
  factsOf,
  headlineOf,
  issueListsOf,
  issuesInOneLine,
  metricFactsOf,
  metricInGeneral,
  noIssuesOf,
  notesOf,
  oneLine,
  readingInOneLine,
  reasonsOf,
  releaseFactsOf,
  releaseHeadlineOf,
  releaseInGeneral,
  releaseIssueCounts,
  releaseIssueTitle,
  releaseTitleOf,
  releaseVerdictOf,
  rulesOf,
  scopeOf,
  type Fact,
} from './words.ts';

export interface Line {
  role: 'reason' | 'rules' | 'title' | 'detail' | 'culprit' | 'fact' | 'note';
  /** Of a fact, such as "Release". */
  name: string;
  text: string;
  /** Seismo's own words and numbers, which are not hostile. */
  isOwn: boolean;
}

/** `detailCharsMax`: of texts that are left out if the message would be too long. */
type LinesOf<Entry> = (entry: Entry, detailCharsMax: number) => Line[];

/** Of what a message is about: alone, and in a digest. */
export interface EntryLines<Entry> {
  single: Record<ContentLevel, LinesOf<Entry>>;
  listed: Record<ContentLevel, LinesOf<Entry>>;
}

const issueInGeneral: LinesOf<AlertedIssue> = (issue) =>
  present([...whatHappened(issue).map((what) => line('reason', what)), ...notes(issue)]);

export const issueLines: EntryLines<AlertedIssue> = {
  single: {
    everything: (issue, detailCharsMax) =>
      present([
        ...reasonsOf(issue).flatMap(({ what, rules }) => [line('reason', what), line('rules', rules)]),
        line('title', issue.title),
        line('detail', cutTo(issue.detail, detailCharsMax)),
        line('culprit', issue.culprit),
        ...factsOf(issue).map(([name, value]) => line('fact', value, name)),
        ...notes(issue),
      ]),
    title: (issue) =>
      present([
        ...whatHappened(issue).map((what) => line('reason', what)),
        line('title', issue.title),
        line('fact', issue.project, 'Project'),
        line('fact', issue.shortId, 'Issue'),
        ...notes(issue),
      ]),
    link: issueInGeneral,
  },
  listed: {
    everything: (issue, detailCharsMax) =>
      present([
        line('title', `${issue.shortId} ${issue.title}`),
        line('detail', cutTo(issue.detail, detailCharsMax)),
        line('fact', `${issue.project} · ${capitalized(issue.level)} · ${countsOf(issue)}`),
        ...reasonsOf(issue).flatMap(({ what, rules }) => [line('reason', what), line('rules', rules)]),
        ...notes(issue),
      ]),
    title: (issue) =>
      present([
        line('title', `${issue.shortId} ${issue.title}`),
        line('fact', issue.project),
        ...whatHappened(issue).map((what) => line('reason', what)),
        ...notes(issue),
      ]),
    link: issueInGeneral,
  },
};

const factsInGeneral: readonly string[] = ['Value', 'Since', 'Lasted', 'Project'];

export const metricLines: EntryLines<AlertedMetric> = {
  single: {
    everything: (metric, detailCharsMax) =>
      present([
        line('reason', headlineOf(metric)),
        line('rules', rulesOf([metric.ruleName])),
        measured(metric, 'title', metric.condition),
        ...metricFactsOf({ ...metric, query: cutTo(metric.query, detailCharsMax) }).map((fact) =>
          factLine(metric, fact),
        ),
        ...notes(metric),
      ]),
    title: (metric) =>
      present([
        line('reason', headlineOf(metric)),
        measured(metric, 'title', metric.condition),
        ...metricFactsOf(metric)
          .filter(([name]) => factsInGeneral.includes(name))
          .map((fact) => factLine(metric, fact)),
        ...notes(metric),
      ]),
    link: (metric) => [line('reason', metricInGeneral(metric)), ...notes(metric)],
  },
  listed: {
    everything: (metric, detailCharsMax) => {
      const query = cutTo(metric.query, detailCharsMax);
      return present([
        measured(metric, 'title', `${headlineOf(metric)}: ${metric.condition}`),
        measured(metric, 'fact', readingInOneLine(metric)),
        line('fact', scopeOf(metric)),
        line('rules', rulesOf([metric.ruleName])),
        line('fact', query === '' ? '' : `Filter: ${query}`),
        ...notes(metric),
      ]);
    },
    title: (metric) =>
      present([
        measured(metric, 'title', `${headlineOf(metric)}: ${metric.condition}`),
        measured(metric, 'fact', readingInOneLine(metric)),
        line('fact', metric.project),
        ...notes(metric),
      ]),
    link: (metric) => [line('reason', metricInGeneral(metric)), ...notes(metric)],
  },
};

const releaseVerdictInGeneral: LinesOf<AlertedRelease> = (release) => [
  line('reason', releaseInGeneral(release)),
  ...notes(release),
];

export const releaseLines: EntryLines<AlertedRelease> = {
  single: {
    everything: (release, detailCharsMax) =>
      present([
        line('reason', releaseHeadlineOf(release)),
        line('rules', rulesOf(release.ruleNames)),
        line('title', releaseTitleOf(release)),
        ...release.reasons.map((reason) => own('fact', reason)),
        ...releaseFactsOf(release).map(([name, value]) =>
          name === 'Project' ? line('fact', value, name) : own('fact', value, name),
        ),
        ...noIssuesOf(release).map((none) => own('fact', none)),
        ...issueListLines(release, detailCharsMax),
        ...notes(release),
      ]),
    title: (release) =>
      present([
        line('reason', releaseHeadlineOf(release)),
        line('title', releaseTitleOf(release)),
        ...release.reasons.map((reason) => own('fact', reason)),
        line('fact', release.project, 'Project'),
        ...notes(release),
      ]),
    link: releaseVerdictInGeneral,
  },
  listed: {
    everything: (release) =>
      present([
        line('title', releaseVerdictOf(release)),
        line('fact', release.project),
        ...release.reasons.map((reason) => own('fact', reason)),
        own('fact', issuesInOneLine(release)),
        line('rules', rulesOf(release.ruleNames)),
        ...notes(release),
      ]),
    title: (release) =>
      present([
        line('title', releaseVerdictOf(release)),
        line('fact', release.project),
        ...release.reasons.map((reason) => own('fact', reason)),
        ...notes(release),
      ]),
    link: releaseVerdictInGeneral,
  },
};

/** Per list: chat programs fold long messages. */
const CHAT_ISSUES_LISTED_MAX = 3;

/** A list has the space of one detail. */
function issueListLines(release: AlertedRelease, detailCharsMax: number): Line[] {
  return issueListsOf(release, CHAT_ISSUES_LISTED_MAX).flatMap(({ name, count, issues, more }) => {
    const heading = own('fact', count.toLocaleString('en-US'), name);
    if (detailCharsMax === 0) return [heading];
    const listed = issues.map((issue) => {
      const text = cutTo(`${issue.shortId} ${releaseIssueTitle(issue)}`, Math.floor(detailCharsMax / issues.length));
      return line('fact', `${text} · ${releaseIssueCounts(issue)}`);
    });
    return [heading, ...listed, ...more.map((text) => own('fact', text))];
  });
}

/** Without the names of rules. */
export function whatHappened(issue: AlertedIssue): string[] {
  const what = reasonsOf(issue).map((reason) => reason.what);
  return what.length > 0 ? what : ['An issue needs attention'];
}

function notes(entry: AlertedIssue | AlertedMetric | AlertedRelease): Line[] {
  return notesOf(entry).map((note) => line('note', note));
}

const ownFacts: readonly string[] = ['Level', 'Events', 'Users', 'First seen', 'Value', 'Since', 'Lasted'];

function line(role: Line['role'], text: string, name = ''): Line {
  return { role, name, text, isOwn: role === 'reason' || role === 'note' || ownFacts.includes(name) };
}

function own(role: Line['role'], text: string, name = ''): Line {
  return { role, name, text, isOwn: true };
}

/** What a rule waits for, or what it measured. */
function measured({ isOwnWords }: AlertedMetric, role: Line['role'], text: string, name = ''): Line {
  return { role, name, text, isOwn: isOwnWords };
}

const factLine = (metric: AlertedMetric, [name, value]: Fact): Line =>
  name === 'Value' ? measured(metric, 'fact', value, name) : line('fact', value, name);

function present(lines: Line[]): Line[] {
  return lines.filter(({ text }) => text !== '');
}

function cutTo(text: string, most: number): string {
  return most === 0 ? '' : oneLine(text, most);
}
