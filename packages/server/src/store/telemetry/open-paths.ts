import { resolve } from 'node:path';

/**
 * DuckDB's lock keeps other processes away, but not this one: two instances in it would not know of each other.
 * Threads have modules of their own, so whoever starts a thread for a store claims its path first.
 */
const openPaths = new Set<string>();

/** Answers with the function that gives the path back. */
export function claimPath(path: string): () => void {
  const key = resolve(path);
  if (openPaths.has(key)) {
    throw new Error(
      `the telemetry store ${path} cannot be opened (this process has it open already); close that one first`,
    );
  }
  openPaths.add(key);
  return () => openPaths.delete(key);
}
