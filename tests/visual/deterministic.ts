// Loaded into a server with `node --import`, in all its threads: stops the clocks and makes random bytes predictable, so
// that the product needs no option for tests.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { frozenTimeMs } from './frozen-time.ts';

globalThis.Date = new Proxy(Date, {
  construct: (date, args, target) => Reflect.construct(date, args.length === 0 ? [frozenTimeMs] : args, target) as Date,
  get: (date, name) => (name === 'now' ? () => frozenTimeMs : (Reflect.get(date, name) as unknown)),
});

// Source code is colored within a time budget, which a server that has just started may exceed.
process.threadCpuUsage = () => ({ user: 0, system: 0 });

const callsBySize = new Map<number, number>();
const originalRandomBytes = crypto.randomBytes.bind(crypto);

/** Depends on the length and on how many were requested before. */
function predictableBytes(size: number, done?: (error: Error | null, bytes: Buffer) => void): Buffer | void {
  if (done) return originalRandomBytes(size, done);
  const call = (callsBySize.get(size) ?? 0) + 1;
  callsBySize.set(size, call);
  return crypto.createHash('shake256', { outputLength: size }).update(`${size}:${call}`).digest();
}

Object.assign(crypto, { randomBytes: predictableBytes });
syncBuiltinESMExports();
