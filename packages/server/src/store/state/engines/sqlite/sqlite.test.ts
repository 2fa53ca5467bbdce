import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { limits, type IssueId, type OrganizationId, type ProjectId, type UserId } from '@seismo/protocol';
import { describe, expect, test } from 'vitest';
import { testPath } from '../../../../testing/cleanup.ts';
import { newStatePath } from '../../../../testing/new-stores.ts';
import { Kysely } from 'kysely';
import { alsoInPages } from '../../../../testing/also-in-pages.ts';
import { nothingApplied } from '../../batch/contract.ts';
import { apply } from '../../batch/seeds.ts';
import { facts, listing, seed, seedIssue } from '../../issues/seeds.ts';
import { seedProject } from '../../projects/seeds.ts';
import { stateConformance } from '../../state.conformance.ts';
import { migrations } from '../../migrations/run.ts';
import * as sealedSecrets from '../../migrations/0014-sealed-secrets.ts';
import * as sessionOrigin from '../../migrations/0015-session-origin.ts';
import * as plainValues from '../../migrations/0026-plain-values.ts';
import * as firstSeen from '../../migrations/0024-first-seen.ts';
import * as spans from '../../migrations/0037-spans.ts';
import * as identitiesOfOrganizations from '../../migrations/0017-identities-of-organizations.ts';
import { openSecretBox } from '../../secret-box.ts';
import { NodeSqliteConnection, nodeSqliteDialect } from './dialect.ts';
import { openSqliteState, sqliteEngine } from './open.ts';
import { openSearcher } from './searcher.ts';

const path = () => testPath('state.sqlite');

/** A store as it was before this migration, with these rows. */
async function storeBefore(migration: (typeof migrations)[number], rows: string): Promise<void> {
  const before = migrations.indexOf(migration);
  const db = new DatabaseSync(path());
  const connection = new NodeSqliteConnection(db);
  const engine = sqliteEngine(connection, openSearcher(path()), openSecretBox(testPath('secret.key')));
  const old = new Kysely<unknown>({ dialect: nodeSqliteDialect(connection) });
  for (const { up } of migrations.slice(0, before)) await up(old, engine);
  db.exec(`pragma journal_mode = wal; pragma foreign_keys = off;
    create table schema_version ("only" integer primary key, version integer not null);
    insert into schema_version values (1, ${before});
    ${rows}`);
  await old.destroy();
}

