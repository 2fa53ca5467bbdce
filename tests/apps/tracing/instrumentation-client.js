import * as Seismo from '@seismo/nextjs';
import * as Sentry from '@sentry/nextjs';

const meta = (name) => document.querySelector(`meta[name=${name}]`).content;
// One build serves both clients.
const isOurs = meta('e2e-client') === 'seismo';
const client = isOurs ? Seismo : Sentry;

client.init({
  dsn: meta('e2e-dsn'),
  tunnel: '/monitoring',
  release: 'shop@1',
  tracesSampleRate: 1,
  ...(isOurs && { integrations: [Seismo.tracing()] }),
});

export const onRouterTransitionStart = client.captureRouterTransitionStart;
