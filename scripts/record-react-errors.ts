import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Records the errors of each major version of React for the same mistakes, minified and in full:
 * `packages/server/src/symbolication/react/recorded.json`, which the decoder's test reads. `node scripts/record-react-errors.ts`
 */
const VERSIONS = ['16.14.0', '17.0.2', '18.3.1', '19.3.1'];
const target = join(import.meta.dirname, '../packages/server/src/symbolication/react/recorded.json');

/** From 18 on, React's builds for Node are not minified; those for browsers are. */
const program = `
const { createElement: h, version } = require('react');
const { renderToString } = require(parseInt(version) < 18 ? 'react-dom/server' : 'react-dom/server.browser');
const mistakes = {
  'an object as a child': () => h('div', null, { id: 1, name: 'x' }),
  'an element of nothing': () => h(undefined),
  'children beside raw HTML': () => h('div', { dangerouslySetInnerHTML: { __html: 'x' } }, 'child'),
  'an input with a child': () => h('input', null, 'x'),
  'a style that is a text': () => h('div', { style: 'color: red' }),
};
console.error = () => {};
const said = Object.entries(mistakes).map(([name, make]) => {
  try {
    renderToString(make());
    return [name, null];
  } catch (error) {
    return [name, error.message];
  }
});
// Builds for browsers leave a message channel open.
process.stdout.write(JSON.stringify(Object.fromEntries(said)), () => process.exit());
`;

const folder = mkdtempSync(join(tmpdir(), 'react-errors-'));
try {
  const recorded = VERSIONS.flatMap((version) => {
    const cwd = join(folder, version);
    const packages = [`react@${version}`, `react-dom@${version}`];
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'package.json'), '{}');
    execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], { cwd });
    const said = (mode: string) =>
      JSON.parse(
        execFileSync(process.execPath, ['-e', program], {
          cwd,
          encoding: 'utf8',
          env: { ...process.env, NODE_ENV: mode },
        }),
      ) as Record<string, string>;
    const [minified, full] = [said('production'), said('development')];
    return Object.keys(full).map((mistake) => ({
      version,
      mistake,
      minified: minified[mistake],
      full: full[mistake],
    }));
  });
  writeFileSync(target, `${JSON.stringify(recorded, null, 2)}\n`);
  console.log(`${recorded.length} errors of ${VERSIONS.length} versions`);
} finally {
  rmSync(folder, { recursive: true });
}