describe('the SQLite state', () => {
  for (const [promise, check] of Object.entries(stateConformance))
    // Some ask a search process hundreds of questions.
    test(
      promise,
      () =>
        check(async (leaseEpoch) => {
          if (!existsSync(path())) await newStatePath(testPath());
          return alsoInPages(await openSqliteState(path(), { leaseEpoch }));
        }),
      120_000,
    );

  test('has all data after it is reopened', async () => {
    const before = await openSqliteState(path());
    const project = await seedProject(before);
    await before.write(async (tx) => {
      const ids = await tx.ensureIssues([seed(project, 'a')]);
      const batch = { sequence: 9, atMs: 5, issues: [...ids.values()].map((id) => facts(id, { userKeys: ['id:1'] })) };
      await tx.applyBatch({ ...nothingApplied, ...batch });
    });
    const issues = await before.listIssues(listing(project));
    await before.close();
    const after = await openSqliteState(path());
    expect(await after.listIssues(listing(project))).toEqual(issues);
    expect(await after.appliedSequence()).toBe(9);
    await after.close();
  });

  test('is opened concurrently, and one opener creates the tables', async () => {
    const states = await Promise.all([1, 2, 3, 4].map(() => openSqliteState(path())));
    await states[0]!.write((tx) => tx.setSetting('a', '1'));
    expect(await Promise.all(states.map((state) => state.setting('a')))).toEqual(['1', '1', '1', '1']);
    for (const state of states) await state.close();
  });

  test('waits for the write of another without stopping the thread', async () => {
    const [mine, theirs] = await Promise.all([openSqliteState(path()), openSqliteState(path())]);
    const { promise: free, resolve: release } = Promise.withResolvers<void>();
    const theirWrite = theirs.write(async (tx) => {
      await tx.setSetting('a', 'theirs');
      await free;
    });
    await theirs.setting('a');
    const myWrite = mine.write(async (tx) => {
      const found = await tx.setting('a');
      await tx.setSetting('a', 'mine');
      return found;
    });
    let turns = 0;
    while (turns < 20) await new Promise<void>((resolve) => setImmediate(() => resolve(void turns++)));
    expect(await mine.setting('a')).toBe(null);
    release();
    await theirWrite;
    expect(await myWrite).toBe('theirs');
    expect(await theirs.setting('a')).toBe('mine');
    await Promise.all([mine.close(), theirs.close()]);
  });

  test('refuses a file that is not a state store in one sentence, and leaves it as it is', async () => {
    const garbage = Buffer.from('these bytes were never a state store '.repeat(1000));
    await writeFile(path(), garbage);
    await expect(openSqliteState(path())).rejects.toThrow(
      /^The state store .*state\.sqlite cannot be opened: file is not a database\. Keep the file, and restore /,
    );
    expect(await readFile(path())).toEqual(garbage);
  });

  test('does not touch a store that a newer version wrote', async () => {
    const state = await openSqliteState(path());
    await state.close();
    const db = new DatabaseSync(path());
    db.exec('update schema_version set version = 1000');
    db.close();
    await expect(openSqliteState(path())).rejects.toThrow(/written by a newer Seismo \(schema 1000/);
  });

  test('reads the newest releases of a project by an index, for any number of names', async () => {
    const state = await openSqliteState(path());
    const { projectId, organizationId } = await seedProject(state);
    const db = new DatabaseSync(path());
    db.exec(`with recursive named(n) as (select 1 union all select n + 1 from named where n < 20000)
      insert into release select ${projectId}, n, ${organizationId}, n, n, 1, 0 from named`);
    const plan = db
      .prepare(
        'explain query plan select * from release where project_id = ? order by first_seen_at_ms desc, version limit 9',
      )
      .all(projectId)
      .map(({ detail }) => String(detail));
    db.close();
    expect(plan[0]).toContain('USING INDEX release_by_first_seen (project_id=?)');
    const listed = await state.listReleases(projectId);
    expect([listed.length, listed[0]!.version]).toEqual([limits.RELEASE_OF_PROJECT_COUNT_MAX, '20000']);
    await state.close();
  });

  test('reads the first page of every order of a long list by its index', async () => {
    const state = await openSqliteState(path());
    await seedProject(state);
    await state.close();
    const db = new DatabaseSync(path());
    for (const order of ['last_seen_at_ms', 'first_seen_at_ms', 'event_count', 'user_count']) {
      const plan = db
        .prepare(
          `explain query plan select * from issue where event_count <> 0 and project_id in (?) and status in (?)
           order by ${order} desc, id desc limit 25`,
        )
        .all(1, 'unresolved')
        .map(({ detail }) => String(detail));
      expect(plan).toEqual([expect.stringContaining(`USING INDEX issue_by_${order} (project_id=?)`)]);
    }
    db.close();
  });

  test('a write to a deleted row is refused as a value', async () => {
    const state = await openSqliteState(path());
    const document = { projectId: 404 as ProjectId, name: 'filters' as const, atMs: 1, userId: null, document: {} };
    await expect(state.write((tx) => tx.writeConfiguration(document))).rejects.toMatchObject({
      name: 'Refusal',
      code: 'not-found',
    });
    await state.close();
  });

  describe('secrets that must be read again', () => {
    const seed = 'JBSWY3DPEHPK3PXPPLANTED';
    const clientSecret = 'client-secret-planted';
    const provider = {
      name: 'Acme',
      issuer: 'https://login.example.com',
      clientId: 'seismo',
      clientSecret,
      domains: [],
      verifiedDomains: [],
      role: 'member' as const,
    };

    async function plant(): Promise<{ userId: UserId; organizationId: OrganizationId }> {
      const state = await openSqliteState(path());
      const { organizationId } = await seedProject(state);
      const userId = await state.write(async (tx) => {
        const id = await tx.createUser({ email: 'a@example.com', name: 'A', passwordHash: null, createdAtMs: 1 });
        await tx.setAuthenticator(id, { secret: seed, enabledAtMs: 1, lastStep: 0 });
        await tx.setIdentityProvider({ organizationId, ...provider });
        return id;
      });
      await state.close();
      return { userId, organizationId };
    }

    async function everyByte(): Promise<string> {
      const files = await readdir(testPath());
      return (await Promise.all(files.map((file) => readFile(testPath(file), 'latin1')))).join('');
    }

    test('are in no file in clear', async () => {
      await plant();
      expect(await everyByte()).not.toMatch(/PLANTED|planted/);
    });

    test('are encrypted in a store of an older version, and leave nothing in clear behind', async () => {
      await storeBefore(
        sealedSecrets,
        `insert into authenticator values (1, '${seed}', 1, 0);
         insert into identity_provider values (1, 'Acme', 'https://login.example.com', 'seismo', '${clientSecret}', '[]', 'member');`,
      );
      expect(await everyByte()).toMatch(/PLANTED[^]*planted|planted[^]*PLANTED/);
      const state = await openSqliteState(path());
      expect(await everyByte()).not.toMatch(/PLANTED|planted/);
      expect((await state.authenticatorOf(1 as UserId))?.secret).toBe(seed);
      expect((await state.identityProvider(1 as OrganizationId))?.clientSecret).toBe(clientSecret);
      await state.close();
    });

    test('without the key file everything else still opens', async () => {
      const { userId, organizationId } = await plant();
      await rm(testPath('secret.key'));
      const state = await openSqliteState(path());
      expect(await state.authenticatorOf(userId)).toEqual({ secret: null, enabledAtMs: 1, lastStep: 0 });
      expect(await state.listIdentityProviders()).toEqual([{ organizationId, ...provider, clientSecret: null }]);
      await state.close();
    });
  });

  test('sessions of an older version end for people with an identity at a provider, and stay for all others', async () => {
    const session = (hash: string, person: number) =>
      `insert into session (hash, person_id, created_at_ms, expires_at_ms) values ('${hash}', ${person}, 1, 100);`;
    await storeBefore(
      sessionOrigin,
      `insert into identity values ('https://login.example.com', 'ann', 1);
       ${session('ann', 1)} ${session('bob', 2)}`,
    );
    const state = await openSqliteState(path());
    expect(await state.sessionByHash('ann', 50)).toBeNull();
    expect(await state.sessionByHash('bob', 50)).toMatchObject({ method: 'unknown', organizationId: null });
    await state.close();
  });

  test('identities of an older version belong to the organization of their provider', async () => {
    const organization = (id: number) =>
      `insert into organization (id, slug, name, created_at_ms) values (${id}, 'o${id}', 'O', 1);`;
    const person = (id: number) =>
      `insert into person (id, email, email_key, name, created_at_ms) values (${id}, 'p${id}@x', 'p${id}@x', '', 1);`;
    const issuer = 'https://login.example.com';
    const provider = (id: number) =>
      `insert into identity_provider (organization_id, name, issuer, client_id, client_secret, domains, role)
       values (${id}, 'P', '${issuer}', 'c', 's', '["example.com"]', 'member');`;
    await storeBefore(
      identitiesOfOrganizations,
      `${organization(1)} ${organization(2)} ${person(1)} ${person(2)} ${person(3)} ${provider(1)} ${provider(2)}
       insert into membership (organization_id, person_id, role) values (1, 1, 'member'), (2, 2, 'member'), (1, 3, 'member');
       insert into identity values ('${issuer}', 'one', 1), ('${issuer}', 'two', 2), ('https://gone.example.com', 'three', 3);`,
    );
    const state = await openSqliteState(path());
    const of = async (id: number) =>
      (await state.identitiesOf(id as UserId)).map(({ organizationId, subject }) => [organizationId, subject]);
    expect([await of(1), await of(2), await of(3)]).toEqual([[[1, 'one']], [[2, 'two']], []]);
    expect(await state.identityProvider(1 as OrganizationId)).toMatchObject({
      domains: ['example.com'],
      verifiedDomains: [],
    });
    await state.close();
  });

  test('operations and activities of an older version have the names of today', async () => {
    const activity = (id: number, kind: string, data: object) =>
      `insert into activity values (${id}, 1, null, '${kind}', ${id}, '${JSON.stringify(data)}', null);
       insert into outbox (id, at_ms, kind, project_ids, issue_id, data)
       values (${id}, 1, 'issue-${kind === 'undone' ? 'change-undone' : kind}', '[1]', 1, '${JSON.stringify(data)}');`;
    const ada = { kind: 'person', userId: 1 };
    const comment = { text: '"what":"follow-maps"', editedAtMs: null };
    await storeBefore(
      plainValues,
      `insert into regroup values ('r', 1, 1, 1, 'follow-maps', 1, '{"moves":[],"events":[]}', null);
       ${activity(1, 'escalating', { events: 9, usual: 4, per: 'hour' })}
       ${activity(2, 'assigned', { from: null, to: ada, rule: null })}
       ${activity(3, 'undone', { what: 'follow-maps' })}
       ${activity(4, 'comment', comment)}
       insert into activity values (5, 1, 1, 'followed-maps', 5, '{}', null), (6, 1, 1, 'came-by-maps', 6, '{}', null);
       insert into preference values (1, 'rail', 'narrow');
       insert into configuration (project_id, name, version, at_ms, document)
       values (1, 'privacy', 1, 1, '{"rules":[{"what":"text","pattern":"\\"how\\":","where":"**","how":"mask"}]}');
       insert into undo values ('hash', 1, 'assigned', '${JSON.stringify([{ before: { id: 1, assignee: ada } }])}', 9);`,
    );
    const state = await openSqliteState(path());
    const renamed = [
      { events: 9, threshold: 4, per: 'hour' },
      { from: null, to: { kind: 'user', userId: 1 }, rule: null },
      { action: 'regroup-by-source-map' },
    ];
    expect(await state.activityOf(1 as IssueId)).toMatchObject([
      { kind: 'regrouped-from' },
      { kind: 'regrouped-to' },
      { kind: 'comment', ...comment },
      ...renamed.toReversed(),
    ]);
    expect((await state.outboxAfter(0, 9)).slice(0, 3)).toMatchObject(renamed);
    expect(await state.regroupById('r')).toMatchObject({ operation: 'regroup-by-source-map' });
    expect(await state.preferences(1 as UserId)).toEqual({ sidebar: 'narrow' });
    const [privacy] = await state.configurations([1 as ProjectId]);
    expect(privacy!.document).toEqual({
      rules: [{ type: 'text', pattern: '"how":', source: '**', method: 'mask' }],
    });
    const undo = await state.write((tx) => tx.takeUndo('hash', 1 as UserId, 1));
    expect(undo).toMatchObject({ action: 'assigned', changes: [{ before: { assignee: renamed[1]!.to } }] });
    await state.close();
  });

  test('an open spike of an older version is one of events, and ends as such', async () => {
    await storeBefore(
      spans,
      `insert into organization (id, slug, name, created_at_ms) values (1, 'main', 'Main', 1);
       insert into project (id, organization_id, slug, name, platform, created_at_ms) values (1, 1, 'web', 'Web', '', 1);
       insert into open_spike (project_id, started_at_ms, limited_at_ms) values (1, 5, 7);`,
    );
    const state = await openSqliteState(path());
    await state.write((tx) => tx.recordSpikes('spans', [1 as ProjectId], 8));
    await state.write((tx) => tx.endSpikes(7 + limits.SPIKE_END_MS));
    const rows = await state.outboxAfter(0, 10);
    expect(rows.filter(({ kind }) => kind.startsWith('spike-'))).toMatchObject([
      { kind: 'spike-started', of: 'spans' },
      { kind: 'spike-ended', of: 'events', startedAtMs: 5 },
    ]);
    await state.close();
  });

  test('an issue of an older version is first seen only where its project was not seen before', async () => {
    await storeBefore(
      firstSeen,
      `insert into organization (id, slug, name, created_at_ms) values (1, 'main', 'Main', 1);
       insert into project (id, organization_id, slug, name, platform, created_at_ms) values (1, 1, 'web', 'Web', '', 1);
       insert into environment (project_id, name) values (1, 'production'), (1, 'staging');
       insert into release values (1, '1.0', 1, 1, 1, 1);
       insert into issue (id, organization_id, project_id, short_id, status, level, platform, event_count,
         first_seen_at_ms, last_seen_at_ms, first_release, last_release, type, value, culprit, search_text)
       values (1, 1, 1, 'OLD-1', 'unresolved', 'error', '', 1, 1, 1, '1.0', '1.0', '', '', '', '');`,
    );
    const state = await openSqliteState(path());
    const [organizationId, projectId, old] = [1 as OrganizationId, 1 as ProjectId, 1 as IssueId];
    const created = await seedIssue(state, { organizationId, projectId }, 'new');
    const seenIn = async (sequence: number, issueId: IssueId, environment: string, release: string) => {
      const before = (await state.outboxAfter(0, 100)).length;
      await apply(state, sequence, [facts(issueId, { environments: [environment], lastRelease: release })], {
        environments: [{ projectId, name: environment }],
        releases: [{ organizationId, projectId, version: release, firstSeenAtMs: 2, lastSeenAtMs: 2, events: 1 }],
      });
      const rows = await state.outboxAfter(before, 100);
      return rows.flatMap((row) => (row.kind === 'issue-first-seen-in' ? [[row.environments, row.releases]] : []));
    };
    expect(await seenIn(1, old, 'production', '1.0')).toEqual([]);
    expect(await seenIn(2, created, 'production', '1.0')).toEqual([[['production'], ['1.0']]]);
    expect(await seenIn(3, old, 'preview', '2.0')).toEqual([[['preview'], ['2.0']]]);
    // Counted anew from its events, it is known completely.
    const counted = { issueId: old, events: 1, userKeys: [], hours: [], firstSeen: [], seen: null };
    await state.write((tx) => tx.recountIssues([counted], 1));
    expect(await seenIn(4, old, 'staging', '1.0')).toEqual([[['staging'], ['1.0']]]);
    await state.close();
  });

  test.each([
    { place: 'state:before-commit', applied: 0 },
    { place: 'state:after-commit', applied: 1 },
  ])('killed at $place it has applied all of a batch or nothing', async ({ place, applied }) => {
    const before = await openSqliteState(path());
    const seeded = await seedProject(before);
    const ids = await before.write((tx) => tx.ensureIssues([seed(seeded, 'a')]));
    await before.close();
    const issueId = ids.get('a')!;
    const batch = { ...nothingApplied, sequence: 1, atMs: 5, issues: [facts(issueId, {})] };
    const applies = `
      const { openSqliteState } = await import(${JSON.stringify(new URL('./open.ts', import.meta.url).href)});
      const state = await openSqliteState(${JSON.stringify(path())});
      await state.write((tx) => tx.applyBatch(${JSON.stringify(batch)}));`;
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', applies], {
      env: { ...process.env, FAIL_AT: place },
    });
    expect(child.signal).toBe('SIGKILL');
    const after = await openSqliteState(path());
    expect([await after.appliedSequence(), (await after.issueById(issueId))!.eventCount]).toEqual([applied, applied]);
    await after.close();
  });
});
