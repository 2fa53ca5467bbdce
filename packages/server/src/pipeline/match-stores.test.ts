import { copyFile, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { DuckDBInstance } from '@duckdb/node-api';
import type { OrganizationId, ProjectId } from '@seismo/protocol';
import { expect, test, vi } from 'vitest';
import type { ReadLimits } from '#journal/contract.ts';
import { openSqliteJournal } from '#journal/sqlite.ts';
import { openDiskBlobs } from '#store/blobs/disk.ts';
import { openSqliteDatabase, openSqliteState } from '#store/state/engines/sqlite/open.ts';
import { up as addLanes } from '#store/state/migrations/0023-lanes.ts';
import { openDuckdbTelemetry } from '#store/telemetry/engines/duckdb/open.ts';
import { eventCountOf } from '#store/telemetry/sample-rows.ts';
import { testPath as at } from '../testing/cleanup.ts';
import { drain, unwatched } from '../testing/drain.ts';
import { envelopeEntry, eventEnvelope, eventIdOf, nowMs } from '../testing/pipeline.ts';
import { startPipeline } from './run.ts';
import type { Stores } from './signal.ts';
import { lostEntries, matchStores, StoresDoNotMatch, type StoreLoss } from './match-stores.ts';

// Every start opens four stores on disk.
vi.setConfig({ testTimeout: 60_000 });

let projectId: ProjectId;
let otherProjectId: ProjectId;
let events = 0;

/** Opens the stores like the server does, runs `work`, and closes them. */
async function run<T>(
  work: (stores: Stores, losses: StoreLoss[]) => Promise<T>,
  { acceptLoss = false, cutOff = false } = {},
): Promise<T> {
  const stores = {
    journal: openSqliteJournal(at('journal.sqlite')),
    state: await openSqliteState(at('state.sqlite')),
    telemetry: await openDuckdbTelemetry(at('telemetry.duckdb'), { cutDamagedLog: true }),
    blobs: await openDiskBlobs(at('blobs')),
  };
  try {
    const adopting = cutOff
      ? { ...stores, telemetry: { ...stores.telemetry, adopt: () => Promise.reject(new Error('cut off')) } }
      : stores;
    return await work(stores, await matchStores(adopting, { newId: () => `id-${at()}`, acceptLoss }));
  } finally {
    await Promise.all(Object.values(stores).map((store) => store.close()));
  }
}

async function send(stores: Stores, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent++) {
    await append(stores, projectId);
    await drain(stores, unwatched(nowMs));
  }
}

function append({ journal }: Stores, to: ProjectId): Promise<number> {
  return journal.append(envelopeEntry(to, eventEnvelope({ event_id: eventIdOf(++events), message: 'x' })));
}

async function begin(stores: Stores): Promise<void> {
  await stores.state.write(async (tx) => {
    const organizationId: OrganizationId = await tx.createOrganization({ slug: 'main', name: 'M', createdAtMs: nowMs });
    const create = (slug: string) =>
      tx.createProject({ organizationId, slug, name: slug, platform: '', createdAtMs: nowMs });
    projectId = await create('web');
    otherProjectId = await create('app');
  });
  await send(stores, 4);
}

const stored = ({ telemetry }: Stores) => eventCountOf(telemetry);

async function moveAway(name: string): Promise<void> {
  for (const end of ['', '-wal', '-shm', '.wal']) {
    if (await stat(at(name + end)).catch(() => null)) await rename(at(name + end), at(`away-${name}${end}`));
  }
}

async function putBack(name: string): Promise<void> {
  await rm(at(name), { recursive: true });
  await rm(at(`${name}-wal`), { force: true });
  await rm(at(`${name}-shm`), { force: true });
  await rename(at(`away-${name}`), at(name));
}

