import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Order } from './load.ts';

const CLOCK_TICKS_PER_S = 100; // sysconf(_SC_CLK_TCK) on every Linux that Node runs on

const running = new Set<ChildProcess>();
// A failed measurement must leave no process behind.
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** Starts a program of this folder or the server, and waits for its first output. */
export async function startProcess(
  file: string,
  args: string[],
  env: Record<string, string> = {},
  word = 'ready',
  flags: string[] = [],
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...flags, file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  while (!output.includes(word)) {
    const [chunk] = (await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])) as [Buffer | number];
    if (!Buffer.isBuffer(chunk)) throw new Error(`${file} ended before it was ready`);
    output += chunk.toString();
  }
  return child;
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

export interface LoadResult {
  tookS: number;
  perS: number;
  statuses: Record<string, number>;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
}

export async function load(order: Omit<Order, 'host'>): Promise<LoadResult> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'load.ts'), JSON.stringify({ host: '127.0.0.1', ...order })],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error('the load generator failed');
  return JSON.parse(output) as LoadResult;
}

/** Resident bytes and processor seconds of a process, from /proc. */
export function usageOf(child: ChildProcess): { residentBytes: number; cpuS: number } {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return {
    residentBytes: Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) * 1024,
    cpuS: (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_S,
  };
}

/** Samples resident memory until stopped; returns the peak. */
export function watchPeak(child: ChildProcess): () => number {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, usageOf(child).residentBytes);
  }, 50);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

export async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => stat(join(entry.parentPath, entry.name))),
  );
  return sizes.reduce((sum, { size }) => sum + size, 0);
}
