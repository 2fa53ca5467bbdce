import type { KitAddresses } from '@seismo/server';
import type { PlatformId } from './platforms.ts';
import type { Step } from './snippets/step.ts';

/** Setup steps with Seismo's own SDK, which this server provides; `null` for platforms it does not support. */
export function kitSnippets(platform: PlatformId, dsn: string, kit: KitAddresses): Step[] | null {
  const quotedDsn = JSON.stringify(dsn);
  const options = `  dsn: ${quotedDsn},\n  // Sends straight to this server. A tunnel through your own\n  // site avoids ad blockers: docs/tunnel.md\n  tunnel: false,`;
  switch (platform) {
    case 'javascript':
      return [
        { title: 'Install the SDK', code: `npm install ${kit.browser}` },
        {
          title: 'Initialize it before anything else',
          code: `import * as Seismo from '@seismo/browser';\n\nSeismo.init({\n${options}\n  integrations: [Seismo.breadcrumbs()],\n});`,
        },
        {
          title: 'Or load it without a bundler',
          code: `<script src="${kit.script}"\n  integrity="${kit.scriptIntegrity}"\n  crossorigin="anonymous"></script>\n<script>\n  Seismo.init({\n    dsn: ${quotedDsn},\n    tunnel: false,\n    integrations: [Seismo.breadcrumbs()],\n  });\n</script>`,
        },
        {
          title: 'Throw an error, for example in the console',
          code: `setTimeout(() => { throw new Error('Hello, Seismo'); });`,
        },
      ];
    case 'javascript-react':
      return [
        { title: 'Install the SDK', code: `npm install ${kit.browser}` },
        {
          title: 'Initialize it first in your entry file (src/main.tsx with Vite)',
          code: `import * as Seismo from '@seismo/browser';\n\nSeismo.init({\n${options}\n  integrations: [Seismo.breadcrumbs()],\n});`,
        },
        {
          title: 'Report errors from error boundaries (React 19)',
          code: `const root = createRoot(container, {\n  onCaughtError: (error, { componentStack }) => {\n    Seismo.captureException(error, { contexts: { react: { componentStack } } });\n  },\n});`,
        },
        {
          title: 'Throw an error',
          code: `<button onClick={() => { throw new Error('Hello, Seismo'); }}>Break it</button>`,
        },
      ];
    case 'javascript-nextjs':
      return [
        { title: 'Install the SDK', code: `npm install ${kit.nextjs}` },
        { title: '.env', code: `SEISMO_DSN=${dsn}` },
        {
          title: 'next.config.mjs',
          code: `import { withSeismo } from '@seismo/nextjs/config';\n\nexport default withSeismo({\n  /* your configuration */\n});`,
        },
        {
          title: 'instrumentation.ts',
          code: `export { register, onRequestError } from '@seismo/nextjs';`,
        },
        {
          title: 'instrumentation-client.ts',
          code: `import { init } from '@seismo/nextjs';\n\ninit();`,
        },
        {
          title: 'app/monitoring/route.ts, the tunnel for reports',
          code: `import { tunnel } from '@seismo/nextjs/tunnel';\n\nexport const { POST } = tunnel();`,
        },
        {
          title: 'app/error.tsx, and app/global-error.tsx with GlobalErrorPage',
          code: `'use client';\n\nexport { ErrorPage as default } from '@seismo/nextjs/error';`,
        },
        {
          title: 'Throw an error in a client component',
          code: `<button onClick={() => { throw new Error('Hello, Seismo'); }}>Break it</button>`,
        },
      ];
    default:
      return null;
  }
}
