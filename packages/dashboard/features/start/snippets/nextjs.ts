import { throwStep, type Step } from './step.ts';

const button = throwStep(
  `<button onClick={() => { throw new Error('Hello, Seismo'); }}>Break it</button>`,
  'Throw an error in a client component',
);

export function nextjs(dsn: string): Step[] {
  const quotedDsn = JSON.stringify(dsn);
  return [
    { title: 'Install the SDK', code: 'npm install @sentry/nextjs' },
    {
      title: 'instrumentation-client.ts',
      code: `import * as Sentry from '@sentry/nextjs';\n\nSentry.init({\n  dsn: ${quotedDsn},\n  // Optional, against ad blockers: a path of your own site that your server or proxy\n  // forwards to this server. Do not use tunnelRoute of withSentryConfig: it accepts\n  // only sentry.io addresses and silently ignores this one.\n  // tunnel: '/monitoring',\n});\n\nexport const onRouterTransitionStart = Sentry.captureRouterTransitionStart;`,
    },
    {
      title: 'instrumentation.ts',
      code: `import * as Sentry from '@sentry/nextjs';\n\nexport function register() {\n  Sentry.init({\n    dsn: ${quotedDsn},\n  });\n}\n\nexport const onRequestError = Sentry.captureRequestError;`,
    },
    button,
  ];
}
