import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { stat } from 'node:fs/promises';
import { examine } from './doctor/doctor.ts';
import { configuredDsn } from './tunnel/target.ts';
import { destinationOf } from './upload/destination.ts';
import { hidePublicMaps } from './upload/hidden-maps.ts';
import { uploadBuild } from './upload/upload.ts';

const usage = `seismo-next upload [--dist-dir .next] [--keep-maps]
    Uploads source maps and server actions of a build. Reads SEISMO_AUTH_TOKEN, and SEISMO_DSN or SEISMO_URL and
    SEISMO_PROJECT; SEISMO_ORG, SEISMO_RELEASE and SEISMO_DIST if they are set.

seismo-next doctor --url https://shop.example.com [--tunnel /monitoring] [--beats 20]
    Examines the tunnel of a running app from outside, as a visitor's browser meets it. Reads SEISMO_DSN.

Both read the environment, then the .env files that Next reads for production.
`;

export interface Screen {
  out(text: string): void;
  error(text: string): void;
}

/** Answers the exit code. */
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
  if (!(await stat(distDir).catch(() => null)))
    throw new Error(`there is no build in ${distDir}. Run "next build" first.`);
  // Before anything can fail: whatever becomes of the upload, browsers load no map.
  if (!values['keep-maps']) await hidePublicMaps(distDir);
  const to = destinationOf({}, undefined, env);
  if (!to) throw new Error('there is no token. Set SEISMO_AUTH_TOKEN to one with the scope org:ci.');
  const done = await uploadBuild(distDir, to).catch((error: unknown) => {
    throw new Error(
      `${(error as Error).message}\nThe build keeps working, and browsers can load no source map. To try the upload again, run "seismo-next upload".`,
      { cause: error },
    );
  });
  for (const name of done.leftOut) screen.error(`${name} is larger than 128 MiB and was left out.\n`);
  if (done.scripts === 0) {
    screen.error('No script of the build has a source map. withSeismo switches them on when there is a token.\n');
  }
  screen.out(
    `Seismo: ${done.scripts} scripts with their maps and ${done.actions} server actions uploaded` +
      `${to.release ? ` for release ${to.release}` : ''}` +
      `${done.mapsDeleted ? `; ${done.mapsDeleted} maps removed from what browsers can load` : ''}.\n`,
  );
  return 0;
}

async function doctor(args: string[], env: NodeJS.ProcessEnv, screen: Screen): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: 'string' },
      tunnel: { type: 'string', default: '/monitoring' },
      beats: { type: 'string', default: '20' },
    },
  });
  if (!values.url || !URL.canParse(values.url)) throw new Error('say where the app is: --url https://shop.example.com');
  const beatCount = Math.min(Math.max(Number.parseInt(values.beats, 10) || 0, 1), BEAT_COUNT_MAX);
  const dsn = configuredDsn(undefined, env);
  return (await examine({ appUrl: values.url, tunnelPath: values.tunnel, dsn, beatCount }, screen)) ? 0 : 1;
}

const BEAT_COUNT_MAX = 1000;
