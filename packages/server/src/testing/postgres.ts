import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresState } from '#store/state/engines/postgres/open.ts';
import { afterwards } from './cleanup.ts';

/** Where Debian installs PostgreSQL's programs; the newest version. */
const installed = '/usr/lib/postgresql';
const programs = existsSync(installed)
  ? readdirSync(installed)
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => join(installed, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'initdb')))
  : undefined;

/** Without PostgreSQL its tests are skipped on a developer's machine. `npm test` installs it, and in CI they must run. */
export const hasPostgres = programs !== undefined || process.env['CI'] !== undefined;

export interface TestPostgres {
  /** The URL of a new, empty schema. */
  createStore(): string;
  /**
   * The URL of a new store with its tables: a copy, because the migrations take four times as much CPU time. It is
   * dropped after the test, because it consists of 650 files: to delete those of all tests at once can take minutes.
   */
  createStoreWithTables(): Promise<string>;
  /** A store as `pg_dump` writes it, and the way back, in one transaction. */
  dump(url: string): string;
  restore(url: string, dump: string): void;
  /** Runs SQL with psql. */
  run(url: string, text: string): string;
  /** Restarts it as after a crash. */
  restart(): void;
  /** Deletes its data unless `keep`. */
  stop(options?: { keep: boolean }): void;
}

/** A separate cluster in a temporary folder, which listens on a socket there, and on a port of 127.0.0.1 if given. */
export function startPostgres(port?: number): TestPostgres {
  if (!programs) throw new Error('PostgreSQL is not installed. Run "apt-get install postgresql".');
  const folder = mkdtempSync(join(tmpdir(), 'seismo-postgres-'));
  const data = join(folder, 'data');
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? userNamed('postgres') : null;
  if (user) chownSync(folder, user.uid, user.gid);
  const run = (program: string, args: string[], options: SpawnSyncOptions = {}) => {
    const { status, stdout, stderr, error } = spawnSync(join(programs, program), args, {
      ...user,
      cwd: folder,
      encoding: 'utf8',
      ...options,
    });
    if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? String(stderr)}${String(stdout)}`);
    return String(stdout);
  };
  // A locale that sorts unlike bytes do, so that no test passes by the luck of the C locale.
  const locale = ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US'];
  run('initdb', ['-D', data, '-U', 'seismo', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...locale]);
  const quick = [
    'fsync=off',
    'full_page_writes=off',
    'max_connections=300',
    `listen_addresses='${port ? '127.0.0.1' : ''}'`,
  ];
  const given = [...quick, `unix_socket_directories='${folder}'`, `port=${port ?? 5432}`].map(
    (setting) => `-c ${setting}`,
  );
  run('pg_ctl', ['start', '-w', '-s', '-D', data, '-l', join(folder, 'log'), '-o', given.join(' ')], {
    stdio: 'ignore',
  });
  const urlOf = (database: string, schema: string) =>
    `postgres://seismo@localhost:${port ?? 5432}/${database}?host=${encodeURIComponent(folder)}&options=${encodeURIComponent(`-c search_path=${schema}`)}`;
  const psql = (url: string, text: string) =>
    run('psql', [url, '-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-c', text]);
  let stores = 0;
  const createStore = (database = 'postgres') => {
    const url = urlOf(database, `seismo_${++stores}`);
    psql(url, `create schema seismo_${stores}`);
    return url;
  };
  const createDatabase = (name: string, from = 'template1') =>
    void psql(urlOf('postgres', 'public'), `create database ${name} template ${from}`);
  let original: Promise<string> | undefined;
  const createOriginal = async () => {
    createDatabase('original');
    const url = createStore('original');
    await (await openPostgresState(url, join(folder, 'secret.key'))).close();
    return url;
  };
  return {
    createStore: () => createStore(),
    async createStoreWithTables() {
      const url = await (original ??= createOriginal());
      const name = `copy_${++stores}`;
      createDatabase(name, 'original');
      afterwards(() => psql(urlOf('postgres', 'public'), `drop database ${name} with (force)`));
      return url.replace('/original?', `/${name}?`);
    },
    dump: (url) => run('pg_dump', [url, '--schema=seismo_*', '--clean', '--if-exists']),
    restore: (url, dump) =>
      void run('psql', [url, '-X', '-q', '-1', '-v', 'ON_ERROR_STOP=1', '-f', '-'], { input: dump }),
    run: psql,
    restart() {
      run('pg_ctl', ['restart', '-w', '-s', '-m', 'immediate', '-D', data, '-l', join(folder, 'log')], {
        stdio: 'ignore',
      });
    },
    stop({ keep } = { keep: false }) {
      run('pg_ctl', ['stop', '-s', '-m', 'immediate', '-D', data]);
      if (!keep) rmSync(folder, { recursive: true });
    },
  };
}

function userNamed(name: string): { uid: number; gid: number } {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout));
  return { uid: uid!, gid: gid! };
}
