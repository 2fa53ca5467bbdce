import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listRoutes } from '../packages/server/src/api/api.ts';
import { featuresTable, readsTable } from '../packages/server/src/api/document.ts';

/** Writes the generated parts of docs/api.md: `node scripts/api-docs.ts`. A test fails while they are not current. */
const file = join(import.meta.dirname, '../docs/api.md');

const parts: Record<string, () => string> = {
  features: featuresTable,
  reads: () => readsTable(listRoutes()),
};

export function withGeneratedParts(text: string): string {
  return text.replaceAll(/(<!-- generated: (\w+) -->\n).*?(<!-- end of generated -->)/gs, (_all, start, name, end) => {
    const make = parts[name];
    if (!make) throw new Error(`docs/api.md has a generated part "${name}" that nothing makes.`);
    return `${start}\n${make()}\n\n${end}`;
  });
}

if (import.meta.main) writeFileSync(file, withGeneratedParts(readFileSync(file, 'utf8')));