test('stores share one ID, and a later start accepts them', async () => {
  await run(begin);
  await run(async (stores, losses) => {
    expect(losses).toEqual([]);
    const ids = [
      (await stores.journal.identity()).storeId,
      (await stores.telemetry.identity()).storeId,
      await stores.blobs.storeId(),
    ];
    expect(new Set(ids)).toEqual(new Set([`id-${at()}`]));
    expect(await stored(stores)).toBe(4);
  });
});

test('an interrupted first start continues', async () => {
  await expect(run(begin, { cutOff: true })).rejects.toThrow('cut off');
  await run(begin);
  await run(async (stores, losses) => expect([losses, await stored(stores)]).toEqual([[], 4]));
});

test.each(['journal.sqlite', 'telemetry.duckdb', 'blobs'])(
  '%s made anew beside the others is refused, and nothing is removed',
  async (name) => {
    await run(begin);
    await moveAway(name);
    const again = run(async () => {});
    await expect(again).rejects.toThrow(StoresDoNotMatch);
    await expect(run(async () => {})).rejects.toThrow(new RegExp(`^${name.replace('.', '\\.')} is new, but .*restore`));
    await putBack(name);
    await run(async (stores, losses) => expect([losses, await stored(stores)]).toEqual([[], 4]));
  },
);

test('a new state store is refused even if loss is accepted, and telemetry keeps its events', async () => {
  await run(begin);
  await moveAway('state.sqlite');
  await expect(run(async () => {}, { acceptLoss: true })).rejects.toThrow(/^The state store is new/);
  await putBack('state.sqlite');
  await run(async (stores) => expect(await stored(stores)).toBe(4));
});

test('stores from before lanes continue: applied entries are not applied again, and waiting ones are stored once', async () => {
  await run(async (stores) => {
    await begin(stores);
    for (const to of [projectId, projectId, otherProjectId]) await append(stores, to);
  });
  const journal = new DatabaseSync(at('journal.sqlite'));
  // Entry 4 was applied, and a crash followed before it was trimmed.
  const columns = 'kind, project_id, key_id, received_at_ms, limited_categories, body';
  journal.exec(`insert into entry (sequence, ${columns}) select 4, ${columns} from entry where sequence = 5`);
  journal.exec('drop index entry_of_lane; pragma user_version = 5');
  journal.close();
  const state = await openSqliteDatabase(at('state.sqlite'));
  await state.writer.schema.dropTable('lane').execute();
  await addLanes(state.writer as never);
  await state.close();
  const telemetry = await (await DuckDBInstance.create(at('telemetry.duckdb'))).connect();
  await telemetry.run('alter table store_identity drop column last_entry');
  await telemetry.run('alter table events rename column mapping_errors to map_faults');
  await telemetry.run('alter table events rename column unmapped_debug_ids to debug_ids_wanted');
  await telemetry.run('alter table events rename column original_hash to sent_hash');
  await telemetry.run('alter table events drop column body_bytes');
  for (const table of ['thinned', 'counts', 'removals', 'changed_ranges', 'backup_marks'])
    await telemetry.run(`drop table ${table}`);
  await telemetry.run('delete from schema_versions where version >= 12');
  telemetry.closeSync();

  await run(async (stores, losses) => {
    expect([losses, (await stores.telemetry.identity()).lastEntry]).toEqual([[], 4]);
    await drain(stores, unwatched(nowMs));
    expect([await stored(stores), await stores.state.appliedSequence()]).toEqual([7, 7]);
    expect(await stores.state.lanePositions()).toEqual([
      { lane: 0, sequence: 4 },
      { lane: projectId, sequence: 6 },
      { lane: otherProjectId, sequence: 7 },
    ]);
    const range = { fromMs: 0, toMs: nowMs * 2 };
    const rows = await stores.telemetry.query('ledgerTotals', { projectIds: [projectId, otherProjectId], range });
    expect(new Map(rows.map(({ outcome, quantity }) => [outcome, quantity]))).toEqual(
      new Map([
        ['received', 7],
        ['stored', 7],
      ]),
    );
  });
  await run(async (_, losses) => expect(losses).toEqual([]));
});

