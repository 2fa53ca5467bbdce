import { Code } from '#ui/code.tsx';
import { Link } from '#ui/link.tsx';
import { runtime } from '#server/runtime.ts';

/** How to upload source maps after a build, with a token limited to that. */
export function HowToUpload({ organization, project }: { organization: string; project: string }) {
  const { publicUrl } = runtime();
  return (
    <div className="flex max-w-[72ch] flex-col gap-4 text-13">
      <p className="text-muted">
        Create a token with the scope <code className="text-12">org:ci</code> under{' '}
        <Link href="/settings/tokens" className="text-accent underline underline-offset-2">
          API tokens
        </Link>{' '}
        , then run these commands after your build. Sentry’s bundler plugins use the same URL, organization, project and
        token.
      </p>
      <Code
        label="Upload with sentry-cli"
        text={[
          `export SENTRY_URL=${publicUrl}`,
          `export SENTRY_ORG=${organization} SENTRY_PROJECT=${project}`,
          'export SENTRY_AUTH_TOKEN=<token>',
          'npx @sentry/cli sourcemaps inject ./dist',
          'npx @sentry/cli sourcemaps upload ./dist',
        ].join('\n')}
      />
      <Code
        label="vite.config.ts"
        text={[
          "import { sentryVitePlugin } from '@sentry/vite-plugin';",
          '',
          'export default defineConfig({',
          "  build: { sourcemap: 'hidden' },",
          '  plugins: [',
          '    sentryVitePlugin({',
          `      url: '${publicUrl}',`,
          `      org: '${organization}',`,
          `      project: '${project}',`,
          '      authToken: process.env.SENTRY_AUTH_TOKEN,',
          '    }),',
          '  ],',
          '});',
        ].join('\n')}
      />
    </div>
  );
}
