import { expect, test } from 'vitest';
import { resolveOptions } from './status-options.ts';

const texts = (...given: Parameters<typeof resolveOptions>) =>
  resolveOptions(...given).map(({ name, note, message }) => `${name}${note ? ` (${note})` : ''}: ${message}`);

test('options to resolve in a release name it, or the selected environments that it is taken from', () => {
  expect(texts(null)).toEqual(['Now: resolved']);
  expect(texts('1.4')).toEqual([
    'Now: resolved',
    'In next release (after 1.4): resolved in the next release',
    'In latest release (1.4): resolved in 1.4',
  ]);
  expect(texts('1.4', ['production']).slice(1)).toEqual([
    'In next release of production: resolved in the next release of production',
    'In latest release of production: resolved in the latest release of production',
  ]);
  expect(texts('1.4', ['production', 'test'])[2]).toBe(
    'In latest release of 2 environments: resolved in the latest release of 2 environments',
  );
});
