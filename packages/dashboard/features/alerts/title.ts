import type { AlertView } from '@seismo/server';
import { verdictOn } from '#features/releases/rating-words.ts';

/** What an alert is about. `name`: in crumbs and the title of its page. `detail`: below the title, or `''`. */
export function titleOf({ issue, metric, release }: Pick<AlertView, 'issue' | 'metric' | 'release'>): {
  title: string;
  detail: string;
  name: string;
} {
  if (release !== null) {
    const title = verdictOn(release.version, release.rating);
    return { title, detail: release.reasons.join(' '), name: title };
  }
  if (issue === null) {
    const title = metric?.condition ?? 'Metric';
    return { title, detail: metric?.reading ?? '', name: title };
  }
  const { type, value, shortId } = issue;
  return { title: type || value || 'Event without a message', detail: type === '' ? '' : value, name: shortId };
}
