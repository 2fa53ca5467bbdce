// `npm run largest`: prints the ten largest source files for reviews.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './installed.mjs';

const files = globSync('{packages,scripts,tests,bench}/**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|\.next|dist)$/.test(path),
})
  .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1 }))
  .sort((a, b) => b.lines - a.lines);

for (const { path, lines } of files.slice(0, 10)) say(`${String(lines).padStart(5)}  ${path}`);
say(`${String(files[Math.floor(files.length / 2)].lines).padStart(5)}  the median of ${files.length} files`);
