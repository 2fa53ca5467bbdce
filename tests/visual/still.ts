// Loaded before anything else of a server (`node --import`), in all its threads: it is always the same moment, and what
// is rolled is told. The product knows nothing of it.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { momentMs } from './moment.ts';

globalThis.Date = new Proxy(Date, {
  construct: (date, given, asked) => Reflect.construct(date, given.length === 0 ? [momentMs] : given, asked) as Date,
  get: (date, name) => (name === 'now' ? () => momentMs : (Reflect.get(date, name) as unknown)),
});

const told = new Map<number, number>();
const roll = crypto.randomBytes.bind(crypto);

/** Of each length the first, the second and so on. */
function tell(size: number, done?: (error: Error | null, bytes: Buffer) => void): Buffer | void {
  if (done) return roll(size, done);
  const turn = (told.get(size) ?? 0) + 1;
  told.set(size, turn);
  return crypto.createHash('shake256', { outputLength: size }).update(`${size}:${turn}`).digest();
}

Object.assign(crypto, { randomBytes: tell });
syncBuiltinESMExports();
