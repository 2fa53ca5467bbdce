import { limits } from '@seismo/protocol';
import { expect, test } from 'vitest';
import {
  compareHref,
  readCompared,
  readReleaseFilter,
  readReleaseUrlState,
  releaseHref,
  releasesHref,
} from './search-params.ts';

const paramsOf = (href: string) => Object.fromEntries(new URL(href, 'http://seismo.test').searchParams);

test('a list of releases has the address that leads back to it', () => {
  const given = { project: 'shop', environment: 'dev', query: '1.4 beta', status: 'archived', cursor: 'x' };
  for (const params of [{}, given]) {
    const filter = readReleaseFilter(params);
    expect(readReleaseFilter(paramsOf(releasesHref(filter)))).toEqual(filter);
  }
  expect(releasesHref(readReleaseFilter({ status: 'nonsense', query: ['', 'x'] }))).toBe('/releases');
});

test('the list has as much text as a saved search', () => {
  expect(readReleaseFilter({ query: 'x'.repeat(999) }).text).toHaveLength(limits.TEXT_SEARCH_CHARS_MAX);
});

test('any version is one part of a path', () => {
  expect(releaseHref('shop/web 1?#%')).toBe('/releases/shop%2Fweb%201%3F%23%25');
});

test('the page of a release has its parameters in the URL', () => {
  for (const params of [{}, { environment: 'dev', range: '24h', issues: 'regressed', cursor: 'x' }]) {
    const state = readReleaseUrlState(params);
    expect(readReleaseUrlState(paramsOf(releaseHref('1.0', state)))).toEqual(state);
  }
  expect(releaseHref('1.0', readReleaseUrlState({ range: 'x', issues: 'y', environment: '' }))).toBe('/releases/1.0');
});

test('a comparison URL has both releases, and a form may replace the first', () => {
  const compared = readCompared('a/1', { with: ' b/2 ', environment: ['dev', ''], issues: 'both', cursor: 'x' });
  expect(compared).toMatchObject({ base: 'a/1', head: 'b/2', environments: ['dev'] });
  expect(compareHref(compared)).toBe('/releases/a%2F1/compare?with=b%2F2&environment=dev&issues=both&cursor=x');
  expect(readCompared('a/1', paramsOf(compareHref(compared)))).toEqual(compared);
  expect(readCompared('a/1', { base: 'c/3' })).toMatchObject({ base: 'c/3', head: '', kind: 'head' });
});
