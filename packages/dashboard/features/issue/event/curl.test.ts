import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { curl } from './curl.ts';

test('a request becomes one command', () => {
  expect(
    curl({
      url: 'https://shop.example/cart',
      method: 'post',
      query_string: [['step', '2']],
      headers: [
        ['Accept', 'application/json'],
        ['Host', 'shop.example'],
      ],
      cookies: [['theme', 'dark']],
      data: { id: 1 },
    }),
  ).toBe(
    "curl 'https://shop.example/cart?step=2' \\\n  -X 'POST' \\\n  -H 'Accept: application/json' \\\n  -b 'theme=dark' \\\n  --data-raw '{\"id\":1}'",
  );
});

test('nothing in a report escapes its quotes', () => {
  const safe = fc.string({ unit: 'binary-ascii' }).map((text) => text.replaceAll('\0', ''));
  fc.assert(
    fc.property(safe, safe, (value, body) => {
      const command = curl({ url: 'http://x', headers: [['X', value]], data: body });
      const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
      const args = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0');
      expect(args.slice(0, -1)).toEqual(['http://x', '-H', `X: ${value}`, '--data-raw', body]);
    }),
    { numRuns: 25 },
  );
});
