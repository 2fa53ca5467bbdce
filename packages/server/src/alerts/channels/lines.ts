import type { ContentLevel } from '#domain/alerts/channel-kinds.ts';
import type { AlertedIssue, AlertedMetric } from '../message.ts';
import {
  capitalized,
  countsOf,
  factsOf,
  headlineOf,
  metricFactsOf,
  metricInGeneral,
  notesOf,
  oneLine,
  readingInOneLine,
  reasonsOf,
  rulesOf,
  scopeOf,
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
        own('title', metric.condition),
        ...metricFactsOf({ ...metric, query: cutTo(metric.query, detailCharsMax) }).map(([name, value]) =>
          line('fact', value, name),
        ),
        ...notes(metric),
      ]),
    title: (metric) =>
      present([
        line('reason', headlineOf(metric)),
        own('title', metric.condition),
        ...metricFactsOf(metric)
          .filter(([name]) => factsInGeneral.includes(name))
          .map(([name, value]) => line('fact', value, name)),
        ...notes(metric),
      ]),
    link: (metric) => [line('reason', metricInGeneral(metric)), ...notes(metric)],
  },
  listed: {
    everything: (metric, detailCharsMax) => {
      const query = cutTo(metric.query, detailCharsMax);
      return present([
        own('title', `${headlineOf(metric)}: ${metric.condition}`),
        own('fact', readingInOneLine(metric)),
        line('fact', scopeOf(metric)),
        line('rules', rulesOf([metric.ruleName])),
        line('fact', query === '' ? '' : `Filter: ${query}`),
        ...notes(metric),
      ]);
    },
    title: (metric) =>
      present([
        own('title', `${headlineOf(metric)}: ${metric.condition}`),
        own('fact', readingInOneLine(metric)),
        line('fact', metric.project),
        ...notes(metric),
      ]),
    link: (metric) => [line('reason', metricInGeneral(metric)), ...notes(metric)],
  },
};

/** Without the names of rules. */
export function whatHappened(issue: AlertedIssue): string[] {
  const what = reasonsOf(issue).map((reason) => reason.what);
  return what.length > 0 ? what : ['An issue needs attention'];
}

function notes(entry: AlertedIssue | AlertedMetric): Line[] {
  return notesOf(entry).map((note) => line('note', note));
}

const ownFacts: readonly string[] = ['Level', 'Events', 'Users', 'First seen', 'Value', 'Since', 'Lasted'];

function line(role: Line['role'], text: string, name = ''): Line {
  return { role, name, text, isOwn: role === 'reason' || role === 'note' || ownFacts.includes(name) };
}

function own(role: Line['role'], text: string): Line {
  return { role, name: '', text, isOwn: true };
}

function present(lines: Line[]): Line[] {
  return lines.filter(({ text }) => text !== '');
}

function cutTo(text: string, most: number): string {
  return most === 0 ? '' : oneLine(text, most);
}
