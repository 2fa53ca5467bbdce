import { Code } from '#ui/code.tsx';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { tokenHref, tokenPresets } from '#features/settings/scopes.ts';
import { runtime } from '#server/runtime.ts';

/** How to upload source maps after a build, with a token limited to that. */
export function HowToUpload({ organization, project }: { organization: string; project: string }) {
  const { publicUrl } = runtime();
  const preset = tokenPresets.find(({ id }) => id === 'source-maps')!;
  return (
    <Section title="Upload source maps" note="Run this after each build.">
      <ol className="mb-4 flex max-w-[72ch] list-decimal flex-col gap-1 pl-5 text-13">
        <li>
          <Link href={tokenHref('source-maps')} className="text-accent underline underline-offset-2">
            Create a token
          </Link>{' '}
          for “{preset.name}” (scope <code className="text-12">{preset.scopes.join(' ')}</code>).
        </li>
        <li>
          Store it in CI as <code className="text-12">SENTRY_AUTH_TOKEN</code>.
        </li>
        <li>Add one of these to the build. Other bundler plugins of Sentry take the same options as Vite’s.</li>
      </ol>
      <div className="flex max-w-[72ch] flex-col gap-4">
        <Code
          label="Upload with sentry-cli"
          text={[
            `export SENTRY_URL=${publicUrl}`,
            `export SENTRY_ORG=${organization} SENTRY_PROJECT=${project}`,
            '# SENTRY_AUTH_TOKEN is the token, from the secrets of your CI',
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
    </Section>
  );
}
