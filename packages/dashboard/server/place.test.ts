import { expect, test } from 'vitest';
import { placeOf } from './place.ts';

test('an address is about an issue, a feedback, a release or a project, under any page of it', () => {
  expect(placeOf('/issues/SHOP-1')).toEqual({ kind: 'issue', name: 'SHOP-1' });
  expect(placeOf('/issues/SHOP-1/events/latest')).toEqual({ kind: 'issue', name: 'SHOP-1' });
  expect(placeOf('/feedback/12')).toEqual({ kind: 'feedback', name: '12' });
  expect(placeOf('/releases/shop%2Fweb%201%3F/compare')).toEqual({ kind: 'release', name: 'shop/web 1?' });
  expect(placeOf('/settings/projects/shop/environments')).toEqual({ kind: 'project', name: 'shop' });
  expect(placeOf('/projects/shop/start')).toEqual({ kind: 'project', name: 'shop' });
});

test('a list is about the project whose things it shows', () => {
  expect(placeOf('/issues', '?query=&project=shop&project=web')).toEqual({ kind: 'project', name: 'shop' });
  expect(placeOf('/issues/SHOP-1', '?project=web')).toEqual({ kind: 'issue', name: 'SHOP-1' });
  expect(placeOf('/stats', '?project=')).toBeNull();
});

test('lists, and what cannot be read, are about nothing', () => {
  for (const path of [
    '/issues',
    '/issues/',
    '/feedback',
    '/releases',
    '/projects/new',
    '/settings',
    '/stats',
    '/releases/%E0%A4%A',
  ]) {
    expect(placeOf(path), path).toBeNull();
  }
});
