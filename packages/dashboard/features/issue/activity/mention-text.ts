import type { AssigneeView } from '@seismo/server';

/** What is typed after an `@`, which is at `from`. */
export interface TypedMention {
  from: number;
  typed: string;
}

export interface MentionOption {
  id: string;
  kind: AssigneeView['kind'];
  name: string;
  /** An email address or the slug of a team. */
  detail: string;
  /** What a text mentions it by, after the `@`. */
  text: string;
}

const TYPED_CHARS_MAX = 60;
const OPTION_COUNT_MAX = 8;

const isWord = /[\p{L}\p{N}_]/u;

/** The mention that is being typed at the end of which the cursor is. An `@` within a word, as in an address, is none. */
export function typedMention(text: string, cursor: number): TypedMention | null {
  if (isWord.test(text[cursor] ?? '')) return null;
  for (let from = cursor - 1; from >= Math.max(0, cursor - TYPED_CHARS_MAX); from--) {
    if (text[from] === '\n') return null;
    if (text[from] !== '@' || isWord.test(text[from - 1] ?? '')) continue;
    const typed = text.slice(from + 1, cursor);
    return /^\s/.test(typed) ? null : { from, typed };
  }
  return null;
}

/** Members with the same name are mentioned by their address, because the name would mention all of them. */
export function mentionOptions(assignees: readonly AssigneeView[]): MentionOption[] {
  const names = assignees.map((view) => (view.kind === 'user' ? view.name.toLowerCase() : view.slug));
  return assignees.map((view, index): MentionOption => {
    if (view.kind === 'team')
      return { id: `team ${view.teamId}`, kind: 'team', name: view.name, detail: `@${view.slug}`, text: view.slug };
    const { userId, name, email } = view;
    const isUnique = names.indexOf(names[index]!) === names.lastIndexOf(names[index]!);
    return { id: `user ${userId}`, kind: 'user', name, detail: email, text: isUnique ? name : email };
  });
}

/** The options of which a name begins with what is typed, then those with a later word of the name that does. */
export function matchingOptions(options: readonly MentionOption[], typed: string): MentionOption[] {
  const lower = typed.toLowerCase();
  const names = ({ name, detail, text }: MentionOption) =>
    [name, detail, text].map((each) => each.toLowerCase().replace(/^@/, ''));
  const first = options.filter((option) => names(option).some((name) => name.startsWith(lower)));
  const later = options.filter((option) => !first.includes(option) && option.name.toLowerCase().includes(` ${lower}`));
  return [...first, ...later].slice(0, OPTION_COUNT_MAX);
}

/** What replaces the typed mention. At the end of a line, the next word can be typed at once. */
export function mentionText({ text }: MentionOption, after: string): string {
  return `@${text}${/^(?:\n|$)/.test(after) ? ' ' : ''}`;
}
