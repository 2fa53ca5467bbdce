import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { stat } from 'node:fs/promises';
import { checkTunnel } from './doctor/doctor.ts';
import { configuredDsn } from './tunnel/target.ts';
import { destinationOf } from './upload/destination.ts';
import { hidePublicMaps } from './upload/hidden-maps.ts';
import { uploadBuild } from './upload/upload.ts';

const usage = `seismo-next upload [--dist-dir .next] [--keep-maps]
    Uploads the source maps and server actions of a build. Requires SEISMO_AUTH_TOKEN and either SEISMO_DSN or
    SEISMO_URL with SEISMO_PROJECT. Optional: SEISMO_ORG, SEISMO_RELEASE, SEISMO_DIST.

seismo-next doctor --url https://shop.example.com [--tunnel /monitoring] [--probes 20]
    Checks the tunnel of a running app from the outside, like a browser. Requires SEISMO_DSN.

Both commands read environment variables, then the .env files that Next.js reads in production.
`;

export interface Screen {
  out(text: string): void;
  error(text: string): void;
}

/** Returns the exit code. */
export async function main(args: string[], env: NodeJS.ProcessEnv, screen: Screen): Promise<number> {
  const [command, ...rest] = args;
  try {
    if (command === 'upload') return await upload(rest, env, screen);
    if (command === 'doctor') return await doctor(rest, env, screen);
  } catch (error) {
    screen.error(`seismo-next ${command}: ${(error as Error).message}\n`);
    return 1;
  }
  screen[command === '--help' ? 'out' : 'error'](usage);
  return command === '--help' ? 0 : 2;
}

async function upload(args: string[], env: NodeJS.ProcessEnv, screen: Screen): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { 'dist-dir': { type: 'string', default: '.next' }, 'keep-maps': { type: 'boolean', default: false } },
  });
  const distDir = resolve(values['dist-dir']);
  if (!(await stat(distDir).catch(() => null))) throw new Error(`no build in ${distDir}. Run "next build" first.`);
  // Runs first, so that a failed upload leaves no public source maps.
  if (!values['keep-maps']) await hidePublicMaps(distDir);
  const to = destinationOf({}, undefined, env);
  if (!to) throw new Error('no token. Set SEISMO_AUTH_TOKEN to a token with the scope org:ci.');
  const done = await uploadBuild(distDir, to).catch((error: unknown) => {
    throw new Error(
      `${(error as Error).message}\nThe build is complete, and its source maps are not public. To retry the upload, run "seismo-next upload".`,
      { cause: error },
    );
  });
  for (const name of done.leftOut) screen.error(`${name} is larger than 128 MiB and was skipped.\n`);
  if (done.scripts === 0) {
    screen.error('No script in the build has a source map. withSeismo turns on source maps when a token is set.\n');
  }
  screen.out(
    `Seismo: uploaded ${done.scripts} scripts with source maps and ${done.actions} server actions` +
      `${to.release ? ` for release ${to.release}` : ''}` +
      `${done.mapsDeleted ? `; removed ${done.mapsDeleted} public source maps` : ''}.\n`,
  );
  return 0;
}

async function doctor(args: string[], env: NodeJS.ProcessEnv, screen: Screen): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: 'string' },
      tunnel: { type: 'string', default: '/monitoring' },
      probes: { type: 'string', default: '20' },
    },
  });
  if (!values.url || !URL.canParse(values.url)) throw new Error('missing app URL. Pass --url https://shop.example.com');
  const probeCount = Math.min(Math.max(Number.parseInt(values.probes, 10) || 0, 1), PROBE_COUNT_MAX);
  const dsn = configuredDsn(undefined, env);
  return (await checkTunnel({ appUrl: values.url, tunnelPath: values.tunnel, dsn, probeCount }, screen)) ? 0 : 1;
}

const PROBE_COUNT_MAX = 1000;
