import { expect, test } from 'vitest';
import { kitSnippets } from './kit-snippets.ts';
import { platforms } from './platforms.ts';

const dsn = 'https://0123456789abcdef0123456789abcdef@seismo.example/42';
const at = (name: string) => `https://seismo.example/kit/0.1.0-0123456789ab/${name}`;
const kit = {
  browser: at('seismo-browser.tgz'),
  nextjs: at('seismo-nextjs.tgz'),
  script: at('seismo.min.js'),
  scriptIntegrity: 'sha384-abc',
};

test.each(['javascript', 'javascript-react', 'javascript-nextjs'] as const)(
  'for %s the first step installs from this server, and the DSN is in one that follows',
  (platform) => {
    const [install, ...rest] = kitSnippets(platform, dsn, kit)!;
    expect(install!.code).toBe(`npm install ${platform === 'javascript-nextjs' ? kit.nextjs : kit.browser}`);
    expect(rest.some(({ code }) => code.includes(dsn))).toBe(true);
  },
);

test('no step is repeated: its name is its instruction', () => {
  for (const { id } of platforms) {
    const names = (kitSnippets(id, dsn, kit) ?? []).map(({ title }) => title);
    expect(names).toEqual([...new Set(names)]);
  }
});

test('a page without a bundler loads the script with its checksum', () => {
  const page = kitSnippets('javascript', dsn, kit)!.find(({ code }) => code.startsWith('<script'))!.code;
  expect(page).toContain(`src="${kit.script}"`);
  expect(page).toContain('integrity="sha384-abc"');
  expect(page).toContain('crossorigin="anonymous"');
});

test('unsupported platforms have none', () => {
  expect([kitSnippets('node', dsn, kit), kitSnippets('other', dsn, kit)]).toEqual([null, null]);
});
