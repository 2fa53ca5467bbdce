import type { IssueId, ProjectId } from '@seismo/protocol';
import { reprocessEntry } from '#journal/reprocess-entry.ts';
import { newestExamples, type FilteredExample } from '#domain/filters/examples.ts';
import { isInApp } from '#domain/normalize/in-app.ts';
import { itemRules, type Signal, type SignalBatch } from '#pipeline/signal.ts';
import type { State } from '#store/state/contract.ts';
import { createSymbolicator } from '#symbolication/symbolicate.ts';
import { arrivingOf } from '../common/spikes/arriving.ts';
import { createSpikeGuard } from '../common/spikes/guard.ts';
import { ownersOf } from './assign-owners.ts';
import { claimDigests } from './error-digest/claim.ts';
import { deleteEvents } from './operations/delete-events.ts';
import { regroup } from './operations/regroup/regroup.ts';
import { reprocess } from './operations/reprocess/reprocess.ts';
import { eventRetention } from './retention.ts';
import { addEventFacts, eventRows } from './rows.ts';
import { SharedTexts } from './shared-texts.ts';
import { eventSteps } from './steps.ts';
import type { PreparedEvent } from './steps/encode-event.ts';
import { transitionDueIssues } from './transition-due-issues.ts';

export const openErrors: Signal = (services) => {
  const { stores, clock } = services;
  const { state } = stores;
  const symbolicator = createSymbolicator(stores, isInApp);
  const spikes = createSpikeGuard(stores.telemetry, 'events');
  return {
    operations: {
      regroup: { plan: regroup },
      delete: { plan: deleteEvents },
      reprocess: reprocess(services, symbolicator),
    },
    retention: eventRetention(stores),
    jobs: [
      { everyMinutes: 1, run: async () => void (await transitionDueIssues(state, clock.now())) },
      // A spike ends if nothing was limited for a while.
      { everyMinutes: 1, run: () => state.write((tx) => tx.endSpikes(clock.now())) },
      { everyMinutes: 60, run: () => state.write((tx) => tx.trimHours(clock.now())) },
    ],
    async unjournaled() {
      return (await state.openReprocessTasks()).map((task) => reprocessEntry(task, clock.now()));
    },
    async begin(batch): Promise<SignalBatch<PreparedEvent>> {
      const { rules, nowMs, isAhead } = batch;
      const spike = await spikes.begin(
        arrivingOf(batch, () => 1),
        nowMs,
        isAhead,
      );
      const filtered: FilteredExample[] = [];
      const shared = { symbolicator: symbolicator.forBatch(), spike, texts: new SharedTexts(), filtered };
      let issueIds = new Map<string, IssueId>();
      return {
        kinds: { event: itemRules(eventSteps, shared) },
        identity: {
          idsOf: ({ row }) => [row.eventId],
          async stored(projectId, eventIds) {
            const known = await stores.telemetry.query('knownEventIds', { projectId, eventIds });
            return known.map(({ eventId }) => eventId);
          },
        },
        async ensure(events) {
          const errors = events.filter(({ digestOnly }) => !digestOnly);
          issueIds = await ensureIssues(errors, state);
          await claimDigests(errors, stores, nowMs);
          const others = events.filter(({ digestOnly }) => digestOnly);
          for (const [key, issueId] of await ensureIssues(others, state)) issueIds.set(key, issueId);
        },
        rows: (items) => ({
          events: eventRows(
            items.map(({ work }) => work),
            ({ seed }) => issueIds.get(keyOf(seed))!,
          ),
        }),
        async finish(events, { events: rows = [] }, facts) {
          addEventFacts(facts, events, rows, await ownersOf(rows, rules, state), nowMs);
          const examples = newestExamples(filtered);
          return async (tx) => {
            if (examples.length > 0) await tx.saveFilteredExamples(examples);
            if (spike.limited.size > 0) await tx.recordSpikes('events', [...spike.limited], nowMs);
          };
        },
        applied: () => spike.applied(),
      };
    },
  };
};

const keyOf = ({ projectId, hash }: { projectId: ProjectId; hash: string }) => `${projectId}:${hash}`;

/** Only new fingerprints cost a transaction; in a steady stream there are none. */
async function ensureIssues(events: PreparedEvent[], state: State): Promise<Map<string, IssueId>> {
  const seeds = events.map(({ seed }) => seed);
  const found = new Map<string, IssueId>();
  for (const [projectId, ofProject] of Map.groupBy(seeds, (seed) => seed.projectId)) {
    // The first event of each fingerprint in the order of arrival: issues are numbered in that order.
    const bySeed = new Map([...Map.groupBy(ofProject, ({ hash }) => hash)].map(([hash, [first]]) => [hash, first!]));
    const known = await state.issuesByHash(projectId, [...bySeed.keys()]);
    const missing = [...bySeed.values()].filter((seed) => !known.has(seed.hash));
    const created = missing.length > 0 ? await state.write((tx) => tx.ensureIssues(missing)) : [];
    for (const [hash, id] of [...known, ...created]) found.set(keyOf({ projectId, hash }), id);
  }
  return found;
}
