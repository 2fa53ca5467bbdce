import { expect, test } from 'vitest';
import { testPath } from '../testing/cleanup.ts';
import { openFailure } from './open-failure.ts';

/** As SQLite, DuckDB and Node word them. */
test.each([
  ['database or disk is full', /the disk is full \(.*Free some space/],
  ['IO Error: Could not write file "t.wal": No space left on device', /the disk is full \(.*Free some space/],
  ["ENOSPC: no space left on device, write 'secret.key'", /the disk is full \(.*Free some space/],
  ['IO Error: Cannot open file "t": Read-only file system', /file system is read-only \(.*Mount it writable/],
  ['IO Error: Cannot open file "t": Permission denied', /this user has no permission .*owner of the data directory/],
  ['database disk image is malformed', /malformed\. Keep the file, and restore the whole data directory/],
  ['file is not a database', /Keep the file, and restore the whole data directory/],
  ['it was written by a newer Seismo (schema 99, this one knows 16)', /Start that version again/],
])('"%s" gets advice of its own, and none of it removes a file', async (reason, advice) => {
  const { message } = openFailure('journal', testPath('journal.sqlite'), new Error(reason));
  expect(message).toMatch(/^The journal \S+ cannot be opened: /);
  expect(message).toMatch(advice);
  expect(message).not.toMatch(/move it away|start anew|remove/i);
});
