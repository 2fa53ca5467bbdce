import type { ActivityMessage, Happening, NotifiedIssue } from '../message.ts';
import {
  breaking,
  buttonHtml,
  entryHtml,
  headingHtml,
  light,
  linkHtml,
  markup,
  moreHtml,
  mutedHtml,
  sans,
  titleHtml,
  type EmailParts,
  type Html,
} from './email-html.ts';
import { charsMax, counted, digestSubject, issueSubject, moreThan, oneLine, threadOf, utc } from './words.ts';

/** An email about what happened to issues. Of one issue, it has the subject of its alerts, so that they are one thread. */
export function activityParts(message: ActivityMessage): EmailParts {
  const issues = message.issues.map(printable);
  const [single] = threadOf(message) === null ? [] : issues;
  const inGeneral = `${counted(message.issueCount, 'issue')} changed`;
  const subject = single ? issueSubject(single) : digestSubject(inGeneral, inGeneral, message.issueCount, issues);
  const more = moreThan(message.issueCount, issues.length, 'issue');
  const issuesUrl = new URL('issues', message.alertsUrl).href;
  return {
    subject,
    text: single
      ? [...singleText(single), `View issue: ${single.url}`].join('\n\n')
      : [subject, ...issues.map(listedText), ...(more === null ? [] : [`${more}: ${issuesUrl}`])].join('\n\n'),
    content: single
      ? singleHtml(single)
      : markup`${headingHtml(subject)}
${issues.map(listedHtml)}${more === null ? [] : moreHtml(more, issuesUrl)}`,
    why: whyReceived(issues),
  };
}

function printable(issue: NotifiedIssue): NotifiedIssue {
  return {
    ...issue,
    shortId: oneLine(issue.shortId, charsMax.name),
    title: oneLine(issue.title, charsMax.title) || '(no title)',
    detail: oneLine(issue.detail, charsMax.detail),
    project: oneLine(issue.project, charsMax.name),
    happenings: issue.happenings.map((happening) => ({
      ...happening,
      by: oneLine(happening.by, charsMax.name),
      what: oneLine(happening.what, charsMax.title),
      comment: printableLines(happening.comment).join('\n'),
    })),
  };
}

/** A comment keeps its line breaks. */
function printableLines(text: string): string[] {
  const lines = text.slice(0, COMMENT_CHARS_MAX).split('\n', COMMENT_LINES_MAX);
  const printed = lines.map((line) => oneLine(line, charsMax.detail));
  const isCut = lines.join('\n').length < text.length;
  return isCut ? [...printed, '…'] : printed;
}

const COMMENT_CHARS_MAX = 2000;
const COMMENT_LINES_MAX = 40;

const reasons = {
  assigned: 'an issue was assigned to you',
  mentioned: 'you were mentioned',
  comments: 'you are subscribed to this issue',
  status: 'you are subscribed to this issue',
} as const;

function whyReceived(issues: NotifiedIssue[]): string {
  const kinds = issues.flatMap(({ happenings }) => happenings.map(({ why }) => why));
  const found = [...new Set(kinds.map((kind) => reasons[kind]))];
  const [reason] = found;
  return found.length === 1 && issues.length === 1
    ? `You receive this because ${reason}.`
    : 'You receive this because of your notification settings.';
}

const sourceOf = ({ by, atMs }: Happening): string => [by, utc(atMs)].filter((part) => part !== '').join(' · ');

// ─── Plain text ────────────────────────────────────────────────────────────────────────────────────────────────────

function singleText(issue: NotifiedIssue): string[] {
  return [
    ...issue.happenings.map(happeningText),
    [`${issue.shortId} ${issue.title}`, issue.detail].filter((line) => line !== '').join('\n'),
  ];
}

function listedText(issue: NotifiedIssue): string {
  return [`${issue.shortId} ${issue.title}`, issue.project, ...issue.happenings.map(happeningText), issue.url].join(
    '\n',
  );
}

function happeningText(happening: Happening): string {
  const { what, comment } = happening;
  return [
    `${what} · ${sourceOf(happening)}`,
    ...(comment === '' ? [] : comment.split('\n').map((line) => `> ${line}`.trimEnd())),
  ].join('\n');
}

// ─── HTML ──────────────────────────────────────────────────────────────────────────────────────────────────────────

function singleHtml(issue: NotifiedIssue): Html {
  return markup`${mutedHtml(linkHtml(issue, `${issue.shortId} · ${issue.project}`, 'muted'), sans)}
${titleHtml(issue, issue.title)}
${issue.detail === '' ? [] : mutedHtml(linkHtml(issue, issue.detail, 'muted'), `${sans};margin-top:4px`)}
${issue.happenings.map(happeningHtml)}
${buttonHtml('View issue', issue.url)}`;
}

function listedHtml(issue: NotifiedIssue): Html {
  return entryHtml(
    issue,
    issue.title,
    markup`${mutedHtml(linkHtml(issue, `${issue.shortId} · ${issue.project}`, 'muted'), sans)}
${issue.happenings.map(happeningHtml)}`,
  );
}

function happeningHtml(happening: Happening): Html {
  const { what, comment } = happening;
  return markup`<div class="ink" style="${sans};margin-top:12px;font-size:14px;line-height:20px;color:${light.ink};${breaking}"><strong>${what}</strong> <span class="muted" style="color:${light.muted}">· ${sourceOf(happening)}</span></div>
${comment === '' ? [] : commentHtml(comment)}`;
}

const linesHtml = (text: string): Html[] =>
  text.split('\n').map((line, index) => (index === 0 ? markup`${line}` : markup`<br>${line}`));

function commentHtml(comment: string): Html {
  return markup`<div class="ink paper line" style="${sans};margin-top:6px;padding:8px 12px;border:1px solid ${light.line};border-radius:6px;background-color:${light.paper};color:${light.ink};font-size:14px;line-height:20px;${breaking}">${linesHtml(comment)}</div>
`;
}
