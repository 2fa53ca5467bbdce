import { thrown, type Step } from './step.ts';

const button = thrown(
  `<button onClick={() => { throw new Error('Hello, Seismo'); }}>Break it</button>`,
  'Throw an error in a client component',
);

export function nextjs(dsn: string): Step[] {
  const quotedDsn = JSON.stringify(dsn);
  return [
    { says: 'Install the SDK', code: 'npm install @sentry/nextjs' },
    {
      says: 'instrumentation-client.ts',
      code: `import * as Sentry from '@sentry/nextjs';\n\nSentry.init({\n  dsn: ${quotedDsn},\n  // Optional, against ad blockers: a path of your own site that your server or proxy\n  // forwards to this server. Do not use tunnelRoute of withSentryConfig: it accepts\n  // only sentry.io addresses and silently ignores this one.\n  // tunnel: '/monitoring',\n});\n\nexport const onRouterTransitionStart = Sentry.captureRouterTransitionStart;`,
    },
    {
      says: 'instrumentation.ts',
      code: `import * as Sentry from '@sentry/nextjs';\n\nexport function register() {\n  Sentry.init({\n    dsn: ${quotedDsn},\n  });\n}\n\nexport const onRequestError = Sentry.captureRequestError;`,
    },
    button,
  ];
}
