import type { FeedbackView } from '@seismo/server';

export function authorName({ name, email }: Pick<FeedbackView, 'name' | 'email'>): string {
  return name || email || 'Anonymous user';
}

/** A web address, or `null`: only these become links. */
export function pageOf(url: string): { href: string; text: string } | null {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  const { host, pathname } = new URL(url);
  return { href: url, text: `${host}${pathname === '/' ? '' : pathname}` };
}
