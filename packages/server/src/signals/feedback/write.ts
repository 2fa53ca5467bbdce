import { itemRules, type Signal, type SignalBatch } from '#pipeline/signal.ts';
import type { FeedbackFacts } from '#store/state/contract.ts';
import { feedbackWrites, followEvents } from './rows.ts';
import { feedbackSteps, userReportSteps } from './steps.ts';

export const openFeedback: Signal = ({ stores }) => ({
  begin: (): SignalBatch<FeedbackFacts> => ({
    kinds: { feedback: itemRules(feedbackSteps, {}), user_report: itemRules(userReportSteps, {}) },
    identity: {
      idOf: ({ feedbackId }) => feedbackId,
      stored: (projectId, ids) => stores.state.knownFeedback(projectId, ids),
    },
    async finish(works, { events }) {
      const { add, join } = await feedbackWrites(works, events ?? [], stores);
      return async (tx) => {
        await tx.addFeedback(add);
        await tx.joinFeedback(join);
      };
    },
  }),
  async followChanges(changes) {
    const links = await followEvents(changes, stores);
    return (tx) => tx.joinFeedback(links);
  },
});
