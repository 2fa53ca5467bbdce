import { expect, test } from 'vitest';
import { decodeReactError } from './decode.ts';
import recorded from './recorded.json' with { type: 'json' };

const REST =
  'for the full message or use the non-minified dev environment for full errors and additional helpful warnings.';

test.each([
  [
    'React 16',
    `Minified React error #31; visit https://reactjs.org/docs/error-decoder.html?invariant=31&args[]=object%20with%20keys%20%7Bid%7D&args[]= ${REST}`,
    'Objects are not valid as a React child (found: object with keys {id}). If you meant to render a collection of children, use an array instead.',
  ],
  [
    'React 18',
    `Minified React error #130; visit https://reactjs.org/docs/error-decoder.html?invariant=130&args[]=undefined&args[]=%24%26 ${REST}`,
    'Element type is invalid: expected a string (for built-in components) or a class/function (for composite components) but got: undefined.$&',
  ],
  [
    'React 19 with words in front',
    `Error: Minified React error #185; visit https://react.dev/errors/185 ${REST}`,
    /^Error: Maximum update depth exceeded\..*infinite loops\.$/,
  ],
])('%s', (_, sent, text) => {
  expect(decodeReactError(sent)).toEqual(typeof text === 'string' ? text : expect.stringMatching(text));
});

test('a missing argument leaves its placeholder, and an extra one is ignored', () => {
  expect(decodeReactError(`Minified React error #1; visit https://react.dev/errors/1?args[]=items ${REST}`)).toBe(
    'update(): expected target of items to be an array; got %s.',
  );
  expect(
    decodeReactError(`Minified React error #1; visit https://react.dev/errors/1?args[]=a&args[]=b&args[]=c ${REST}`),
  ).toBe('update(): expected target of a to be an array; got b.');
});

test.each([
  'Minified React error #9999; visit https://react.dev/errors/9999 for the full message',
  `Minified React error #9999; visit https://react.dev/errors/9999 ${REST}`,
  `Minified React error #31; visit https://evil.example/errors/31 ${REST}`,
  'Minified React error #31',
  `Minified React error #${'3'.repeat(100_000)}`,
])('what is no error of React, or none that is known, stays as it is: %.60s', (sent) => {
  expect(decodeReactError(sent)).toBeNull();
});

/** The development build appends location and hints; the text before them is the message. */
test.each(recorded)('minified messages of React $version decode to the full one: $mistake', ({ minified, full }) => {
  expect(minified).toContain('Minified React error #');
  const decoded = decodeReactError(minified)!;
  expect(decoded.length).toBeGreaterThan(40);
  expect(full.slice(0, decoded.length)).toBe(decoded);
});

test('recordings cover each major version from 16 on', () => {
  expect(new Set(recorded.map(({ version }) => version.split('.')[0]))).toEqual(new Set(['16', '17', '18', '19']));
});
