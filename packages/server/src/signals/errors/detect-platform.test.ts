import { expect, test } from 'vitest';
import { testSdkName } from '@seismo/protocol';
import { platformOfSdk, isTest } from './detect-platform.ts';

const seen = (name: string, platform = 'javascript') => ({ platform, attributes: { 'sdk.name': name } });

test.each([
  ['sentry.javascript.browser', 'javascript'],
  ['seismo.javascript.browser', 'javascript'],
  ['sentry.javascript.react', 'javascript-react'],
  ['sentry.javascript.nextjs', 'javascript-nextjs'],
  ['sentry.javascript.node', 'node'],
  ['sentry.javascript.react-native.expo', 'react-native'],
  ['sentry.python.django', 'python-django'],
  ['sentry.go', 'go'],
])('%s is %s', (name, platform) => expect(platformOfSdk(seen(name))).toBe(platform));

test('without a known SDK name, the platform of the event counts', () => {
  expect(platformOfSdk(seen('my-own-sdk', 'rust'))).toBe('rust');
  expect(platformOfSdk({ platform: 'other', attributes: {} })).toBe('other');
  expect(platformOfSdk(seen(`sentry.${'a'.repeat(500)}`)).length).toBeLessThanOrEqual(64);
});

test('an event sent from the dashboard is known by its SDK', () => {
  expect(isTest(seen(testSdkName))).toBe(true);
  expect(isTest(seen('sentry.javascript.browser'))).toBe(false);
});
