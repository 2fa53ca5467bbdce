import { createHash } from 'node:crypto';

/**
 * Whether a trace is in a share, from 0 to 1, of all traces. By a hash, because clients that sample decide by the digits
 * of the ID, too. A greater share has the traces of a smaller one.
 */
export const sampledDuckdb = (traceId: string, share: string): string =>
  `((md5_number_lower(replace(${traceId}::varchar, '-', '')) >> 11)::double / 9007199254740992 < ${share})`;

/** 32 hex digits. */
export function isSampled(traceId: string, share: number): boolean {
  return Number(createHash('md5').update(traceId).digest().readBigUInt64LE(8) >> 11n) / 2 ** 53 < share;
}
