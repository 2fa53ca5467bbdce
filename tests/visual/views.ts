import type { Page } from 'playwright-core';
import { counted } from '../e2e/app/app.ts';

export interface View {
  name: string;
  /** Issues of the demo are found by their title. */
  path: string | ((linkOf: (title: string) => Promise<string>) => Promise<string>);
  /** Opened without signing in. */
  outside?: true;
  /** Prepares the page for the screenshot. */
  open?: (page: Page) => Promise<void>;
}

const web = '/settings/projects/shop-web';

/** In this order: opening an issue marks it as seen in the list. */
export const views: readonly View[] = [
  { name: 'issues', path: '/issues', open: counted },
  { name: 'no-issues', path: '/issues?query=browser.name%3ANetscape', open: counted },
  // Thrown by a minified build whose source maps were uploaded.
  { name: 'issue', path: (linkOf) => linkOf('expiresAt.getTime is not a function') },
  { name: 'project', path: '/projects/shop-web' },
  { name: 'start', path: '/projects/shop-web/start' },
  { name: 'stats', path: '/stats?project=shop-web&range=14d' },
  { name: 'releases', path: '/releases?project=shop-web' },
  { name: 'release', path: '/releases/shop-web%402.5.1' },
  { name: 'feedback', path: '/feedback' },
  { name: 'filters', path: `${web}/filters` },
  { name: 'source-maps', path: `${web}/source-maps` },
  { name: 'gallery', path: '/-/gallery' },
  {
    name: 'palette',
    path: '/issues',
    async open(page) {
      await counted(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
    },
  },
  // From here on the facets stay shown.
  {
    name: 'facets',
    path: '/issues?query=is%3Aunresolved+level%3A%5Berror%2Cwarning%5D',
    async open(page) {
      await counted(page);
      await page.getByRole('button', { name: 'Facets' }).click();
      const facets = page.getByRole('complementary', { name: 'Facets' });
      await facets.getByRole('button', { name: 'Level' }).click();
      await facets.getByRole('checkbox', { name: /^warning/ }).waitFor();
      await facets.getByRole('button', { name: 'more facets' }).waitFor();
    },
  },
  { name: 'sign-in', path: '/sign-in', outside: true },
];
