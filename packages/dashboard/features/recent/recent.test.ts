import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recentSearches, rememberSearch } from '../search/recent.ts';
import { clearRecent } from './stored-list.ts';
import { viewedPages } from './viewed.ts';

/** As much of a browser's storage as is used: its keys are its properties. */
class Kept {
  getItem(key: string): string | null {
    return (Reflect.get(this, key) as string | undefined) ?? null;
  }
  setItem(key: string, value: string): void {
    Reflect.set(this, key, value);
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
  clear(): void {
    for (const key of Object.keys(this)) this.removeItem(key);
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', new Kept());
  vi.stubGlobal('sessionStorage', new Kept());
});
afterEach(() => vi.unstubAllGlobals());

const issue = (id: string) => ({ kind: 'issue', href: `/issues/${id}`, name: `Error of ${id}`, detail: id }) as const;

test('recent pages are listed last first, each once, and at most eight', () => {
  for (let nth = 1; nth <= 9; nth += 1) viewedPages.remember(issue(`SHOP-${nth}`));
  viewedPages.remember(issue('SHOP-4'));
  const ids = viewedPages.all().map(({ detail }) => detail);
  expect(ids).toEqual([4, 9, 8, 7, 6, 5, 3, 2].map((nth) => `SHOP-${nth}`));
});

test('foreign addresses are not offered, even if stored', () => {
  const bad = ['javascript:alert(1)', 'https://evil.example/issues/x', '//evil.example', '/settings'];
  const entries = [...bad.map((href) => ({ ...issue('A-1'), href })), 7, null, { kind: 'issue' }, issue('SHOP-1')];
  localStorage.setItem('seismo.recent-pages', JSON.stringify(entries));
  expect(viewedPages.all()).toEqual([issue('SHOP-1')]);
  localStorage.setItem('seismo.recent-pages', '{');
  expect(viewedPages.all()).toEqual([]);
});

test('signing out deletes recent pages and searches only', () => {
  viewedPages.remember(issue('SHOP-1'));
  rememberSearch('errors', ' level:error ');
  rememberSearch('spans', 'span.op:db');
  localStorage.setItem('density', 'close');
  expect([recentSearches('errors'), recentSearches('spans')]).toEqual([['level:error'], ['span.op:db']]);
  clearRecent();
  expect([viewedPages.all(), recentSearches('errors'), recentSearches('spans')]).toEqual([[], [], []]);
  expect(localStorage.getItem('density')).toBe('close');
});

test('without storage the browser saves nothing', () => {
  vi.stubGlobal('localStorage', undefined);
  viewedPages.remember(issue('SHOP-1'));
  expect(viewedPages.all()).toEqual([]);
  expect(clearRecent).not.toThrow();
});
