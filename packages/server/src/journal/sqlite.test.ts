import { spawnSync } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { testPath } from '../testing/cleanup.ts';
import { limits, type ProjectId } from '@seismo/protocol';
import { entry, letter } from './journal.conformance.ts';
import { openSqliteJournal } from './sqlite.ts';

const everything = { entriesMax: 1000, bytesMax: 1e9 };
const path = () => testPath('journal.sqlite');

describe('the SQLite journal', () => {
  test('has all data after it is reopened', async () => {
    const before = openSqliteJournal(path());
    await Promise.all([before.append(entry({})), before.append(entry({})), before.append(entry({}))]);
    await before.countTry(3);
    await before.trim([{ lane: 7, sequence: 2 }], 2);
    await before.addDeadLetter(letter({ sequence: 2 }));
    const stats = await before.stats();
    await before.close();

    const after = openSqliteJournal(path());
    expect(await after.stats()).toEqual(stats);
    expect((await after.read(everything)).map(({ sequence, tries }) => [sequence, tries])).toEqual([[3, 1]]);
    await after.trim([{ lane: 7, sequence: 3 }], 3);
    await after.close();

    const empty = openSqliteJournal(path());
    expect(await empty.append(entry({}))).toBe(4);
    await empty.close();
  });

  test('rejects appends on a full disk and recovers when there is space', async () => {
    const journal = openSqliteJournal(path(), { pagesMax: 25 });
    const body = () => new Uint8Array(100_000);
    const appended = await journal.append(entry({ body: body() }));
    const refused = await Promise.allSettled([1, 2, 3, 4].map(() => journal.append(entry({ body: body() }))));
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
    expect((refused[0] as PromiseRejectedResult).reason.message).toMatch(/full/);
    expect((await journal.read(everything)).map(({ sequence }) => sequence)).toEqual([appended]);
    expect((await journal.stats()).entries).toBe(1);
    await journal.trim([{ lane: 7, sequence: appended }], appended);
    expect(await journal.append(entry({ body: body() }))).toBeGreaterThan(appended);
    await journal.close();
  });

  test('gives the space of a long backlog back while it runs', async () => {
    const journal = openSqliteJournal(path());
    const count = 100;
    for (let n = 0; n < count; n++) await journal.append(entry({ body: new Uint8Array(1024 * 1024) }));
    expect((await stat(path())).size).toBeGreaterThan(limits.JOURNAL_FREE_BYTES_MAX);
    await journal.trim([{ lane: 7, sequence: count }], count);
    expect((await stat(path())).size).toBeLessThan(1024 * 1024);
    await journal.close();
  });

  test('frees unused space when it is stopped', async () => {
    const journal = openSqliteJournal(path());
    const sequences = await Promise.all(
      Array.from({ length: 200 }, () => journal.append(entry({ body: new Uint8Array(20_000) }))),
    );
    await journal.trim([{ lane: 7, sequence: sequences.at(-2)! }], sequences.at(-2)!);
    await journal.close();
    expect((await readFile(path())).byteLength).toBeLessThan(400_000);
    const again = openSqliteJournal(path());
    expect((await again.read(everything)).map(({ sequence }) => sequence)).toEqual([sequences.at(-1)]);
    await again.close();
  });

  test('frees the space of a long backlog', async () => {
    const journal = openSqliteJournal(path());
    const body = new Uint8Array(10 * 1024 * 1024);
    let last = 0;
    for (let count = 0; count < 8; count++) last = await journal.append(entry({ body }));
    await journal.trim([{ lane: 7, sequence: last }], last);
    await journal.close();
    expect((await readFile(path())).byteLength).toBeLessThan(1024 * 1024);
  });

  test('refuses a file that is not a journal in one sentence, and leaves it as it is', async () => {
    const garbage = Buffer.from('these bytes were never a journal '.repeat(1000));
    await writeFile(path(), garbage);
    expect(() => openSqliteJournal(path())).toThrow(
      /^The journal .*journal\.sqlite cannot be opened: file is not a database\. Keep the file, and restore /,
    );
    expect(await readFile(path())).toEqual(garbage);
  });

  test('migrates a journal of the first version with its waiting entries and dead letters', async () => {
    const before = openSqliteJournal(path());
    await before.append(entry({ keyId: 3, userAgent: 'curl/8' }));
    await before.append(entry({}));
    const failed = { part: 0, projectId: 7 as ProjectId, itemKind: 'event', reason: 'error' as const, detail: '' };
    await before.addDeadLetter({ ...failed, sequence: 2, tries: 1, failedAtMs: 0, entry: entry({ keyId: 3 }) });
    await before.close();
    const older = new DatabaseSync(path());
    older.exec('drop index entry_of_lane');
    older.exec('drop index dead_letter_of_project');
    older.exec('alter table dead_letter rename to aside');
    older.exec('alter table aside rename column of_project_id to aside_project_id');
    older.exec('alter table aside rename column failed_at_ms to set_aside_at_ms');
    older.exec('create index aside_of_project on aside (aside_project_id, id)');
    for (const table of ['entry', 'aside']) older.exec(`alter table ${table} drop column key_id`);
    older.exec('alter table entry drop column checksum');
    older.exec('drop table identity');
    older.exec('pragma user_version = 1');
    older.close();

    const journal = openSqliteJournal(path());
    expect(await journal.identity()).toEqual({ storeId: null, lastSequence: 2, trimmedThrough: 0, salvaged: null });
    const [first, second] = await journal.read(everything);
    expect([first!.keyId, first!.userAgent, second!.keyId]).toEqual([0, 'curl/8', 0]);
    const [letter] = await journal.listDeadLetters(7 as ProjectId, 1);
    expect(await journal.replay(7 as ProjectId, letter!.id)).toBe(3);
    expect(await journal.append(entry({ keyId: 5, body: new Uint8Array(100_000) }))).toBe(4);
    const records = (await journal.read(everything)).slice(2);
    expect(records.map(({ keyId, body }) => [keyId, body.byteLength])).toEqual([
      [0, 3],
      [5, 100_000],
    ]);
    await journal.close();
  });

  test('migrates waiting tasks of version 6 to the names of today', async () => {
    const text = new TextEncoder();
    const task = (name: string, keep: string, value: string) =>
      text.encode(
        JSON.stringify({ id: 'a', [name]: value, issueId: 1, groups: [], [keep]: 'h', digest: '"deed":"x"' }),
      );
    const before = openSqliteJournal(path());
    const regroup = entry({ kind: 'regroup', body: task('deed', 'keep', 'follow-maps') });
    for (const each of [regroup, entry({}), entry({ kind: 'delete' })]) await before.append(each);
    await before.addDeadLetter(letter({ sequence: 1, entry: regroup }));
    await before.addDeadLetter(letter({ sequence: 3, itemKind: 'delete', entry: entry({ kind: 'delete' }) }));
    await before.close();
    const older = new DatabaseSync(path());
    older.exec(`pragma user_version = 6; update entry set kind = 'forget' where kind = 'delete';
      update dead_letter set kind = 'repair', item_kind = 'repair' where kind = 'delete'`);
    older.close();

    const journal = openSqliteJournal(path());
    const [second, first] = await journal.listDeadLetters(7 as ProjectId, 2);
    expect(second!.itemKind).toBe('reprocess');
    for (const { id } of [first!, second!]) await journal.replay(7 as ProjectId, id);
    const [waiting, report, deletion, replayed, reprocess] = await journal.read(everything);
    expect([deletion!.kind, deletion!.isDamaged, reprocess!.kind]).toEqual(['delete', undefined, 'reprocess']);
    const renamed = Buffer.from(task('operation', 'ownHash', 'regroup-by-source-map'));
    expect([waiting, replayed].map((each) => [each!.kind, Buffer.from(each!.body), each!.isDamaged])).toEqual(
      Array.from({ length: 2 }, () => ['regroup', renamed, undefined]),
    );
    expect(Buffer.from(report!.body)).toEqual(Buffer.from(entry({}).body));
    await journal.close();
  });

  test('detects an entry that the disk changed, and reads entries without checksums', async () => {
    const journal = openSqliteJournal(path());
    for (const size of [10, 20, 30]) await journal.append(entry({ body: new Uint8Array(size) }));
    await journal.close();
    const disk = new DatabaseSync(path());
    disk.exec("update entry set body = x'00000000000000000001' where sequence = 1");
    disk.exec("update entry set body = x'01', checksum = null where sequence = 2");
    disk.close();
    const again = openSqliteJournal(path());
    const records = await again.read(everything);
    expect(records.map(({ isDamaged }) => isDamaged)).toEqual([true, undefined, undefined]);
    await again.close();
  });

  test('opens with all readable entries when pages are corrupt, and names the unreadable ones', async () => {
    const before = openSqliteJournal(path());
    await before.adopt('a', 0);
    const body = (sequence: number) => new Uint8Array(30_000).fill(sequence);
    for (let sequence = 1; sequence <= 40; sequence++) await before.append(entry({ body: body(sequence) }));
    await before.addDeadLetter(letter({ sequence: 40 }));
    await before.trim([{ lane: 7, sequence: 4 }], 4);
    await before.close();
    const file = await readFile(path());
    // The page with the key of entry 20, and in that of entry 30 a piece of the body that no other page refers to.
    const leaf = 13;
    for (let page = 0; page < file.length; page += 16_384) {
      const bytes = file.subarray(page, page + 16_384);
      if (bytes[0] === leaf && bytes.includes(Buffer.alloc(500, 20))) bytes.fill(0xff);
      if (bytes[0] !== leaf && bytes.includes(Buffer.alloc(500, 30))) bytes.fill(0xff, 4);
    }
    await writeFile(path(), file);

    const journal = openSqliteJournal(path());
    const { salvaged, ...identity } = await journal.identity();
    expect(identity).toEqual({ storeId: 'a', lastSequence: 40, trimmedThrough: 4 });
    expect(salvaged!.unreadable).toEqual([20]);
    expect(salvaged!.unreadableDeadLetters).toBe(0);
    expect(await readFile(salvaged!.copy)).toEqual(file);
    const records = await journal.read(everything);
    const others = Array.from({ length: 36 }, (_, index) => index + 5).filter((sequence) => sequence !== 20);
    expect(records.map(({ sequence }) => sequence)).toEqual(others);
    expect(records.flatMap(({ sequence, isDamaged }) => (isDamaged ? [sequence] : []))).toEqual([30]);
    for (const { sequence, body: stored, isDamaged } of records) {
      if (!isDamaged) expect(Buffer.from(stored).equals(body(sequence))).toBe(true);
    }
    expect((await journal.stats()).deadLetters).toBe(1);
    expect(await journal.append(entry({}))).toBe(41);
    await journal.close();
    const later = openSqliteJournal(path());
    expect((await later.identity()).salvaged).toBeNull();
    await later.close();
  });

  test('has one owner at a time', async () => {
    const journal = openSqliteJournal(path());
    expect(() => openSqliteJournal(path())).toThrow(/in use by another process/);
    await journal.append(entry({}));
    await journal.close();
    const next = openSqliteJournal(path());
    expect((await next.stats()).entries).toBe(1);
    await next.close();
  });

  test.each([
    { place: 'journal:after-write:2', stored: [1] },
    { place: 'journal:after-commit:2', stored: [1, 2] },
  ])('keeps flushed entries after a kill at $place, and the next start continues there', async ({ place, stored }) => {
    const appendsTwice = `
      const { openSqliteJournal } = await import(${JSON.stringify(new URL('./sqlite.ts', import.meta.url).href)});
      const journal = openSqliteJournal(${JSON.stringify(path())});
      const entry = { ...${JSON.stringify(entry({}))}, body: new Uint8Array(10) };
      console.log(await journal.append(entry));
      console.log(await journal.append(entry));`;
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', appendsTwice], {
      env: { ...process.env, FAIL_AT: place },
      encoding: 'utf8',
    });
    expect([child.signal, child.stdout]).toEqual(['SIGKILL', '1\n']);
    const journal = openSqliteJournal(path());
    expect((await journal.read(everything)).map(({ sequence }) => sequence)).toEqual(stored);
    expect(await journal.append(entry({}))).toBe(stored.length + 1);
    await journal.close();
  });
});