test('a journal and a state that were set back together behind telemetry are refused, with any journal content', async () => {
  await run(async (stores) => {
    await begin(stores);
    await append(stores, projectId);
    await append(stores, projectId);
  });
  for (const name of ['journal', 'state']) await copyFile(at(`${name}.sqlite`), at(`old-${name}`));
  // Another project's entry is applied before those that wait, and only telemetry has it.
  await run(async (stores) => {
    await append(stores, otherProjectId);
    const read = (readLimits: ReadLimits) => stores.journal.read({ ...readLimits, only: otherProjectId });
    const pipeline = await startPipeline({ ...stores, journal: { ...stores.journal, read } }, unwatched(nowMs));
    await expect.poll(() => stores.state.appliedSequence(), { interval: 2, timeout: 20_000 }).toBe(5);
    await pipeline.stop();
  });
  for (const name of ['journal', 'state']) await copyFile(at(`old-${name}`), at(`${name}.sqlite`));
  await expect(run(async () => {})).rejects.toThrow(
    /^The state store is older .*the first 4 journal entries .*and 5 were/,
  );
  await run(
    async (stores, losses) => {
      expect(losses).toMatchObject([{ entries: 1 }]);
      await drain(stores, unwatched(nowMs));
      expect(await stored(stores)).toBe(6);
    },
    { acceptLoss: true },
  );
});

test('stores without an ID also refuse a new state store', async () => {
  await run(begin);
  const journal = openSqliteJournal(at('journal.sqlite'));
  // As after an upgrade: no store has an ID, and `trimmedThrough` is set.
  expect((await journal.identity()).trimmedThrough).toBe(4);
  await journal.close();
  await rm(at('blobs/.store-id'));
  await moveAway('state.sqlite');
  await expect(
    (async () => {
      const stores = {
        journal: openSqliteJournal(at('journal.sqlite')),
        state: await openSqliteState(at('state.sqlite')),
        telemetry: await openDuckdbTelemetry(at('telemetry.duckdb')),
        blobs: await openDiskBlobs(at('blobs')),
      };
      const anonymous = {
        ...stores,
        journal: { ...stores.journal, identity: async () => ({ ...(await stores.journal.identity()), storeId: null }) },
        telemetry: {
          ...stores.telemetry,
          identity: async () => ({ ...(await stores.telemetry.identity()), storeId: null }),
        },
      };
      try {
        await matchStores(anonymous, { newId: () => 'x', acceptLoss: false });
      } finally {
        await Promise.all(Object.values(stores).map((store) => store.close()));
      }
    })(),
  ).rejects.toThrow(
    /^The state store is older than the other stores: .*the first 0 journal entries .*and 4 were processed /,
  );
});

test('a new journal after accepted loss repeats no sequence: new events are stored', async () => {
  await run(begin);
  await moveAway('journal.sqlite');
  await run(
    async (stores, losses) => {
      expect(losses.map(({ message }) => message)).toEqual([expect.stringContaining('journal.sqlite is older')]);
      await send(stores, 2);
      expect(await stored(stores)).toBe(6);
      expect(await stores.state.appliedSequence()).toBe(6);
    },
    { acceptLoss: true },
  );
});

test("a state store older than the journal's deletions is refused until the loss is accepted", async () => {
  await run(begin);
  await copyFile(at('state.sqlite'), at('old'));
  await run((stores) => send(stores, 3));
  await copyFile(at('old'), at('state.sqlite'));
  await expect(run(async () => {})).rejects.toThrow(
    /^The state store is older .*the first 4 journal entries .*and 7 were processed .*To continue without these 3 entries/,
  );
  await run(
    async (stores, losses) => {
      expect(losses).toMatchObject([{ entries: 3 }]);
      expect([await stored(stores), await lostEntries(stores)]).toEqual([4, 3]);
      await send(stores, 1);
      expect(await stored(stores)).toBe(5);
    },
    { acceptLoss: true },
  );
});

