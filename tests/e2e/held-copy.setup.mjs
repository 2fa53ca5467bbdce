import childProcess from 'node:child_process';
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The process that copies a store waits while the data directory has the file `hold`. */
const held = join(process.env.SEISMO_DATA_DIR, 'hold');
const { execFile } = childProcess;

childProcess.execFile = (...args) => execFile(...args);
const isCopy = (args) => args[1]?.includes('copyFileSync');
childProcess.execFile[promisify.custom] = async (file, args, options) => {
  while (isCopy(args) && existsSync(held)) await setTimeout(50, undefined, { signal: options?.signal });
  return promisify(execFile)(file, args, options);
};
syncBuiltinESMExports();
