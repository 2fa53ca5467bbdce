import { expect, test } from 'vitest';
import { readReleaseFilter, releaseHref, releasesHref } from './search-params.ts';

test('a list of releases has the address that leads back to it', () => {
  for (const params of [
    {},
    { project: 'shop', query: '1.4 beta', environment: 'dev', status: 'archived', cursor: 'x' },
  ]) {
    const filter = readReleaseFilter(params);
    const url = new URL(releasesHref(filter), 'http://seismo.test');
    expect(readReleaseFilter(Object.fromEntries(url.searchParams))).toEqual(filter);
  }
  expect(releasesHref(readReleaseFilter({ status: 'nonsense', query: ['', 'x'] }))).toBe('/releases');
});

test('a version of any kind is one part of a path', () => {
  expect(releaseHref('shop/web 1?#%')).toBe('/releases/shop%2Fweb%201%3F%23%25');
});
