import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const CHECK = `const db = new (require('node:sqlite').DatabaseSync)(process.argv[1], { readOnly: true });
process.stdout.write(String(Object.values(db.prepare('pragma quick_check(1)').get())[0]));`;

/**
 * Reads every page of a store that other processes may have open. Returns `ok`, or what is damaged. In a process of its
 * own, because it blocks its thread, and because closing the file would release the locks of this process.
 */
export async function quickCheckSqlite(path: string, msMax: number): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', CHECK, path], { timeout: msMax });
  return stdout;
}
