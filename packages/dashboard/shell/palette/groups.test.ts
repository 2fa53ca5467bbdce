import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { groupsOf } from './groups.ts';

const none = { found: [], dsns: [], settings: [] };
const headings = (groups: { heading: string | null }[]) => groups.map(({ heading }) => heading);

/** What the frame of the page says of the person. */
const denied = (...deeds: string[]) =>
  vi.stubGlobal('document', {
    querySelector: (selector: string) =>
      deeds.some((deed) => selector === `[data-denied="${deed}"]`) ? { textContent: 'owners' } : null,
  });

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/issues' });
  denied();
});
afterEach(() => vi.unstubAllGlobals());

test('before anything is typed there is what can be gone to and done, and no heading without a line', () => {
  expect(headings(groupsOf('', [], none))).toEqual(['Go to', 'Actions']);
});

test('a hit of a text that is not there any more is not shown', () => {
  const hits = { ...none, found: [{ kind: 'project' as const, slug: 'shop', name: 'Shop' }] };
  expect(headings(groupsOf('shop', [], hits))).toEqual(['Found']);
  expect(headings(groupsOf('', [], hits))).not.toContain('Found');
});

test('a page of the settings is offered once, whoever knows it', () => {
  const tokens = groupsOf('api tokens', [], none).flatMap(({ lines }) => lines);
  expect(tokens).toHaveLength(1);
  const { href, name } = tokens[0]!;
  const again = { ...none, settings: [{ href: href!, name, detail: 'Settings' }] };
  expect(groupsOf('api tokens', [], again).flatMap(({ lines }) => lines)).toEqual(tokens);
});

test('a page of what the person may not do is not offered', () => {
  const places = () => groupsOf('', [], none).flatMap(({ lines }) => lines.map(({ name }) => name));
  expect(places()).toEqual(expect.arrayContaining(['New project', 'Audit log', 'Issues']));
  denied('createProject', 'auditLog');
  expect(places()).not.toContain('New project');
  expect(places()).not.toContain('Audit log');
  expect(places()).toContain('Issues');
});
