import { storedList } from './stored-list.ts';

/** A recently viewed page. */
export interface ViewedPage {
  kind: 'issue' | 'release';
  href: string;
  name: string;
  /** Shown beside the name: the ID of an issue. */
  detail: string;
}

const TEXT_CHARS_MAX = 200;

export const viewedPages = storedList<ViewedPage>('pages', 8, {
  read: (value) => {
    if (typeof value !== 'object' || value === null) return null;
    const { kind, href, name, detail } = value as Record<string, unknown>;
    if (kind !== 'issue' && kind !== 'release') return null;
    if (typeof href !== 'string' || !/^\/(?:issues|releases)\/[^/]/.test(href)) return null;
    if (typeof name !== 'string' || typeof detail !== 'string') return null;
    return { kind, href, name: name.slice(0, TEXT_CHARS_MAX), detail: detail.slice(0, TEXT_CHARS_MAX) };
  },
  idOf: ({ href }) => href,
});
