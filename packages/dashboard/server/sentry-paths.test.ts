import { expect, test } from 'vitest';
import { pathOfSentry } from './sentry-paths.ts';

test.each([
  ['/organizations/main/issues/105/', '/issues/105'],
  ['/organizations/main/issues/SHOP-1', '/issues/SHOP-1'],
  ['/organizations/main/issues/105/events/latest/', '/issues/105'],
  [
    '/organizations/main/issues/105/events/0123456789abcdef0123456789abcdef/',
    '/issues/105/events/0123456789abcdef0123456789abcdef',
  ],
  [
    '/organizations/main/issues/?query=is%3Aunresolved+level%3Aerror&project=2&environment=ci&statsPeriod=24h',
    '/issues?query=is%3Aunresolved+level%3Aerror&project=2&environment=ci&range=24h',
  ],
  ['/organizations/main/issues/?project=-1&query=', '/issues?query='],
  [
    '/organizations/main/issues/?start=2026-11-21T09%3A30%3A00&end=2026-11-22',
    '/issues?from=2026-11-21T09%3A30%3A00&to=2026-11-22',
  ],
  ['/organizations/main/issues/feedback/', '/feedback'],
  ['/organizations/main/issues/1000000000000007/', '/feedback/7'],
  ['/organizations/main/issues/SHOP-07/', '/feedback/7'],
  ['/organizations/main/traces/?project=2&statsPeriod=24h', '/traces?project=2&range=24h'],
  ['/organizations/main/performance/', '/traces/performance'],
  [`/organizations/main/explore/traces/trace/${'ab'.repeat(16)}/`, `/traces/${'ab'.repeat(16)}`],
  [`/organizations/main/performance/trace/${'ab'.repeat(16)}/`, `/traces/${'ab'.repeat(16)}`],
  ['/organizations/main/releases/', '/releases'],
  ['/organizations/main/releases/shop%401.0.0/?project=2', '/releases/shop%401.0.0?project=2'],
  ['/organizations/main/projects/shop/', '/projects/shop'],
  ['/organizations/main/settings/auth-tokens/', '/settings/tokens'],
  ['/settings/main/', '/settings'],
  ['/settings/main/auth-tokens/', '/settings/tokens'],
  ['/settings/main/members/', '/settings/members'],
  ['/settings/main/projects/shop/', '/settings/projects/shop/general'],
  ['/settings/main/projects/shop/keys/', '/settings/projects/shop'],
  ['/settings/main/projects/shop/source-maps/release-bundles/', '/settings/projects/shop/source-maps'],
])("Sentry's %s is our %s", (theirs, path) => {
  const { pathname, search } = new URL(theirs, 'http://seismo.test');
  expect(pathOfSentry(pathname, search)).toEqual({ path, organization: 'main' });
});

test.each([
  ['/settings/account/api/auth-tokens/', '/settings/tokens'],
  ['/settings/account/security/session-history/', '/settings/security'],
  ['/orgredirect/organizations/:orgslug/settings/auth-tokens/', '/settings/tokens'],
])('%s names no organization', (theirs, path) => {
  expect(pathOfSentry(theirs)).toEqual({ path, organization: null });
});

test.each([
  '/issues/SHOP-1',
  '/settings/teams',
  '/settings/end-users',
  '/settings/server',
  '/settings/projects/shop/filters',
  '/settings/account',
  '/settings/security',
  '/organizations/main/dashboards/',
  '/organizations/main/issues/1/replays/',
  '/organizations//evil.example/issues/',
])('%s is left as it is', (path) => {
  expect(pathOfSentry(path)).toBeNull();
});
