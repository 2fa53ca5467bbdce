import assert from 'node:assert/strict';
import type { UserId } from '@seismo/protocol';
import { withSharedReads } from '#platform/page-scope.ts';
import { alertConformance } from './alerts/conformance.ts';
import { artifactConformance } from './artifacts/conformance.ts';
import { auditConformance } from './audit/conformance.ts';
import { batchConformance } from './batch/conformance.ts';
import { configurationConformance } from './configuration/conformance.ts';
import type { State } from './contract.ts';
import { digestConformance } from './digests/conformance.ts';
import { endUserConformance } from './end-users/conformance.ts';
import { feedbackConformance } from './feedback/conformance.ts';
import { groupingConformance } from './grouping/conformance.ts';
import { identityConformance } from './identities/conformance.ts';
import { issueConformance } from './issues/conformance.ts';
import { leaseConformance } from './lease/conformance.ts';
import { issueStatusConformance } from './issues/status.conformance.ts';
import { listingConformance } from './issues/listing.conformance.ts';
import { browserConformance } from './browsers/conformance.ts';
import { slackConformance } from './slack/conformance.ts';
import { releaseSummaryConformance } from './release-summaries/conformance.ts';
import { maintenanceConformance } from './maintenance/conformance.ts';
import { notificationConformance } from './notifications/conformance.ts';
import { outboxConformance } from './outbox/conformance.ts';
import { publishedConformance } from './outbox/published.conformance.ts';
import { userConformance } from './users/conformance.ts';
import { projectConformance } from './projects/conformance.ts';
import { seedProject, type SeededProject } from './projects/seeds.ts';
import { referenceConformance } from './references/conformance.ts';
import { releaseConformance } from './releases/conformance.ts';
import { removalConformance } from './removal/conformance.ts';
import { reprocessConformance } from './reprocessing/conformance.ts';
import { savedSearchConformance } from './saved-searches/conformance.ts';
import { searchConformance } from './search/conformance.ts';
import { secondFactorConformance } from './second-factor/conformance.ts';
import { settingConformance } from './settings/conformance.ts';
import { shareConformance } from './shares/conformance.ts';
import { signInConformance } from './sign-in/conformance.ts';
import { teamConformance } from './teams/conformance.ts';
import { usageConformance } from './usage/conformance.ts';

type OpenState = (leaseEpoch?: number) => Promise<State>;

/** Checks of a new store that holds one project; `open` opens the same store again. */
export type StatePromises = Record<string, (state: State, project: SeededProject, open: OpenState) => Promise<void>>;

