import { existsSync } from 'node:fs';
import { copyStateStore, storesIn } from '@seismo/server/parts';
import type { Config } from '../config.ts';
import { makeDataDir } from '../paths.ts';
import { UsageError } from '../usage.ts';

/** Moves a state store between engines. The server must not run: the copy would lack its later writes. */
export async function copyStateCommand(
  config: Config,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<void> {
  if (!from || !to)
    throw new UsageError('"state copy" needs --from and --to: a postgres:// URL or the path of a file.');
  makeDataDir(config.dataDir);
  const isUrl = (location: string) => /^postgres(ql)?:\/\//.test(location);
  if (!isUrl(from) && !existsSync(from)) throw new UsageError(`The file ${from} does not exist.`);
  const locationOf = (location: string) =>
    isUrl(location) ? storesIn(config.dataDir, location) : { statePath: location, stateUrl: null };
  let last = '';
  const rows = await copyStateStore(locationOf(from), locationOf(to), (table, count) => {
    const line = `${table}: ${count} rows`;
    process.stderr.write(table === last ? `\r${line}` : `${last && '\n'}${line}`);
    last = table;
  });
  process.stderr.write(last && '\n');
  process.stdout.write(`Copied ${rows} rows and verified each against its source.\n`);
}
