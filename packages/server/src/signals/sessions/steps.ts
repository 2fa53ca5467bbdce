import { isFields } from '@seismo/protocol';
import { end, stepsFrom, type Ended, type Item } from '#pipeline/steps.ts';
import { correctClock } from '../common/correct-clock.ts';
import { limitSize } from '../common/limit-size.ts';
import { parse } from '../common/parse.ts';
import { readSession, type SessionFacts } from './rows.ts';

/** Reads a session's state, or the minutes that a server SDK added up: of these, each has its own outcome. */
const foldSession = (work: Item & { raw: object; clockSkewMs: number }): SessionFacts[] | Ended => {
  const { receivedAtMs, clientAddress } = work.origin;
  const { userAddress } = work.rules.scrubbing;
  const { clockSkewMs, raw, records } = work;
  const sessions = readSession(raw, { receivedAtMs, clientAddress, userAddress, clockSkewMs });
  if (sessions.length === 0) return end('invalid', 'shape');
  if (isFields(raw) && Array.isArray(raw['aggregates'])) {
    const { length } = raw['aggregates'];
    records.counted(length);
    records.end({ outcome: 'invalid', reason: 'shape' }, length - sessions.length);
  }
  return sessions;
};

export const sessionSteps = stepsFrom<Item>()
  .step({ limitSize })
  .step({ parse })
  .step({ correctClock })
  .step({ foldSession });
