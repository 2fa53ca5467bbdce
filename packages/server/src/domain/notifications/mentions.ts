import type { TeamId, UserId } from '@seismo/protocol';
import type { AssigneeView } from '../ownership/assignee.ts';

/** `name`: as it is in the text, after the `@`. */
export type Mention = { name: string } & ({ kind: 'user'; userId: UserId } | { kind: 'team'; teamId: TeamId });

const isWord = /[\p{L}\p{N}_]/u;

/**
 * The members and teams that a text mentions, each once: `@` with the name or the email address of a member, or with the
 * slug of a team, in any case. The longest name counts, and an address such as `ops@example.com` mentions none. Members
 * with the same name are all mentioned.
 */
export function mentionsIn(text: string, among: readonly AssigneeView[]): Mention[] {
  const named = among.flatMap((view) =>
    (view.kind === 'user' ? [view.name, view.email] : [view.slug])
      .filter((name) => name !== '')
      .map((name) => ({ key: name.toLowerCase(), view })),
  );
  const charsMax = Math.max(0, ...named.map(({ key }) => key.length)) + 1;
  const found = new Map<string, Mention>();
  for (const { index } of text.matchAll(/@/g)) {
    if (index > 0 && isWord.test(text[index - 1]!)) continue;
    const after = text.slice(index + 1, index + 1 + charsMax).toLowerCase();
    const fitting = named.filter(({ key }) => after.startsWith(key) && !isWord.test(after[key.length] ?? ''));
    const longest = Math.max(...fitting.map(({ key }) => key.length));
    for (const { key, view } of fitting) {
      if (key.length !== longest) continue;
      const name = text.slice(index + 1, index + 1 + key.length);
      if (view.kind === 'user') found.set(`user ${view.userId}`, { kind: 'user', userId: view.userId, name });
      else found.set(`team ${view.teamId}`, { kind: 'team', teamId: view.teamId, name });
    }
  }
  return [...found.values()];
}
