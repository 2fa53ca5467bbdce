import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPostgres, startPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { newStatePath } from '../../testing/new-stores.ts';
import { copyStateStore, openState, type StateLocation } from '../open.ts';
import { apply } from './batch/seeds.ts';
import { facts, ids, listing, seed } from './issues/seeds.ts';
import { seedProject } from './projects/seeds.ts';

// The machine may have no PostgreSQL.
describe.skipIf(!hasPostgres)('a copy of a state store', { timeout: 120_000 }, () => {
  let postgres: TestPostgres;
  beforeAll(() => void (postgres = startPostgres()));
  afterAll(() => postgres.stop());

  const inSqlite = async (): Promise<StateLocation> => ({ statePath: await newStatePath(), stateUrl: null });
  const inPostgres = async () => ({ ...(await inSqlite()), stateUrl: postgres.createStore() });
  const quiet = () => {};

  /** More issues than one page of a copy, with texts, a deleted account and one whose number must not come again. */
  async function filled(): Promise<StateLocation> {
    const location = await inSqlite();
    const state = await openState(location);
    const project = await seedProject(state);
    const hashes = Array.from({ length: 1100 }, (_, index) => `Größe ${index}`);
    const made = await state.write((tx) => tx.ensureIssues(hashes.map((hash) => seed(project, hash))));
    const issueIds = [...made.values()];
    await apply(
      state,
      7,
      issueIds.map((id, index) => facts(id, { userKeys: [`id:${index % 3}`], lastSeenAtMs: 1000 + index })),
      {
        texts: issueIds.map((issueId, index) => ({
          issueId,
          texts: [
            { field: 'function', text: `useCart${index}` },
            { field: 'value', text: `cart ${index} is empty` },
          ],
        })),
      },
    );
    await state.write((tx) => tx.deleteIssue(issueIds.at(-1)!));
    await state.close();
    return location;
  }

  async function answers(location: StateLocation) {
    const state = await openState(location);
    const project = (await state.projectBySlug((await state.organizationBySlug('main'))!.id, 'web'))!;
    const seeded = { organizationId: project.organizationId, projectId: project.id };
    const search = (text: string[], whole: boolean) =>
      state.listIssues({ ...listing(seeded), where: { text, whole, in: null } }).then(ids);
    const found = {
      project,
      sequence: await state.appliedSequence(),
      issues: await state.listIssues({ ...listing(seeded), count: 2000 }),
      words: [await search(['cart 12 is'], true), await search(['usecart10'], false), await search(['is cart'], true)],
      outbox: await state.outboxAfter(0, 5000),
    };
    const [next] = (await state.write((tx) => tx.ensureIssues([seed(seeded, 'new')]))).values();
    await state.close();
    return { ...found, next };
  }

  test('returns the same rows as its source, from SQLite to PostgreSQL and back, and continues its numbers', async () => {
    const source = await filled();
    const [middle, end] = [await inPostgres(), await inSqlite()];
    const tables: Record<string, number> = {};
    const rows = await copyStateStore(source, middle, (table, count) => (tables[table] = count));
    expect(tables['issue']).toBe(1099);
    expect(rows).toBe(Object.values(tables).reduce((sum, count) => sum + count, 0));
    expect(await copyStateStore(middle, end, quiet)).toBe(rows);
    const expected = await answers(source);
    expect(expected.words.map((each) => each.length > 0)).toEqual([true, true, false]);
    expect(expected.next).toBe(1101);
    expect(await answers(middle)).toEqual(expected);
    expect(await answers(end)).toEqual(expected);
  });

  test('refuses a target that is not empty', async () => {
    const [source, target] = [await filled(), await inPostgres()];
    const state = await openState(target);
    await state.write((tx) => tx.setSetting('a', '1'));
    await state.close();
    await expect(copyStateStore(source, target, quiet)).rejects.toThrow(
      'The target is not empty: it has rows in "setting". Nothing was copied.',
    );
  });

  test('that differs from its source in one row is refused, and the target stays empty', async () => {
    const [source, target] = [await filled(), await inPostgres()];
    await (await openState(target)).close();
    postgres.run(
      target.stateUrl,
      `create function changes() returns trigger language plpgsql as
         $$ begin if new.id = 777 then new.event_count = 9; end if; return new; end $$;
       create trigger changes before insert on issue for each row execute function changes()`,
    );
    await expect(copyStateStore(source, target, quiet)).rejects.toThrow('The copy of "issue" differs from its source.');
    expect(postgres.run(target.stateUrl, 'select count(*) from organization').trim()).toBe('0');
  });
});
