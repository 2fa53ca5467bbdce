import type { AlertView } from '@seismo/server';

/** What an alert is about. `name`: in crumbs and the title of its page. `detail`: below the title, or `''`. */
export function titleOf({ issue, metric }: Pick<AlertView, 'issue' | 'metric'>): {
  title: string;
  detail: string;
  name: string;
} {
  if (issue === null) {
    const title = metric?.condition ?? 'Metric';
    return { title, detail: metric?.reading ?? '', name: title };
  }
  const { type, value, shortId } = issue;
  return { title: type || value || 'Event without a message', detail: type === '' ? '' : value, name: shortId };
}
