import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, transform } from 'esbuild';

export const shopOrigin = 'https://shop.acme.example';
const source = join(import.meta.dirname, 'shop-web');

/** What the shop imports, re-exported by name: import maps cannot name the members of a CommonJS module. */
const vendors: Record<string, string> = {
  'react/index': `export { default, createContext, createElement, useEffect, useState } from 'react';`,
  'react/jsx-runtime': `export { Fragment, jsx, jsxs } from 'react/jsx-runtime';`,
  'react-dom/client': `export { createRoot, hydrateRoot } from 'react-dom/client';`,
  '@sentry/react/index': `export * from '@sentry/react';`,
};

async function bundleVendors(): Promise<Map<string, string>> {
  const bundled = await build({
    entryPoints: Object.keys(vendors).map((name) => ({ in: `vendor:${name}`, out: name })),
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: '/node_modules',
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'vendors',
        setup(plugin) {
          plugin.onResolve({ filter: /^vendor:/ }, ({ path }) => ({ path: path.slice(7), namespace: 'vendor' }));
          plugin.onLoad({ filter: /.*/, namespace: 'vendor' }, ({ path }) => ({
            contents: vendors[path] ?? '',
            resolveDir: import.meta.dirname,
          }));
        },
      },
    ],
  });
  return new Map(bundled.outputFiles.map((file) => [file.path, file.text]));
}

/** Each module is served by itself under its own name, as a development server does: frames stay readable. */
export async function openShop() {
  const bundled = await bundleVendors();
  return async function read(path: string, release: string, environment: string) {
    if (path.startsWith('/node_modules/')) return { body: bundled.get(path) ?? '', contentType: 'text/javascript' };
    if (path.startsWith('/src/')) {
      const { code } = await transform(await readFile(join(source, path), 'utf8'), {
        loader: path.endsWith('x') ? 'tsx' : 'ts',
        jsx: 'automatic',
        target: 'es2024',
      });
      return { body: code, contentType: 'text/javascript' };
    }
    const page = await readFile(join(source, 'index.html'), 'utf8');
    const body = page.replace('%RELEASE%', release).replace('%ENVIRONMENT%', environment);
    return { body, contentType: 'text/html' };
  };
}
