import { itemRules, type Signal, type SignalBatch } from '#pipeline/signal.ts';
import { sessionRetention } from './retention.ts';
import { sessionRows, type SessionFacts } from './rows.ts';
import { sessionSteps } from './steps.ts';

export const openSessions: Signal = ({ stores }) => ({
  retention: sessionRetention(stores),
  begin: (): SignalBatch<SessionFacts[]> => ({
    kinds: { session: itemRules(sessionSteps, {}), sessions: itemRules(sessionSteps, {}) },
    rows: (items) => ({ sessions: sessionRows(items) }),
    async finish(_works, { sessions }, facts) {
      for (const session of sessions ?? []) facts.saw(session, session.startedAtMs, 0);
    },
  }),
});
