import type { EventId, ProjectId } from '@seismo/protocol';
import { itemRules, type Signal, type SignalBatch, type Stores } from '#pipeline/signal.ts';
import type { FeedbackFacts, FeedbackLink } from '#store/state/contract.ts';
import type { EventChange, EventRow } from '#store/telemetry/contract.ts';
import { feedbackSteps, userReportSteps } from './steps.ts';

export const openFeedback: Signal = ({ stores }) => ({
  begin: (): SignalBatch<FeedbackFacts> => ({
    kinds: { feedback: itemRules(feedbackSteps, {}), user_report: itemRules(userReportSteps, {}) },
    identity: {
      idsOf: ({ feedbackId }) => [feedbackId],
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

type Link = Pick<FeedbackLink, 'id' | 'eventHash'>;

/**
 * The feedback that a batch adds, each with the group of its event, stored or in the same batch; and links from earlier
 * feedback to the batch's events. Only events of the same project count.
 */
async function feedbackWrites(
  feedback: FeedbackFacts[],
  rows: readonly EventRow[],
  { state, telemetry }: Pick<Stores, 'state' | 'telemetry'>,
): Promise<{ add: FeedbackFacts[]; join: Link[] }> {
  const written: { add: FeedbackFacts[]; join: Link[] } = { add: [], join: [] };
  for (const [projectId, ofProject] of Map.groupBy([...feedback, ...rows], (each) => each.projectId)) {
    const events = ofProject.filter((each) => 'issueId' in each);
    const hashes = new Map<EventId, string>(events.map(({ eventId, hash }) => [eventId, hash]));
    if (events.length > 0) {
      const waiting = await state.feedbackAbout(projectId, { eventIds: [...hashes.keys()], hashes: [] });
      written.join.push(...waiting.map(({ id, eventId }) => ({ id, eventHash: hashes.get(eventId)! })));
    }
    const added = ofProject.filter((each) => 'feedbackId' in each);
    const wanted = added.flatMap(({ eventId }) => (eventId !== null && !hashes.has(eventId) ? [eventId] : []));
    for (const [eventId, hash] of await hashesOf(projectId, wanted, telemetry)) hashes.set(eventId, hash);
    written.add.push(...added.map((each) => ({ ...each, eventHash: hashes.get(each.eventId ?? none) ?? null })));
  }
  return written;
}

/** Links feedback to the new groups of its stored events. */
async function followEvents(
  changes: readonly EventChange[],
  { state, telemetry }: Pick<Stores, 'state' | 'telemetry'>,
): Promise<Link[]> {
  const links: Link[] = [];
  for (const [projectId, ofProject] of Map.groupBy(changes, (change) => change.projectId)) {
    const eventIds = ofProject.flatMap((change) => ('eventId' in change ? [change.eventId] : []));
    const left = ofProject.flatMap((change) => {
      if ('regroup' in change) return [change.regroup.from];
      return 'undoRegroup' in change ? [change.undoRegroup.to] : [];
    });
    if (eventIds.length === 0 && left.length === 0) continue;
    const about = await state.feedbackAbout(projectId, { eventIds, hashes: left });
    const hashes = await hashesOf(projectId, [...new Set(about.map(({ eventId }) => eventId))], telemetry);
    for (const { id, eventId, eventHash } of about) {
      const now = hashes.get(eventId);
      if (now !== undefined && now !== eventHash) links.push({ id, eventHash: now });
    }
  }
  return links;
}

const none = '' as EventId;

async function hashesOf(
  projectId: ProjectId,
  eventIds: EventId[],
  telemetry: Stores['telemetry'],
): Promise<Map<EventId, string>> {
  if (eventIds.length === 0) return new Map();
  const where = { eventIds };
  const heads = await telemetry.query('eventsOfProject', { projectId, where, before: null, count: eventIds.length });
  return new Map(heads.map(({ eventId, hash }) => [eventId, hash]));
}
