import { expect, test } from 'vitest';
import { newRuleHref, readNewRuleUrlState } from './rule-search-params.ts';

test('the URL of a new rule has the search, and comes back as it was', () => {
  const href = newRuleHref({ projects: ['shop'], environments: ['production'], query: 'level:error' });
  expect(href).toBe('/alerts/rules/new?project=shop&environment=production&query=level%3Aerror');
  expect(readNewRuleUrlState({ project: 'shop', environment: 'production', query: 'level:error' })).toEqual({
    projects: ['shop'],
    environments: ['production'],
    query: 'level:error',
  });
  expect(newRuleHref({})).toBe('/alerts/rules/new');
});
