import fc from 'fast-check';
import { anyCharacter } from '../../testing/any-character.ts';
import { expect, test } from 'vitest';
import { csvRow } from './csv.ts';

test('cells are quoted where they must be, and numbers stay numbers', () => {
  expect(csvRow(['a', 1, -2.5, null, 'say "hi"', 'two\nlines', 'a,b'])).toBe(
    'a,1,-2.5,,"say ""hi""","two\nlines","a,b"\r\n',
  );
});

test('no text becomes a formula', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '=cmd|"/c calc"!A1', '\0=1']) {
    expect(readRow(csvRow([text]))[0]).toBe(`'${text}`);
  }
});

test('written cells are read back unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: anyCharacter }), { minLength: 1 }), (cells) => {
      const read = readRow(csvRow(cells));
      expect(read.map((cell, index) => (cell === cells[index] ? cell : cell.slice(1)))).toEqual(cells);
      for (const cell of read) expect(cell).not.toMatch(/^[=+\-@]/);
    }),
  );
});

/** One row of RFC 4180, read letter by letter. */
function readRow(row: string): string[] {
  expect(row.endsWith('\r\n')).toBe(true);
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  const text = row.slice(0, -2);
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (quoted && sign === '"' && text[at + 1] === '"') cell += text[++at];
    else if (sign === '"') quoted = !quoted;
    else if (sign === ',' && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += sign;
  }
  expect(quoted).toBe(false);
  return [...cells, cell];
}