/** Common to all subjects: how the state is read, written and closed. */
const writeConformance: StatePromises = {
  'commits all writes of a callback or none, and returns its result or throws its error': async (state) => {
    assert.equal(await state.write(async () => 42), 42);
    const failed = state.write(async (tx) => {
      await tx.setSetting('a', 'lost');
      await tx.createUser({ email: 'lost@example.com', name: '', passwordHash: null, createdAtMs: 1 });
      throw new TypeError('changed my mind');
    });
    await assert.rejects(failed, new TypeError('changed my mind'));
    assert.equal(await state.setting('a'), null);
    assert.equal(await state.userCount(), 0);
    await state.write((tx) => tx.setSetting('a', 'kept'));
    assert.equal(await state.setting('a'), 'kept');
  },

  'shows a write to others only when it is complete, and to itself at once': async (state) => {
    const { promise: looked, resolve: haveLooked } = Promise.withResolvers<void>();
    const { promise: written, resolve: haveWritten } = Promise.withResolvers<void>();
    const writing = state.write(async (tx) => {
      await tx.setSetting('a', 'new');
      assert.equal(await tx.setting('a'), 'new');
      haveWritten();
      await looked;
    });
    await written;
    assert.equal(await state.setting('a'), null);
    haveLooked();
    await writing;
    assert.equal(await state.setting('a'), 'new');
  },

  'runs writes one after the other, in the order of the calls': async (state) => {
    const order: number[] = [];
    const writes = [1, 2, 3, 4].map((number) =>
      state.write(async (tx) => {
        const before = Number((await tx.setting('sum')) ?? 0);
        order.push(number);
        await tx.setSetting('sum', String(before + number));
      }),
    );
    await Promise.all(writes);
    assert.deepEqual(order, [1, 2, 3, 4]);
    assert.equal(await state.setting('sum'), '10');
  },

  'lets no write of another opener come between the reads and the writes of one': async (state, _project, open) => {
    const openers = [state, await open()];
    const add = (state: State) =>
      state.write(async (tx) => {
        const before = Number((await tx.setting('sum')) ?? 0);
        await tx.setSetting('sum', String(before + 1));
      });
    await Promise.all(Array.from({ length: 20 }, (_, index) => add(openers[index % 2]!)));
    assert.equal(await openers[0]!.setting('sum'), '20');
  },

  'gives numbers that grow in the order in which writes commit, also over two openers': async (one, _project, open) => {
    const other = await open();
    const { promise: numbered, resolve: haveNumbered } = Promise.withResolvers<void>();
    const { promise: mayCommit, resolve: letCommit } = Promise.withResolvers<void>();
    const organization = (slug: string) => ({ slug, name: slug, createdAtMs: 1 });
    const first = one.write(async (tx) => {
      const id = await tx.createOrganization(organization('first'));
      haveNumbered();
      await mayCommit;
      return id;
    });
    await numbered;
    const second = other.write((tx) => tx.createOrganization(organization('second')));
    // Time enough to commit, if it could.
    for (let turn = 0; turn < 20; turn++) assert.equal(await other.organizationBySlug('second'), null);
    letCommit();
    assert.ok((await first) < (await second));
    assert.ok(await other.organizationBySlug('first'));
  },

  'finishes writes that are under way when it closes, and rejects later ones': async (state) => {
    const writing = state.write((tx) => tx.setSetting('a', '1'));
    const closing = state.close();
    await writing;
    await closing;
    await assert.rejects(state.write((tx) => tx.setSetting('a', '2')));
    await assert.rejects(state.setting('a'));
  },

  "answers with plain objects that are the caller's own": async (state, { projectId }) => {
    const project = (await state.projectById(projectId))!;
    assert.equal(Object.getPrototypeOf(project), Object.prototype);
    project.name = 'changed by the reader';
    assert.notEqual((await state.projectById(projectId))!.name, project.name);
  },
};

const pageConformance: StatePromises = {
  'fails only the read of a page that cannot be answered': async (state, { organizationId }) => {
    const [failed, projects] = await withSharedReads(() =>
      Promise.allSettled([state.userById([] as unknown as UserId), state.listProjects([organizationId])]),
    );
    assert.equal(failed.status, 'rejected');
    assert.equal(projects.status === 'fulfilled' && projects.value.length, 1);
  },
};

const promises: StatePromises = {
  ...userConformance,
  ...signInConformance,
  ...identityConformance,
  ...secondFactorConformance,
  ...auditConformance,
  ...projectConformance,
  ...issueConformance,
  ...groupingConformance,
  ...digestConformance,
  ...endUserConformance,
  ...feedbackConformance,
  ...issueStatusConformance,
  ...listingConformance,
  ...referenceConformance,
  ...releaseConformance,
  ...leaseConformance,
  ...outboxConformance,
  ...publishedConformance,
  ...artifactConformance,
  ...batchConformance,
  ...settingConformance,
  ...shareConformance,
  ...searchConformance,
  ...savedSearchConformance,
  ...alertConformance,
  ...maintenanceConformance,
  ...browserConformance,
  ...slackConformance,
  ...releaseSummaryConformance,
  ...notificationConformance,
  ...configurationConformance,
  ...teamConformance,
  ...usageConformance,
  ...removalConformance,
  ...reprocessConformance,
  ...writeConformance,
  ...pageConformance,
};

/** The contract of every state store, runnable on any engine (and on broken ones, in tests/canaries). */
export const stateConformance = Object.fromEntries(
  Object.entries(promises).map(([promise, check]) => [
    promise,
    async (open: OpenState) => {
      const state = await open();
      await check(state, await seedProject(state), open);
    },
  ]),
);
