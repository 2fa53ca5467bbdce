import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listRoutes } from '../packages/server/src/api/api.ts';
import { featuresTable, readsTable } from '../packages/server/src/api/document.ts';
import { mcpServer, mcpTools } from '../tests/e2e/clients/mcp-tools.ts';

/** Writes the generated parts of docs/api.md: `node scripts/api-docs.ts`. A test fails while they are not current. */
const file = join(import.meta.dirname, '../docs/api.md');

const parts: Record<string, () => string> = {
  features: featuresTable,
  reads: () => readsTable(listRoutes()),
  mcp: mcpTable,
};

/** What the tools of Sentry's MCP server do here, as its test holds it. */
function mcpTable(): string {
  const names = Object.keys(mcpTools).toSorted();
  const working = names.filter((name) => 'calls' in mcpTools[name]!);
  const excluded = Object.entries(mcpTools).flatMap(([name, tool]) =>
    'because' in tool ? [[name, tool.because] as const] : [],
  );
  const reasons = [...Map.groupBy(excluded, ([, because]) => because)].map(
    ([because, all]) => `| ${all.map(([name]) => `\`${name}\``).join(', ')} | ${because} |`,
  );
  return [
    `With ${mcpServer.name} ${mcpServer.version}, ${working.length} of ${names.length} tools work: ${working.map((name) => `\`${name}\``).join(', ')}.`,
    '',
    '| tools that do not | because |',
    '|---|---|',
    ...reasons,
  ].join('\n');
}

export function withGeneratedParts(text: string): string {
  return text.replaceAll(/(<!-- generated: (\w+) -->\n).*?(<!-- end of generated -->)/gs, (_all, start, name, end) => {
    const make = parts[name];
    if (!make) throw new Error(`docs/api.md has a generated part "${name}" that nothing makes.`);
    return `${start}\n${make()}\n\n${end}`;
  });
}

if (import.meta.main) writeFileSync(file, withGeneratedParts(readFileSync(file, 'utf8')));
