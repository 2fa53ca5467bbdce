import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testPath } from '../testing/cleanup.ts';
import { copiesFolder, startCopy } from './migration-copy.ts';

const files = () => readdirSync(copiesFolder(testPath())).toSorted();
const start = (version: number, day: number) =>
  startCopy({ path: testPath('state.sqlite'), name: 'state', version, bytes: 1 }, new Date(Date.UTC(2026, 0, day)));

function copy(version: number, day: number): void {
  const started = start(version, day);
  writeFileSync(started.path, `${version} of day ${day}`);
  started.finish();
}

test('a copy gets its name once it is complete, and the next copy removes an incomplete one', () => {
  const half = start(19, 1);
  writeFileSync(half.path, 'half');
  writeFileSync(`${half.path}-journal`, '');
  expect(files()).toEqual([
    'state-19-20260101T000000Z.sqlite.partial',
    'state-19-20260101T000000Z.sqlite.partial-journal',
  ]);
  copy(19, 2);
  expect(files()).toEqual(['state-19-20260102T000000Z.sqlite']);
  expect(readFileSync(join(copiesFolder(testPath()), files()[0]!), 'utf8')).toBe('19 of day 2');
});

test('the newest copy of each of the three newest versions stays, also when an upgrade restarts', () => {
  for (const [at, version] of [15, 16, 17, 18, 18, 18].entries()) copy(version, at + 1);
  expect(files()).toEqual([
    'state-16-20260102T000000Z.sqlite',
    'state-17-20260103T000000Z.sqlite',
    'state-18-20260106T000000Z.sqlite',
  ]);
});

test('without room for a copy the refusal names the needed and the free space, and what to do', () => {
  const store = { path: testPath('state.sqlite'), name: 'state' as const, version: 19, bytes: 1e18 };
  expect(() => startCopy(store)).toThrow(
    /upgrades the state store.* need 2000000000000 MB, but only \d+ MB is free\..*--migrate-without-copy.*Nothing was changed/,
  );
});
