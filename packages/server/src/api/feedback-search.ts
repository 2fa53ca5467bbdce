import type { FeedbackFilter, FeedbackStatus } from '#query/feedback/views.ts';
import { termsOf, SearchSyntaxError, type Filter, type Search, type Term } from '#domain/search/ast.ts';
import { readSearch } from '#domain/search/compile-search.ts';
import { Refusal } from '#platform/refusal.ts';
import type { readIssueChange } from './issue-change.ts';

export type FeedbackSearch = Pick<FeedbackFilter, 'text' | 'status' | 'projects' | 'environments'>;

/**
 * Translates an issue search to feedback, which Sentry lists under `issue.category:feedback`; `null` if it is about
 * other issues. Terms without a meaning for feedback are refused, so that no filter is silently ignored.
 */
export function readFeedbackSearch(query: string): FeedbackSearch | null {
  const search = readable(query);
  if (!search || !mentionsFeedback(search)) return null;
  const parts = search.kind === 'all' ? search.of : [search];
  const found: FeedbackSearch = { text: '', status: null, projects: [], environments: [] };
  if (!parts.some(isFeedback)) {
    throw new Refusal(
      'invalid',
      'query: Feedback cannot be combined with issues. Send issue.category:feedback without OR or value lists.',
    );
  }
  for (const part of parts) if (!isFeedback(part)) narrow(found, part);
  return found;
}

/** A search that cannot be read is refused where issues are listed, with its position. */
function readable(query: string): Search | null {
  try {
    return readSearch(query);
  } catch (error) {
    if (error instanceof SearchSyntaxError) return null;
    throw error;
  }
}

function mentionsFeedback(search: Search): boolean {
  if (search.kind === 'not') return false;
  if (search.kind === 'all' || search.kind === 'any') return search.of.some(mentionsFeedback);
  return isCategory(search) && search.values.some(({ pieces }) => pieces.join('*') === 'feedback');
}

function isCategory(term: Search): term is Filter {
  return term.kind === 'filter' && !term.tag && (term.key === 'issue.category' || term.key === 'issue.type');
}

function isFeedback(part: Search): boolean {
  return isCategory(part) && part.values.length === 1 && part.values[0]!.pieces.join('*') === 'feedback';
}

/** Translates an issue change to feedback, which can only change its status. */
export function readFeedbackStatus({
  change,
  flags,
  isSubscribed,
}: ReturnType<typeof readIssueChange>): FeedbackStatus {
  const { status, ...others } = change;
  const [name] = [...Object.keys(others), ...Object.keys(flags)];
  if (name !== undefined || isSubscribed !== undefined || !status) {
    throw new Refusal('invalid', 'You can change only the status of feedback.');
  }
  if (status.to === 'unresolved') return 'open';
  if (status.to === 'resolved' && status.in === 'now') return 'done';
  if (status.to === 'archived' && status.until === 'forever') return 'spam';
  throw new Refusal('invalid', 'statusDetails: Feedback is unresolved, resolved or ignored, without conditions.');
}

const statusOf: Record<string, FeedbackStatus> = {
  unresolved: 'open',
  resolved: 'done',
  ignored: 'spam',
  archived: 'spam',
  muted: 'spam',
};

function narrow(found: FeedbackSearch, part: Search): void {
  if (part.kind === 'words') return addText(found, part);
  if (part.kind !== 'filter' || part.operator !== '=') throw refused(part);
  const values = part.values.map(({ pieces }) => pieces.join('*'));
  const [only = ''] = values;
  if (['is', 'status'].includes(part.key) && values.length === 1 && Object.hasOwn(statusOf, only)) {
    if (found.status !== null && found.status !== statusOf[only]) throw refused(part);
    found.status = statusOf[only]!;
  } else if (part.key === 'message' && values.length === 1) addText(found, part.values[0]!);
  else if (['project', 'project.name', 'project.id'].includes(part.key)) found.projects.push(...values);
  else if (part.key === 'environment') found.environments.push(...values);
  // Constant fields of feedback: it has no assignee and no links.
  else if (!(part.key === 'is' && ['unassigned', 'unlinked'].includes(only) && values.length === 1))
    throw refused(part);
}

function addText(found: FeedbackSearch, { pieces }: { pieces: string[] }): void {
  for (const piece of pieces) if (piece.trim() !== '') found.text += ` "${piece.replaceAll('"', ' ').trim()}"`;
}

function refused(part: Search): Refusal {
  const [term] = termsOf(part) as [Term];
  const name = term.kind === 'filter' ? `${term.key}:` : 'NOT and OR';
  return new Refusal(
    'invalid',
    `query: Feedback cannot be searched by "${name}", only by is, message, project, environment and words.`,
  );
}
