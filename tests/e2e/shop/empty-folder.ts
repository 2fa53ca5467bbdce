import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const modules = join(import.meta.dirname, '../../../node_modules');

/** A folder outside of this repository, as a new user has it. */
export async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'seismo-newcomer-'));
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const run = async (command: string, ...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(command, args, { cwd: folder });
    return stdout;
  };
  return {
    run,
    async install(address: string): Promise<void> {
      // An unreachable registry and an empty npm cache: every dependency must come from the address.
      const alone = ['--registry=http://127.0.0.1:1', `--cache=${join(folder, '.npm')}`, '--fetch-retries=0'];
      await run('npm', 'install', address, ...alone, '--prefix', folder, '--no-audit', '--no-fund');
    },
    /** The compiler's errors for `source` in an app with React and Next; empty if there are none. */
    async typeErrors(source: string): Promise<string> {
      for (const name of ['next', 'react', '@types'])
        await symlink(join(modules, name), join(folder, 'node_modules', name));
      await writeFile(join(folder, 'app.tsx'), source);
      const options = '--noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler --jsx react-jsx';
      return run('tsc', ...options.split(' '), '--types', 'node', 'app.tsx').catch(
        (error: { stdout: string }) => error.stdout,
      );
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Imports every entry point of the packages with Node. */
export const usesOfKit = `
  import { register, onRequestError, captureException } from '@seismo/nextjs';
  import { withSeismo } from '@seismo/nextjs/config';
  import { tunnel } from '@seismo/nextjs/tunnel';
  import { tunnel as express } from '@seismo/nextjs/express';
  import { digestIntegration } from '@seismo/nextjs/sentry';
  import { offline } from '@seismo/nextjs/offline';
  const functions = [register, onRequestError, captureException, withSeismo, tunnel, express, digestIntegration, offline];
  const missing = [];
  for (const entry of ['browser', 'feedback', 'offline']) {
    const plain = await import(entry === 'browser' ? '@seismo/browser' : '@seismo/browser/' + entry);
    const own = await import('@seismo/nextjs/' + entry);
    missing.push(...Object.keys(plain).filter((name) => typeof own[name] !== typeof plain[name]));
  }
  console.log(functions.every((one) => typeof one === 'function') && missing.length === 0 ? 'complete' : 'missing: ' + missing);
`;

/** The compiler checks correct and incorrect uses, so the package cannot lose a type unnoticed. */
export const typedUsesOfKit = `
  import { breadcrumbs, init, onRequestError, type Event } from '@seismo/nextjs';
  import { withSeismo } from '@seismo/nextjs/config';
  import { ErrorPage } from '@seismo/nextjs/error';
  import { offline } from '@seismo/nextjs/offline';
  import { tunnel } from '@seismo/nextjs/tunnel';
  import { captureException } from '@seismo/browser';

  init({ dsn: 'x', integrations: [breadcrumbs(), offline()], beforeSend: (event: Event) => event });
  export const { POST } = tunnel({ proxyCount: 1 });
  export default withSeismo({ reactStrictMode: true }, { tunnel: { random: true } });
  export const page = <ErrorPage error={new Error()} reset={() => {}} />;
  captureException(new Error('x'), { tags: { a: 'b' } });

  // @ts-expect-error a DSN is a text
  init({ dsn: 1 });
  // @ts-expect-error no such option
  withSeismo({}, { tunel: '/x' });
  // @ts-expect-error an error page needs an error
  export const empty = <ErrorPage />;
  // @ts-expect-error three arguments
  onRequestError();
  // @ts-expect-error an integration is an object
  offline({ maxQueueSize: 'many' });
`;
