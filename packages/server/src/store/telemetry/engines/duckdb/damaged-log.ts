import { copyFile, open, rename, stat } from 'node:fs/promises';

/** A log whose end was cut off. */
export interface CutLog {
  /** The damaged log, beside the store. */
  copy: string;
  putBack(): Promise<void>;
}

/** The position at which the log becomes unreadable, from DuckDB's message; `null` for other errors. */
export function damagedAt(error: unknown): number | null {
  const found = /Corrupt WAL file: .*byte position (\d+)/.exec(error instanceof Error ? error.message : '');
  return found ? Number(found[1]) : null;
}

export async function cutLogAt(path: string, position: number): Promise<CutLog> {
  const log = `${path}.wal`;
  let copy = `${log}.damaged`;
  for (let number = 2; await stat(copy).catch(() => null); number++) copy = `${log}.damaged-${number}`;
  await copyFile(log, copy);
  const file = await open(log, 'r+');
  try {
    await file.truncate(position);
    await file.sync();
  } finally {
    await file.close();
  }
  return { copy, putBack: () => rename(copy, log) };
}
