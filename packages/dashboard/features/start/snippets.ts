import type { PlatformId } from './platforms.ts';

export interface Step {
  says: string;
  code: string;
}

/** How to report to `dsn` from each platform: install, start, throw. Shown with the real DSN inside. */
export function snippets(platform: PlatformId, dsn: string): Step[] {
  const quotedDsn = JSON.stringify(dsn);
  switch (platform) {
    case 'javascript':
      return [
        { says: 'Install the SDK', code: 'npm install @sentry/browser' },
        {
          says: 'Start it before anything else',
          code: `import * as Sentry from '@sentry/browser';\n\nSentry.init({\n  dsn: ${quotedDsn},\n});`,
        },
        {
          says: 'Throw an error, for example from the console',
          code: `setTimeout(() => { throw new Error('Hello, Seismo'); });`,
        },
      ];
    case 'javascript-react':
      return [
        { says: 'Install the SDK', code: 'npm install @sentry/react' },
        {
          says: 'Start it first in your entry file',
          code: `import * as Sentry from '@sentry/react';\n\nSentry.init({\n  dsn: ${quotedDsn},\n});`,
        },
        {
          says: 'Report what error boundaries catch (React 19)',
          code: `const root = createRoot(container, {\n  onUncaughtError: Sentry.reactErrorHandler(),\n  onCaughtError: Sentry.reactErrorHandler(),\n  onRecoverableError: Sentry.reactErrorHandler(),\n});`,
        },
        {
          says: 'Throw an error',
          code: `<button onClick={() => { throw new Error('Hello, Seismo'); }}>Break it</button>`,
        },
      ];
    case 'javascript-nextjs':
      return [
        { says: 'Install the SDK', code: 'npm install @sentry/nextjs' },
        {
          says: 'instrumentation-client.ts',
          code: `import * as Sentry from '@sentry/nextjs';\n\nSentry.init({\n  dsn: ${quotedDsn},\n  // Optional, against ad blockers: a path of your own site that your server or proxy\n  // passes on to this server. Leave withSentryConfig's tunnelRoute alone: it accepts\n  // sentry.io addresses only and ignores this one without a word.\n  // tunnel: '/monitoring',\n});\n\nexport const onRouterTransitionStart = Sentry.captureRouterTransitionStart;`,
        },
        {
          says: 'instrumentation.ts',
          code: `import * as Sentry from '@sentry/nextjs';\n\nexport function register() {\n  Sentry.init({\n    dsn: ${quotedDsn},\n  });\n}\n\nexport const onRequestError = Sentry.captureRequestError;`,
        },
        {
          says: 'Throw an error in a client component',
          code: `<button onClick={() => { throw new Error('Hello, Seismo'); }}>Break it</button>`,
        },
      ];
    case 'node':
      return [
        { says: 'Install the SDK', code: 'npm install @sentry/node' },
        {
          says: 'instrument.mjs',
          code: `import * as Sentry from '@sentry/node';\n\nSentry.init({\n  dsn: ${quotedDsn},\n});`,
        },
        { says: 'Load it before your application', code: 'node --import ./instrument.mjs app.mjs' },
        { says: 'Throw an error', code: `setTimeout(() => { throw new Error('Hello, Seismo'); });` },
      ];
    case 'other':
      return [
        { says: 'Every Sentry SDK takes the DSN from its options or from the environment', code: `SENTRY_DSN=${dsn}` },
        {
          says: 'Without an SDK, from a shell',
          code: curlEnvelope(dsn),
        },
      ];
  }
}

/** One event by hand: a header line, an item header, the event. */
function curlEnvelope(dsn: string): string {
  const url = URL.canParse(dsn) ? new URL(dsn) : null;
  if (!url) return '';
  const path = url.pathname.replace(/\/([^/]*)$/, '/api/$1/envelope/');
  return `curl '${url.origin === 'null' ? '' : `${url.protocol}//${url.host}`}${path}?sentry_key=${url.username}' \\\n  --data-binary $'{}\\n{"type":"event"}\\n{"message":"Hello, Seismo","level":"error"}'`;
}