test('a telemetry log that goes missing is noticed, counted, and noticed once', async () => {
  await run(async (stores) => {
    await begin(stores);
    // As after kill -9: the log has rows that the file lacks.
    await copyFile(at('telemetry.duckdb'), at('file'));
  });
  await copyFile(at('file'), at('telemetry.duckdb'));
  await rm(at('telemetry.duckdb.wal'), { force: true });
  await run(async (stores, losses) => {
    expect(losses).toMatchObject([{ entries: 4 }]);
    expect(losses[0]!.message).toMatch(/^telemetry\.duckdb has lost the events of its last 4 journal entries/);
    expect(await lostEntries(stores)).toBe(4);
    await send(stores, 1);
    expect(await stored(stores)).toBe(1);
  });
  await run(async (stores, losses) => expect([losses, await lostEntries(stores)]).toEqual([[], 4]));
});

test('half of a telemetry log that is cut off is noticed and counted', async () => {
  let half = 0;
  await run(async (stores) => {
    await begin(stores);
    const { size } = await stat(at('telemetry.duckdb.wal'));
    half = Math.floor(size / 2);
    await copyFile(at('telemetry.duckdb'), at('file'));
    await copyFile(at('telemetry.duckdb.wal'), at('log'));
  });
  await copyFile(at('file'), at('telemetry.duckdb'));
  await copyFile(at('log'), at('telemetry.duckdb.wal'));
  await truncate(at('telemetry.duckdb.wal'), half);
  await run(async (stores, losses) => {
    const left = await stored(stores);
    expect(left).toBeLessThan(4);
    expect(losses).toMatchObject([{ entries: 4 - left }]);
  });
});

/** Leaves a telemetry store as kill -9 does after `work`, with a hole near the end of its log. */
async function killedWithHole(work: (stores: Stores) => Promise<void>): Promise<Buffer> {
  const files = ['telemetry.duckdb', 'telemetry.duckdb.wal'];
  await run(async (stores) => {
    await send(stores, 1);
    await work(stores);
    for (const name of files) await copyFile(at(name), at(`kill-${name}`));
  });
  for (const name of files) {
    await rename(at(`kill-${name}`), at(name));
  }
  const log = await readFile(at('telemetry.duckdb.wal'));
  log.fill(0, log.length - 30, log.length - 10);
  await writeFile(at('telemetry.duckdb.wal'), log);
  return log;
}

test('a gap in the telemetry log that the journal can refill is cut off, with a copy of the log', async () => {
  await run(begin);
  // The batch of the last entry is in the log; the state store had not recorded it, and the journal still has it.
  const log = await killedWithHole(async ({ telemetry }) => {
    const beyond = { sequence: 6, rows: {}, changes: [] };
    await telemetry.append(beyond);
  });
  await run(async (stores, losses) => {
    expect(losses).toMatchObject([{ entries: 0, message: expect.stringContaining('was truncated at the damage') }]);
    expect(await stored(stores)).toBe(5);
    expect(await readFile(at('telemetry.duckdb.wal.damaged'))).toEqual(log);
    await send(stores, 1);
    expect(await stored(stores)).toBe(6);
  });
});

test('a gap that the journal cannot refill is refused with the log as it was, until the loss is accepted', async () => {
  await run(begin);
  const log = await killedWithHole((stores) => send(stores, 1));
  for (let start = 1; start <= 2; start++) {
    await expect(run(async () => {})).rejects.toThrow(
      /^telemetry\.duckdb\.wal is damaged: the events of 1 journal entries/,
    );
    expect(await readFile(at('telemetry.duckdb.wal'))).toEqual(log);
  }
  await run(
    async (stores, losses) => {
      expect(losses).toMatchObject([{ entries: 1 }, { entries: 0 }]);
      expect([await stored(stores), await lostEntries(stores)]).toEqual([5, 1]);
    },
    { acceptLoss: true },
  );
});
