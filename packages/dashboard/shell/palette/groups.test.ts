import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paletteGroups } from './groups.ts';

const none = { found: [], dsns: [], settings: [] };
const headings = (groups: { heading: string | null }[]) => groups.map(({ heading }) => heading);

/** The permissions of the viewer, as the layout passes them. */
const denied = (...permissions: string[]) =>
  vi.stubGlobal('document', {
    querySelector: (selector: string) =>
      permissions.some((permission) => selector === `[data-denied="${permission}"]`) ? { textContent: 'owners' } : null,
  });

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/issues' });
  denied();
});
afterEach(() => vi.unstubAllGlobals());

const commands = (...labels: string[]) => labels.map((label) => ({ id: label, label, run: () => {} }));
const always = { name: 'Actions', commands: commands('Theme: dark') };
const open = {
  name: 'SHOP-1',
  commands: [
    ...commands('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'),
    { id: 'resolve', label: 'Resolve', run: () => {} },
  ],
};

test('before typing the palette lists pages and actions, and no empty heading', () => {
  expect(headings(paletteGroups('', [always, { name: null, commands: open.commands }], none))).toEqual([
    'Go to',
    'Actions',
  ]);
});

test('what is open comes first: a few commands before typing, those with a key first, then all that match', () => {
  const [first, ...others] = paletteGroups('', [open, always], none);
  expect(headings([first!, ...others])).toEqual(['SHOP-1', 'Go to', 'Actions']);
  expect(first!.options.map(({ name }) => name)).toEqual(['Resolve', 'a', 'b', 'c', 'd', 'e', 'f', 'g']);
  expect(first!.options[0]!.keys).toEqual(['e']);
  expect(paletteGroups('j', [open, always], none)[0]!.options.map(({ name }) => name)).toEqual(['j']);
});

test('hits of an earlier text are hidden when the field is empty', () => {
  const hits = { ...none, found: [{ kind: 'project' as const, slug: 'shop', name: 'Shop' }] };
  expect(headings(paletteGroups('shop', [], hits))).toEqual(['Results']);
  expect(headings(paletteGroups('', [], hits))).not.toContain('Results');
});

test('a settings page is offered once, even if several sources know it', () => {
  const tokens = paletteGroups('api tokens', [], none).flatMap(({ options }) => options);
  expect(tokens).toHaveLength(1);
  const { href, name } = tokens[0]!;
  const again = { ...none, settings: [{ href: href!, name, detail: 'Settings' }] };
  expect(paletteGroups('api tokens', [], again).flatMap(({ options }) => options)).toEqual(tokens);
});

test('pages without permission are not offered', () => {
  const places = () => paletteGroups('', [], none).flatMap(({ options }) => options.map(({ name }) => name));
  expect(places()).toEqual(expect.arrayContaining(['New project', 'Audit log', 'Issues']));
  denied('createProject', 'auditLog');
  expect(places()).not.toContain('New project');
  expect(places()).not.toContain('Audit log');
  expect(places()).toContain('Issues');
});
