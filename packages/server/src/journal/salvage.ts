import { existsSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

/** The entries saved from a damaged journal. */
export interface Salvage {
  /** The damaged journal, beside the new one. */
  copy: string;
  /** Sequences of entries that could not be read. Those that were applied before are among them. */
  unreadable: number[];
  /** Dead letters that could not be read. */
  unreadableDeadLetters: number;
}

/** SQLITE_CORRUPT (sqlite.org/rescode.html). */
const CORRUPT = 11;

export function isCorrupt(error: unknown): boolean {
  const code = (error as { errcode?: number } | null)?.errcode;
  return code !== undefined && (code & 0xff) === CORRUPT;
}

/** Throws if a page that the journal uses cannot be read. Reads the whole file, which after a clean stop is small. */
export function requireSound(db: DatabaseSync): void {
  const found = String(Object.values(db.prepare('pragma quick_check(1)').get()!)[0]);
  if (found !== 'ok') throw Object.assign(new Error(`it is damaged: ${found}`), { errcode: CORRUPT });
}

/** A salvage that ended between its two renames left the new journal beside its place. */
export function finishSalvage(path: string): void {
  if (!existsSync(path) && existsSync(newPath(path))) renameSync(newPath(path), path);
}

/**
 * Copies every entry that can be read into a new journal, under the same sequences, and puts it in the place of the damaged
 * one, which stays beside it. Throws if not even the tables can be found.
 */
export function salvage(path: string, create: (path: string) => DatabaseSync): Salvage {
  for (const end of ['', '-wal']) rmSync(newPath(path) + end, { force: true });
  const found: Pick<Salvage, 'unreadable' | 'unreadableDeadLetters'> = { unreadable: [], unreadableDeadLetters: 0 };
  const from = new DatabaseSync(path, { timeout: 0 });
  try {
    from.exec('pragma locking_mode = exclusive');
    const to = create(newPath(path));
    try {
      to.exec('begin');
      const greatest = new Map(
        from
          .prepare('select name, seq from sqlite_sequence')
          .all()
          .map((row) => [row.name, row.seq]),
      );
      found.unreadable = copyTable(from, to, 'entry', 'sequence', Number(greatest.get('entry') ?? 0));
      copyTable(from, to, 'tried', 'sequence', Number(greatest.get('entry') ?? 0));
      found.unreadableDeadLetters = copyTable(
        from,
        to,
        'dead_letter',
        'id',
        Number(greatest.get('dead_letter') ?? 0),
      ).length;
      copyIdentity(from, to);
      to.exec('delete from sqlite_sequence');
      for (const [name, seq] of greatest)
        to.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name!, seq!);
      to.exec('commit');
    } finally {
      // Closing moves the log into the file.
      to.close();
    }
  } finally {
    from.close();
  }
  let copy = `${path}.damaged`;
  for (let number = 2; existsSync(copy); number++) copy = `${path}.damaged-${number}`;
  for (const end of ['-wal', '']) if (existsSync(path + end)) renameSync(path + end, copy + end);
  renameSync(newPath(path), path);
  return { copy, ...found };
}

const newPath = (path: string): string => `${path}.salvaged`;

function copyIdentity(from: DatabaseSync, to: DatabaseSync): void {
  const row = from.prepare('select store_id, trimmed_through from identity').get();
  if (row) to.prepare('update identity set store_id = ?, trimmed_through = ?').run(row.store_id!, row.trimmed_through!);
}

/** Copies row by row, by key. After an unreadable page, keys are tried one by one. Returns the unreadable keys. */
function copyTable(from: DatabaseSync, to: DatabaseSync, table: string, key: string, greatest: number): number[] {
  const next = from.prepare(`select * from ${table} where ${key} > ? order by ${key} limit 1`);
  const exactly = from.prepare(`select * from ${table} where ${key} = ?`);
  const unreadable: number[] = [];
  for (let at = 0; at < greatest;) {
    let row: Record<string, SQLInputValue> | undefined;
    try {
      row = next.get(at);
      if (!row) break;
      at = row[key] as number;
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      at += 1;
      try {
        row = exactly.get(at);
      } catch (thrown) {
        if (!isCorrupt(thrown)) throw thrown;
        unreadable.push(at);
      }
    }
    if (!row) continue;
    const columns = Object.keys(row);
    const places = columns.map(() => '?').join(', ');
    to.prepare(`insert into ${table} (${columns.join(', ')}) values (${places})`).run(...Object.values(row));
  }
  return unreadable;
}
