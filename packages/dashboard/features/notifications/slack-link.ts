import type { SlackUserView } from '@seismo/server';
import { isRefusal } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { accountViewer } from '#server/viewer.ts';

/** Who asked for the link, or why it does not work; after it was confirmed, that it did. */
export type FoundSlackLink =
  | (Pick<SlackUserView, 'name' | 'workspace' | 'organization'> & { token: string })
  | { problem: string }
  | { isLinked: true };

/** The link in an address of the settings; `null` if it has none. */
export async function findSlackLink(token: string | string[] | undefined): Promise<FoundSlackLink | null> {
  if (token === undefined) return null;
  if (token === 'linked') return { isLinked: true };
  try {
    const given = String(token);
    return { token: given, ...(await runtime().query.slackLink(await accountViewer(), given)) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { problem: error.message };
  }
}
