import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outcomes, reasons } from '@seismo/protocol';
import { describe, expect, test } from 'vitest';
import { refusals } from '../../packages/server/src/ingest/refuse.ts';

/** Users and tools rely on these lists, so the documents must be complete, and the code must use every entry. */

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const sources = globSync('packages/server/src/**/*.ts', { cwd: root })
  .filter((path) => !/\.(test|conformance)\.ts$|\/testing\//.test(path))
  .map((path) => ({ path, text: read(path) }));

/** The rows of the table under the heading row that starts with `head`. */
function rowsOf(document: string, head: string): string[] {
  const lines = read(document).split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${head} |`)) + 2;
  return lines.slice(
    start,
    lines.findIndex((line, index) => index >= start && !line.startsWith('|')),
  );
}

describe('outcome reasons', () => {
  test('docs/outcomes.md lists all of them with their sentences', () => {
    expect(rowsOf('docs/outcomes.md', 'outcome')).toEqual(
      outcomes.flatMap((outcome) =>
        Object.entries(reasons[outcome]).map(
          ([reason, sentence]) => `| ${outcome} | ${reason ? `\`${reason}\`` : '–'} | ${sentence} |`,
        ),
      ),
    );
  });

  test.each(
    outcomes
      // Its reasons are the item kinds, so one place sets them all.
      .filter((outcome) => outcome !== 'unsupported')
      .flatMap((outcome) => Object.keys(reasons[outcome]).map((reason) => [outcome, reason] as const)),
  )('"%s: %s" is given by some code', (outcome, reason) => {
    // JSON readers set the reason themselves (`why`); the end of a worker is its reason for `failed`.
    const given = [
      new RegExp(`outcome: '${outcome}',\\s*reason: '${reason}'`),
      new RegExp(`end\\('${outcome}', '${reason}'`),
      ...(outcome === 'failed' ? [new RegExp(`reason: '${reason}'[^;]*\\bdetail`)] : []),
    ];
    const isRead = outcome === 'invalid' && read('packages/protocol/src/json.ts').includes(`why: '${reason}'`);
    expect(isRead || sources.some(({ text }) => given.some((pattern) => pattern.test(text)))).toBe(true);
  });
});

describe('ingest refusals', () => {
  test('docs/ingest.md lists all of them with status, sentence and outcome', () => {
    expect(rowsOf('docs/ingest.md', 'code')).toEqual(
      Object.entries(refusals).map(
        ([code, { status, sentence, disposition }]) =>
          `| \`${code}\` | ${status} | ${sentence} | ${disposition ? `${disposition.outcome}: ${disposition.reason}` : '–'} |`,
      ),
    );
  });

  test.each(Object.keys(refusals))('"%s" is used by the code', (code) => {
    const uses = sources.filter(
      ({ path, text }) =>
        path.includes('/ingest/') && !path.endsWith('/refuse.ts') && new RegExp(`'${code}'`).test(text),
    );
    expect(uses).not.toEqual([]);
  });
});
