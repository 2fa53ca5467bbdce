import * as Sentry from '@sentry/nextjs';

// The DSN comes with the page, so that one build serves every test. The document of a failed page has none.
const dsn = document.querySelector('meta[name=e2e-dsn]')?.content;

// The SDK's own `tunnelRoute` refuses every DSN that is not sentry.io's; `tunnel` takes any path.
Sentry.init({
  dsn,
  tunnel: '/monitoring',
  release: 'e2e-next@1.0.0',
  environment: 'e2e',
  initialScope: { tags: { side: 'client' }, user: { id: 'u-5', email: 'eva@mail.example' } },
});

export { captureRouterTransitionStart as onRouterTransitionStart } from '@sentry/nextjs';
window.e2eFlush = () => Sentry.flush(30_000);
