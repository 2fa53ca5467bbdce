import { breadcrumbs, init as start, type BrowserOptions, type Client } from '@seismo/browser';
import { nextErrors, type NextErrorsOptions } from './client/next-errors.ts';

export * from '@seismo/browser';
export { captureRouterTransitionStart } from './client/navigation.ts';
export { nextErrors } from './client/next-errors.ts';

export type ClientOptions = BrowserOptions & NextErrorsOptions;

/**
 * For `instrumentation-client.ts`: starts reporting in the browser, with the options of `withSeismo` as defaults. The
 * bundler inserts those values, so each is written out.
 */
export function init({ hydrationDifference = true, integrations = [], ...options }: ClientOptions = {}):
  | Client
  | undefined {
  const tunnel = process.env.SEISMO_NEXT_TUNNEL;
  const own = nextErrors({ hydrationDifference });
  return start({
    dsn: process.env.SEISMO_NEXT_DSN,
    // Empty: `withSeismo` has `tunnel: false`.
    tunnel: tunnel === '' ? false : tunnel,
    release: process.env.SEISMO_NEXT_RELEASE || undefined,
    environment: process.env.SEISMO_NEXT_ENVIRONMENT || process.env.NODE_ENV,
    _metadata: { sdk: { name: 'seismo.javascript.nextjs' } },
    // A page without errors sends nothing; `sessions()` is opt-in.
    defaultIntegrations: [breadcrumbs()],
    ...options,
    integrations:
      typeof integrations === 'function' ? (defaults) => integrations([own, ...defaults]) : [own, ...integrations],
  });
}
