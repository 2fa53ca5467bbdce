import { resolve } from 'node:path';

/**
 * DuckDB's lock excludes other processes, but not a second instance in this process. Threads have modules of their own, so the
 * path of a store is claimed before its thread starts.
 */
const openPaths = new Set<string>();

/** Returns the function that releases the path. */
export function claimPath(path: string): () => void {
  const key = resolve(path);
  if (openPaths.has(key)) {
    throw new Error(`the telemetry store ${path} cannot be opened (this process has it open already); close it first`);
  }
  openPaths.add(key);
  return () => openPaths.delete(key);
}
