import { readSession } from '../fold.ts';
import type { Step } from '#pipeline/work.ts';

/** Reads a session's state, or a minute of sessions that a server SDK summed up. */
export const foldSession: Step = (work) => {
  const { receivedAtMs, clientAddress } = work.origin;
  const { userAddress } = work.rules.scrubbing;
  work.sessions = readSession(work.raw, {
    receivedAtMs,
    clientAddress,
    userAddress,
    clockSkewMs: work.clockSkewMs,
  });
  return work.sessions.length > 0 ? null : { outcome: 'invalid', reason: 'shape' };
};
