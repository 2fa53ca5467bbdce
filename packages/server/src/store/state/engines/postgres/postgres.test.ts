import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testPath } from '../../../../testing/cleanup.ts';
import { sql } from 'kysely';
import { limits, type OrganizationId, type ProjectId, type UserId } from '@seismo/protocol';
import { alsoInPages } from '../../../../testing/also-in-pages.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../../../../testing/postgres.ts';
import { nothingApplied } from '../../batch/contract.ts';
import { facts, seed } from '../../issues/seeds.ts';
import { seedProject } from '../../projects/seeds.ts';
import { stateConformance } from '../../state.conformance.ts';
import type { State } from '../../contract.ts';
import { openSqliteDatabase } from '../sqlite/open.ts';
import { openPostgresState, type PostgresOptions } from './open.ts';

// The machine may have no PostgreSQL.
describe.skipIf(!hasPostgres)('the PostgreSQL state', () => {
  let postgres: TestPostgres;
  let url: string;
  let opened: State[];
  beforeAll(() => void (postgres = startPostgres()));
  afterAll(() => postgres.stop());
  beforeEach(async () => {
    url = await postgres.createStoreWithTables();
    opened = [];
  });
  afterEach(async () => {
    for (const state of opened) await state.close().catch(() => {});
  });

  const keyPath = () => testPath('secret.key');
  const open = async (options: PostgresOptions & { leaseEpoch?: number | undefined } = {}) => {
    const state = await openPostgresState(url, keyPath(), options);
    opened.push(state);
    return state;
  };

  for (const [promise, check] of Object.entries(stateConformance))
    test(promise, () => check(async (leaseEpoch) => alsoInPages(await open({ leaseEpoch }))), 120_000);

  test('is opened concurrently, and one opener creates the tables', async () => {
    url = postgres.createStore();
    const states = await Promise.all([1, 2, 3, 4].map(() => open()));
    await states[0]!.write((tx) => tx.setSetting('a', '1'));
    expect(await Promise.all(states.map((state) => state.setting('a')))).toEqual(['1', '1', '1', '1']);
  });

  test('a write that failed only because of another transaction runs again', async () => {
    const state = await open();
    // A sequence keeps its number when the transaction is rolled back.
    postgres.run(
      url,
      `create sequence tries;
       create function fails_once() returns trigger language plpgsql as
         $$ begin if nextval('tries') = 1 then raise 'planned' using errcode = '40P01'; end if; return new; end $$;
       create trigger fails_once before insert on setting for each row execute function fails_once()`,
    );
    let runs = 0;
    await state.write(async (tx) => {
      runs += 1;
      await tx.setSetting('a', String(runs));
    });
    expect([runs, await state.setting('a')]).toEqual([2, '2']);
  });

  test('a write that ignores the failure of a statement is rejected, and nothing of it is stored', async () => {
    const state = await open();
    const written = state.write(async (tx) => {
      await tx.setSetting('a', '1');
      await tx
        .setMembership({ organizationId: 404 as OrganizationId, userId: 404 as UserId, role: 'member' })
        .catch(() => {});
    });
    await expect(written).rejects.toThrow('Nothing was written.');
    expect(await state.setting('a')).toBeNull();
    await state.write((tx) => tx.setSetting('a', '2'));
    expect(await state.setting('a')).toBe('2');
  });

  test('a write to a deleted row is refused as a value', async () => {
    const state = await open();
    const document = { projectId: 404 as ProjectId, name: 'filters' as const, atMs: 1, userId: null, document: {} };
    await expect(state.write((tx) => tx.writeConfiguration(document))).rejects.toMatchObject({
      name: 'Refusal',
      code: 'not-found',
    });
  });

  test('stops a search that takes too long, and answers the next one', async () => {
    const state = await open({ searchMsMax: 300 });
    const { projectId } = await seedProject(state);
    await state.write((tx) =>
      tx.ensureRelease({
        organizationId: 1 as OrganizationId,
        version: '1.0',
        projectIds: [projectId],
        createdAtMs: 1,
      }),
    );
    const search = () =>
      state.listReleaseRecords({
        projectIds: [projectId],
        seenIn: null,
        status: null,
        text: '1',
        after: null,
        count: 5,
      });
    postgres.run(
      url,
      `alter table release_record rename to really;
       create view release_record as select * from really where pg_sleep(5)::text is not null`,
    );
    await expect(search()).rejects.toThrow(/^The search was stopped because it took longer than/);
    postgres.run(url, 'drop view release_record; alter table really rename to release_record');
    expect((await search()).map(({ version }) => version)).toEqual(['1.0']);
  });

  test('refuses a server that may lose writes or is unreachable, without showing the password', async () => {
    const settings = encodeURIComponent('-c synchronous_commit=off');
    const careless = url.replace('&options=', `&options=${settings}%20`);
    await expect(openPostgresState(careless, keyPath())).rejects.toThrow(/synchronous_commit is off/);
    const nowhere = openPostgresState('postgres://seismo:hunter2@127.0.0.1:1/seismo', keyPath());
    const error = await nowhere.catch((reason: unknown) => String(reason));
    expect(error).toMatch(
      /^Error: The state store postgres:\/\/127\.0\.0\.1:1\/seismo cannot be opened: .*ECONNREFUSED/,
    );
    expect(error).not.toContain('hunter2');
  });

  test('reads and writes go on after PostgreSQL restarts, and a batch that was cut off is not applied', async () => {
    const state = await open();
    const project = await seedProject(state);
    const issueId = (await state.write((tx) => tx.ensureIssues([seed(project, 'a')]))).get('a')!;
    const batch = { ...nothingApplied, sequence: 1, atMs: 5, issues: [facts(issueId, {})] };
    const cut = state.write(async (tx) => {
      await tx.applyBatch(batch);
      postgres.restart();
    });
    await expect(cut).rejects.toThrow(/terminat|ECONNRESET|EPIPE/);
    expect((await state.issueById(issueId))!.eventCount).toBe(0);
    await state.write((tx) => tx.applyBatch(batch));
    postgres.restart();
    await state.write((tx) => tx.setSetting('a', 'after'));
    postgres.restart();
    expect([await state.setting('a'), (await state.issueById(issueId))!.eventCount]).toEqual(['after', 1]);
  });

  test('a read fails with a sentence if PostgreSQL does not come back, and the next one works once it does', async () => {
    const state = await open();
    postgres.stop({ keep: true });
    await expect(state.setting('a')).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The state store on PostgreSQL cannot be reached. Try again in a minute.',
    });
    postgres.restart();
    expect(await state.setting('a')).toBeNull();
  });

  test('does not touch a store that a newer version wrote', async () => {
    await open();
    postgres.run(url, 'update schema_version set version = 1000');
    await expect(open()).rejects.toThrow(/written by a newer Seismo \(schema 1000/);
  });

  test('a store of an older version is copied to an SQLite file of that version before it is migrated', async () => {
    url = postgres.createStore();
    await (await open({ schemaVersion: 19 })).close();
    postgres.run(
      url,
      `insert into organization (slug, name, created_at_ms) select 'o' || n, 'Größe', n from generate_series(1, 1200) n;
       insert into project (organization_id, slug, name, platform, created_at_ms) values (7, 'web', 'Web', 'other', 5);
       insert into setting values ('own-project-id', '1');
       delete from organization where id = 1200`,
    );
    const state = await open();
    expect((await state.listOrganizations([7 as OrganizationId]))[0]).toMatchObject({ slug: 'o7' });
    const [file, ...others] = await readdir(testPath('copies'));
    expect([file, others]).toEqual([expect.stringMatching(/^state-19-\w+\.sqlite$/), []]);
    const older = await openSqliteDatabase(testPath('copies', file!), { schemaVersion: 19 });
    const numbers = await older.engine.lastNumber(older.reader, 'organization');
    const rows = await sql<object>`
      select version, (select count(*) from organization) as organizations, (select max(name) from organization) as name,
        (select organization_id from project) as project, (select value from setting) as setting
      from schema_version`.execute(older.reader);
    await older.close();
    expect([numbers, rows.rows]).toEqual([
      1200,
      [{ version: 19, organizations: 1199, name: 'Größe', project: 7, setting: '1' }],
    ]);
  });

  test('an open spike of an older version is one of events', async () => {
    url = postgres.createStore();
    await (await open({ schemaVersion: 36 })).close();
    postgres.run(
      url,
      `insert into organization (slug, name, created_at_ms) values ('main', 'Main', 1);
       insert into project (organization_id, slug, name, platform, created_at_ms) values (1, 'web', 'Web', 'other', 5);
       insert into open_spike (project_id, started_at_ms, limited_at_ms) values (1, 5, 7)`,
    );
    const state = await open();
    await state.write((tx) => tx.recordSpikes('spans', [1 as ProjectId], 8));
    await state.write((tx) => tx.endSpikes(7 + limits.SPIKE_END_MS));
    const rows = await state.outboxAfter(0, 10);
    expect(rows.filter(({ kind }) => kind.startsWith('spike-'))).toMatchObject([
      { kind: 'spike-started', of: 'spans' },
      { kind: 'spike-ended', of: 'events', startedAtMs: 5 },
    ]);
  });

  test('sorts and compares text byte by byte in any locale', async () => {
    const state = await open();
    const slugs = ['a-b', 'ab', 'B', 'a', 'ä', 'Z', 'a_b'];
    const ids = await state.write(async (tx) => {
      const made: OrganizationId[] = [];
      for (const slug of slugs) made.push(await tx.createOrganization({ slug, name: slug, createdAtMs: 1 }));
      return made;
    });
    expect((await state.listOrganizations(ids)).map(({ slug }) => slug)).toEqual(slugs.toSorted());
  });

  test('secrets are stored sealed, with a key outside the database', async () => {
    const state = await open();
    const userId = await state.write(async (tx) => {
      const id = await tx.createUser({ email: 'a@example.com', name: 'A', passwordHash: null, createdAtMs: 1 });
      await tx.setAuthenticator(id, { secret: 'PLANTED', enabledAtMs: 1, lastStep: 0 });
      return id;
    });
    expect(postgres.run(url, 'select secret from authenticator')).toMatch(/^sealed:/);
    expect((await state.authenticatorOf(userId))?.secret).toBe('PLANTED');
    expect(existsSync(keyPath())).toBe(true);
  });

  test.each([
    { point: 'state:before-commit', applied: 0 },
    { point: 'state:after-commit', applied: 1 },
  ])('killed at $point it has applied all of a batch or nothing', async ({ point, applied }) => {
    const state = await open();
    const project = await seedProject(state);
    const ids = await state.write((tx) => tx.ensureIssues([seed(project, 'a')]));
    const issueId = ids.get('a')!;
    const batch = { ...nothingApplied, sequence: 1, atMs: 5, issues: [facts(issueId, {})] };
    const applies = `
      const { openPostgresState } = await import(${JSON.stringify(new URL('./open.ts', import.meta.url).href)});
      const state = await openPostgresState(${JSON.stringify(url)}, ${JSON.stringify(keyPath())});
      await state.write((tx) => tx.applyBatch(${JSON.stringify(batch)}));`;
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', applies], {
      env: { ...process.env, FAIL_AT: point },
    });
    expect(child.signal).toBe('SIGKILL');
    // The transaction of a process that is gone ends when PostgreSQL notices; a write waits for it.
    await state.write(async () => {});
    expect([await state.appliedSequence(), (await state.issueById(issueId))!.eventCount]).toEqual([applied, applied]);
  });
});
