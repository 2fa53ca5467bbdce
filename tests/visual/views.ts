import type { Page } from 'playwright-core';
import { counted, settled } from '../e2e/app/app.ts';
import type { Server } from '../e2e/running-server.ts';
import { frozenTimeMs } from './frozen-time.ts';

export interface View {
  name: string;
  /** Issues of the demo are found by their title. `app` is the page of a user who has signed in. */
  path: string | ((linkOf: (title: string) => Promise<string>, app: Page, server: Server) => Promise<string>);
  /** Opened without signing in. */
  outside?: true;
  /** Also on a wide screen, where the page has more beside each other. */
  wide?: true;
  /** The whole page instead of its first screen. */
  full?: true;
  /** The section that is scrolled to the top. */
  section?: string;
  /** Prepares the page for the screenshot. */
  open?: (page: Page) => Promise<void>;
}

/** Thrown by a minified build whose source maps were uploaded. */
const coupon = 'expiresAt.getTime is not a function';
const web = '/settings/projects/shop-web';

/** In this order: opening an issue marks it as seen in the list. */
export const views: readonly View[] = [
  { name: 'issues', wide: true, path: '/issues', open: counted },
  { name: 'no-issues', path: '/issues?query=browser.name%3ANetscape', open: counted },
  { name: 'issue', wide: true, path: (linkOf) => linkOf(coupon) },
  { name: 'project', wide: true, path: '/projects/shop-web' },
  { name: 'start', path: '/projects/shop-web/start' },
  { name: 'stats', wide: true, path: '/stats?project=shop-web&range=14d' },
  { name: 'releases', wide: true, path: '/releases?project=shop-web' },
  { name: 'release', wide: true, path: '/releases/shop-web%402.5.1' },
  { name: 'release-verdict', path: '/releases/shop-web%402.5.0', section: 'Release verdict' },
  { name: 'feedback', wide: true, path: '/feedback' },
  { name: 'traces', wide: true, path: '/traces?project=shop-web' },
  { name: 'no-traces', path: '/traces?query=span.op%3Afunction.nothing' },
  { name: 'performance', wide: true, path: '/traces/performance?kind=endpoints' },
  {
    name: 'performance-group',
    wide: true,
    path: '/traces/performance/group?in=shop-api&kind=endpoints&name=GET+%2Fapi%2Forders&range=7d',
  },
  { name: 'performance-empty', path: '/traces/performance?kind=jobs&project=shop-web' },
  { name: 'explore', wide: true, path: '/traces/explore?project=shop-api&query=span.op%3Adb' },
  {
    name: 'explore-groups',
    wide: true,
    path: '/traces/explore?view=groups&group=span.op&group=project&measure=count%28%29&measure=p95%28span.duration%29',
  },
  {
    name: 'explore-heat-map',
    wide: true,
    path: '/traces/explore?view=heat-map&range=24h&query=span.op%3Adb&select=span.duration%3A>200ms',
  },
  { name: 'explore-errors', path: '/traces/explore?dataset=errors&view=groups&project=shop-web' },
  { name: 'trace', wide: true, path: (_linkOf, app) => traceOf(app) },
  {
    name: 'issue-trace',
    path: (linkOf) => linkOf('Order 10482 could not be stored'),
    section: 'Trace',
    open: (page) => page.getByRole('list', { name: 'Spans around the error' }).waitFor(),
  },
  // Projects are processed side by side, so the order of alerts of several is not always the same.
  { name: 'alerts', wide: true, path: '/alerts?project=shop-web' },
  {
    name: 'alert',
    async path(_linkOf, app) {
      await app.goto('/alerts?project=shop-web');
      return alertOf(app, 'New high-priority issue');
    },
  },
  {
    name: 'release-alert',
    async path(_linkOf, app) {
      await app.goto('/alerts?project=shop-web');
      return alertOf(app, 'Bad release');
    },
  },
  { name: 'alert-rules', path: '/alerts?view=rules' },
  { name: 'alert-channels', full: true, path: '/alerts?view=channels&add=webhook' },
  { name: 'maintenance', path: '/alerts?view=maintenance' },
  { name: 'new-maintenance', full: true, path: '/alerts?view=maintenance&project=shop-web&window=new' },
  {
    name: 'alert-rule',
    full: true,
    async path(_linkOf, app) {
      await app.goto('/alerts?view=rules&project=shop-web');
      return (await app.getByRole('link', { name: 'New high-priority issue', exact: true }).getAttribute('href'))!;
    },
    open: previewed,
  },
  {
    name: 'new-alert-rule',
    full: true,
    path: '/alerts/rules/new?project=shop-web&environment=production&query=level%3Aerror',
    async open(page) {
      await page.getByRole('radio', { name: 'Only at these times' }).check();
      await page.getByLabel('If an alert is not acknowledged').selectOption('Notify others after 15 minutes');
      await page.getByRole('button', { name: 'Preview', exact: true }).click();
      await previewed(page);
    },
  },
  {
    name: 'new-metric-rule',
    full: true,
    path: '/alerts/rules/new?project=shop-web',
    async open(page) {
      await page.getByRole('radio', { name: 'A metric of the project' }).check();
      await page.getByLabel('Critical', { exact: true }).fill('10');
      await page.getByLabel('Warning (optional)').fill('5');
      await page.getByRole('button', { name: 'Preview', exact: true }).click();
      await previewed(page);
    },
  },
  {
    name: 'new-release-rule',
    full: true,
    path: '/alerts/rules/new?project=shop-web',
    async open(page) {
      await page.getByRole('radio', { name: 'A verdict on a release' }).check();
      await page.getByRole('button', { name: 'Preview', exact: true }).click();
      await previewed(page);
    },
  },
  { name: 'filters', path: `${web}/filters` },
  { name: 'source-maps', path: `${web}/source-maps` },
  { name: 'gallery', path: '/-/gallery', full: true },
  {
    name: 'palette',
    path: '/issues',
    async open(page) {
      await counted(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
    },
  },
  { name: 'event', path: async (linkOf) => `${await linkOf(coupon)}/events/recommended` },
  { name: 'events', path: async (linkOf) => `${await linkOf(coupon)}/events` },
  { name: 'compare-grouping', path: async (linkOf) => `${await linkOf(coupon)}/compare?with=SHOP-WEB-3` },
  { name: 'projects', path: '/projects' },
  { name: 'new-project', path: '/projects/new' },
  { name: 'compare-releases', path: '/releases/shop-web%402.5.0/compare?with=shop-web%402.5.1' },
  {
    name: 'feedback-message',
    path: '/feedback',
    async open(page) {
      await page.locator('[data-row-link]:visible').first().click();
      await page.waitForURL(/\/feedback\/.+/);
      await settled(page);
    },
  },
  { name: 'error-codes', path: '/error-codes' },
  // The code may be an event ID.
  { name: 'error-code', path: '/error-codes/78e9540150ebc9fec701820b680ca6da' },
  { name: 'unknown-error-code', path: '/error-codes/1234567890' },
  { name: 'source-map-errors', path: '/help/source-maps' },
  { name: 'settings', path: '/settings' },
  ...['account', 'preferences', 'security', 'tokens'].map(settingsView),
  {
    name: 'notification-settings',
    full: true,
    path: '/settings/notifications',
    open: (page) => page.getByRole('main').getByRole('button', { name: 'Add project' }).click(),
  },
  {
    name: 'slack-link',
    path: (_linkOf, _app, server) =>
      server.withState(async (state) => {
        const [project] = await state.allProjects();
        const user = { workspaceId: 'T012AB3C4', slackId: 'U012AB3C4', name: 'ana.lopez', workspace: 'acme' };
        const token = await state.slackLinkToken({
          ...user,
          organizationId: project!.organizationId,
          expiresAtMs: frozenTimeMs + 60_000,
        });
        return `/settings/notifications?slack=${token}`;
      }),
  },
  ...['organizations', 'members', 'teams', 'sign-on', 'end-users', 'server'].map(settingsView),
  // Of one member: the command that created the API token of the tests has the real clock.
  { name: 'settings-audit', path: '/settings/audit?user=2' },
  { name: 'keys', path: web },
  ...['general', 'environments', 'grouping', 'limits', 'ownership', 'privacy', 'source'].map((part) => ({
    name: `project-${part}`,
    path: `${web}/${part}`,
  })),
  { name: 'not-found', path: '/issues/SHOP-WEB-ZZZ' },
  { name: 'no-page', path: '/nothing-here' },
  // From here on the facets stay shown.
  {
    name: 'facets',
    wide: true,
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
  {
    name: 'explore-facets',
    wide: true,
    path: '/traces/explore?project=shop-api&query=span.op%3Adb',
    async open(page) {
      const facets = page.getByRole('complementary', { name: 'Facets' });
      // With those of attributes.
      await facets.getByText(/^(?!3 )\d+ more facets$/).waitFor();
      const operation = facets.getByRole('button', { name: 'Operation' });
      if ((await operation.getAttribute('aria-expanded')) === 'false') await operation.click();
      await facets.getByRole('checkbox', { name: /^db/ }).waitFor();
    },
  },
  { name: 'sign-in', path: '/sign-in', outside: true },
  { name: 'sign-in-link', path: '/sign-in/link/unknown', outside: true },
  { name: 'unknown-invitation', path: '/invitation/unknown', outside: true },
  { name: 'forgot-password', path: '/sign-in/forgot', outside: true },
  { name: 'unknown-reset-link', path: '/sign-in/reset/unknown', outside: true },
  { name: 'unknown-shared-link', path: '/shared/unknown', outside: true },
  { name: 'unknown-unsubscribe-link', path: '/unsubscribe/unknown', outside: true },
  {
    name: 'unsubscribe',
    outside: true,
    path: (_linkOf, _app, server) =>
      server.withState(async (state) => {
        const { id: userId } = (await state.userByEmail('demo@localhost'))!;
        return `/unsubscribe/${await state.unsubscribeToken({ userId, from: 'kind', kind: 'comments' })}`;
      }),
  },
  {
    name: 'shared-issue',
    outside: true,
    async path(linkOf, app) {
      await app.goto(await linkOf(coupon));
      await settled(app);
      await app.getByRole('main').getByRole('button', { name: 'Share', exact: true }).click();
      const dialog = app.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Create link' }).click();
      return new URL(await dialog.getByLabel('Link', { exact: true }).inputValue()).pathname;
    },
  },
  overlayView('menu', 'Resolve options'),
  overlayView('row-menu', 'Actions for Ada'),
  overlayView('dialog', 'Open a dialog'),
  overlayView('bottom-dialog', 'Open bottom dialog'),
  overlayView('combobox', 'Open combobox'),
  overlayView('confirmation', 'Delete the shop'),
  overlayView('toast', 'Show toast', (page) => page.getByRole('button', { name: 'Undo' }).focus()),
  galleryView('multi-select', 'Forms', (page) => page.locator('summary', { hasText: 'Many' }).click()),
  galleryView('placeholders', 'Loading', (page) => page.getByText('Show placeholders').click()),
  // Seismo reports its own errors, so no view of the demo may follow.
  galleryView('broken-part', 'Failed', (page) => page.getByRole('button', { name: 'Break a part' }).click()),
  galleryView('broken-page', 'Failed', (page) => page.getByRole('button', { name: 'Break the page' }).click()),
];

/** The newest message of a rule. */
async function alertOf(app: Page, rule: string): Promise<string> {
  const row = app.locator('[data-row]', { hasText: 'Sent to' }).filter({ hasText: rule });
  return (await row.locator('[data-row-link]').first().getAttribute('href'))!;
}

/** The newest page of a product, whose request goes on to another service; without a selected span. */
async function traceOf(app: Page): Promise<string> {
  await app.goto('/traces?project=shop-web&query=span.op%3Apageload');
  const row = app.locator('[data-row]', { hasText: '/products/:sku' }).first();
  return (await row.locator('[data-row-link]').getAttribute('href'))!.split('?')[0]!;
}

/** The preview of a rule loads after the page. */
async function previewed(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Preview' }).getByText('this rule would have fired').waitFor();
}

function settingsView(part: string): View {
  return { name: `settings-${part}`, path: `/settings/${part}` };
}

/** The gallery, after something in one of its sections has been opened. */
function galleryView(name: string, section: string, open: (page: Page) => Promise<void>): View {
  return { name: `gallery-${name}`, path: '/-/gallery', section, open };
}

function overlayView(name: string, button: string, then?: (page: Page) => Promise<void>): View {
  return galleryView(name, 'Overlays', async (page) => {
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
    await then?.(page);
  });
}

/** Pages without a view, and why. */
export const pagesWithoutView: Record<string, string> = {
  '/': 'leads to the issues',
  '/setup': 'exists before the first account only',
  '/sign-in/code': 'needs an account with two-step sign-in',
  '/sign-in/sso/[organization]/callback': 'needs an identity provider, and leads on',
};
