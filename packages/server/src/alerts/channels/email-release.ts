import type { AlertedRelease } from '../message.ts';
import { breaking, light, linkHtml, markup, mutedHtml, sans, sectionHtml, type Html } from './email-html.ts';
import { issueListsOf, releaseIssueCounts, releaseIssueTitle, type IssueList, type ReleaseIssue } from './words.ts';

// ─── Plain text ────────────────────────────────────────────────────────────────────────────────────────────────────

/** The issues of a release as paragraphs. */
export function releaseIssuesText(release: AlertedRelease): string[] {
  return issueListsOf(release).map((list) => listText(list, release));
}

function listText(list: IssueList, { url }: AlertedRelease): string {
  return [headingOf(list), ...list.issues.flatMap(issueText), ...list.more.map((more) => `${more}: ${url}`)].join('\n');
}

function issueText(issue: ReleaseIssue): string[] {
  return [`${issue.shortId} ${releaseIssueTitle(issue)} · ${releaseIssueCounts(issue)}`, issue.url];
}

function headingOf({ name, count }: IssueList): string {
  return `${name} (${count.toLocaleString('en-US')})`;
}

// ─── HTML ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export function releaseIssuesHtml(release: AlertedRelease): Html[] {
  return issueListsOf(release).map((list) => listHtml(list, release));
}

function listHtml(list: IssueList, release: AlertedRelease): Html {
  const more = list.more.map(
    (text) => markup`<div style="${row}">${linkHtml(release, text, 'accent')}</div>
`,
  );
  return markup`${sectionHtml(headingOf(list))}
${list.issues.map(issueHtml)}${more}`;
}

const row = `${sans};margin-top:8px;font-size:14px;line-height:20px;${breaking}`;

function issueHtml(issue: ReleaseIssue): Html {
  const { title, detail, shortId } = issue;
  const counts = releaseIssueCounts(issue).replace(/(\d) /g, '$1\u00A0');
  const rest =
    detail === '' ? [] : markup`<span class="ink" style="color:${light.ink};font-weight:400">: ${detail}</span>`;
  return markup`<div style="${row}"><a href="${issue.url}" class="accent" style="color:${light.accent};font-weight:600;text-decoration:none">${title}${rest}</a></div>
${mutedHtml(markup`${linkHtml(issue, shortId, 'muted')} · ${counts}`, sans)}
`;
}
