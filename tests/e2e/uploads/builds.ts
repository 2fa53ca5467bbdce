import { join } from 'node:path';
import { sentryEsbuildPlugin } from '@sentry/esbuild-plugin';
import { sentryRollupPlugin } from '@sentry/rollup-plugin';
import { sentryVitePlugin } from '@sentry/vite-plugin';
import { sentryWebpackPlugin } from '@sentry/webpack-plugin';

const shop = join(import.meta.dirname, 'shop');

/** The upload settings, as a user writes them. */
export interface Destination {
  url: string;
  project: string;
  authToken: string;
  release: string;
  out: string;
}

const options = ({ url, project, authToken, release }: Destination) => ({
  url,
  org: 'main',
  project,
  authToken,
  release: { name: release, setCommits: false as const, deploy: { env: 'production' } },
  telemetry: false,
  silent: true,
  errorHandler: (error: Error) => {
    throw error;
  },
});

/** Each builds the same small page for production and uploads its source maps. */
export const builds: Record<string, (to: Destination) => Promise<void>> = {
  '@sentry/vite-plugin': async (to) => {
    const { build } = await import('vite');
    await build({
      root: shop,
      logLevel: 'error',
      configFile: false,
      build: {
        outDir: to.out,
        emptyOutDir: true,
        sourcemap: 'hidden',
        rollupOptions: { input: join(shop, 'main.js') },
      },
      plugins: [sentryVitePlugin(options(to))],
    });
  },

  '@sentry/rollup-plugin': async (to) => {
    const { rollup } = await import('rollup');
    const bundle = await rollup({ input: join(shop, 'main.js'), plugins: [sentryRollupPlugin(options(to))] });
    await bundle.write({ dir: to.out, sourcemap: true, compact: true });
    await bundle.close();
  },

  '@sentry/webpack-plugin': async (to) => {
    const { default: webpack } = await import('webpack');
    await new Promise<void>((resolve, reject) => {
      const compiler = webpack({
        mode: 'production',
        context: shop,
        entry: './main.js',
        output: { path: to.out },
        devtool: 'hidden-source-map',
        plugins: [sentryWebpackPlugin(options(to))],
      });
      compiler.run((failure, stats) => {
        const problem = failure ?? (stats?.hasErrors() ? new Error(stats.toString('errors-only')) : null);
        compiler.close(() => (problem ? reject(problem) : resolve()));
      });
    });
  },

  '@sentry/esbuild-plugin': async (to) => {
    const { build } = await import('esbuild');
    await build({
      entryPoints: [join(shop, 'main.js')],
      outdir: to.out,
      bundle: true,
      minify: true,
      sourcemap: 'external',
      logLevel: 'error',
      plugins: [sentryEsbuildPlugin(options(to))],
    });
  },
};
