import { expect, test } from 'vitest';
import { eventOf, resourceOf } from './resource.ts';

test('an address is about an issue, an alert, a feedback, a release, a trace or a project, under any page of it', () => {
  expect(resourceOf('/issues/SHOP-1')).toEqual({ kind: 'issue', name: 'SHOP-1' });
  expect(resourceOf('/issues/SHOP-1/events/latest')).toEqual({ kind: 'issue', name: 'SHOP-1' });
  expect(resourceOf('/alerts/12')).toEqual({ kind: 'alert', name: '12' });
  expect(resourceOf('/alerts/rules/12')).toEqual({ kind: 'alert-rule', name: '12' });
  expect(resourceOf('/feedback/12')).toEqual({ kind: 'feedback', name: '12' });
  expect(resourceOf('/releases/shop%2Fweb%201%3F/compare')).toEqual({ kind: 'release', name: 'shop/web 1?' });
  expect(resourceOf('/traces/ab', '?span=cd')).toEqual({ kind: 'trace', name: 'ab' });
  expect(resourceOf('/settings/projects/shop/environments')).toEqual({ kind: 'project', name: 'shop' });
  expect(resourceOf('/projects/shop/start')).toEqual({ kind: 'project', name: 'shop' });
});

test('a list belongs to the project of its items', () => {
  expect(resourceOf('/issues', '?query=&project=shop&project=web')).toEqual({ kind: 'project', name: 'shop' });
  expect(resourceOf('/alerts/rules/new', '?project=shop')).toEqual({ kind: 'project', name: 'shop' });
  expect(resourceOf('/issues/SHOP-1', '?project=web')).toEqual({ kind: 'issue', name: 'SHOP-1' });
  expect(resourceOf('/traces/explore', '?project=shop')).toEqual({ kind: 'project', name: 'shop' });
  expect(resourceOf('/traces/performance', '?project=shop')).toEqual({ kind: 'project', name: 'shop' });
  expect(resourceOf('/traces/performance/group', '?in=shop')).toEqual({ kind: 'project', name: 'shop' });
  expect(resourceOf('/stats', '?project=')).toBeNull();
});

test('an address of an issue may name an event', () => {
  expect(eventOf('/issues/SHOP-1/events/abc')).toEqual({ issue: 'SHOP-1', event: 'abc' });
  expect(eventOf('/issues/SHOP%2D1', '?event=latest')).toEqual({ issue: 'SHOP-1', event: 'latest' });
  for (const path of [
    '/issues/SHOP-1',
    '/issues/SHOP-1/events',
    '/issues/SHOP-1/events/abc/json',
    '/issues/A/events/%E0',
  ])
    expect(eventOf(path), path).toBeNull();
});

test('lists and unreadable resources have no subject', () => {
  for (const path of [
    '/issues',
    '/issues/',
    '/alerts',
    '/alerts/rules/new',
    '/feedback',
    '/releases',
    '/projects/new',
    '/settings',
    '/stats',
    '/traces',
    '/traces/explore',
    '/releases/%E0%A4%A',
  ]) {
    expect(resourceOf(path), path).toBeNull();
  }
});
