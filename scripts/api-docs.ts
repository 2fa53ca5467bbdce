import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listRoutes } from '../packages/server/src/api/api.ts';
import { featuresTable, readsTable } from '../packages/server/src/api/document.ts';
import { clients, type Client } from '../tests/e2e/clients/commands.ts';
import { features } from '../packages/server/src/api/features.ts';
import { mcpServer, mcpTools } from '../tests/e2e/clients/mcp-tools.ts';

/** Writes the generated parts of docs/api.md: `node scripts/api-docs.ts`. A test fails if they are outdated. */
const file = join(import.meta.dirname, '../docs/api.md');

const parts: Record<string, () => string> = {
  features: featuresTable,
  reads: () => readsTable(listRoutes()),
  mcp: mcpTable,
  commands: commandsTables,
  recorded: recordedTable,
};

/** Supported commands of Sentry's command-line clients, from the table of their test. */
function commandsTables(): string {
  return clients.map(commandsTable).join('\n\n');
}

function commandsTable({ name: client, version, commands }: Client): string {
  const all = Object.entries(commands);
  const names = (some: [string, unknown][]) => some.map(([name]) => `\`${name}\``).join(', ');
  const working = all.filter(([, command]) => 'calls' in command);
  const others = all.flatMap(([name, command]) => {
    if ('calls' in command) return [];
    return [[name, 'local' in command ? command.local : command.because] as [string, string]];
  });
  const reasons = [...Map.groupBy(others, ([, because]) => because)];
  return [
    `With ${client} ${version}, these ${working.length} of ${all.length} commands work: ${names(working)}.`,
    '',
    '| other commands | because |',
    '|---|---|',
    ...reasons.map(([because, some]) => `| ${names(some)} | ${because} |`),
  ].join('\n');
}

/** Supported tools of Sentry's MCP server, from the table of its test. */
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

/** Recorded calls, which `reads.test.ts` replays. */
function recordedTable(): string {
  const rows = ['go-sentry', 'terraform', 'grafana'].map((client) => {
    const calls = readFileSync(join(import.meta.dirname, `../tests/golden/api-clients/${client}.jsonl`), 'utf8')
      .trim()
      .split('\n')
      .map(
        (line) => JSON.parse(line) as { client: string; call: string; status: number; answer?: { feature: string } },
      );
    const names = (some: typeof calls) => [...new Set(some.map(({ call }) => `\`${call}\``))].join(', ');
    const missing = calls.filter(({ status }) => status === 501);
    const reasons = [...Map.groupBy(missing, ({ answer }) => answer!.feature as keyof typeof features)];
    const working = names(calls.filter(({ status }) => status < 300));
    const others = reasons.map(([feature, some]) => `${names(some)}: ${features[feature].sentence}`).join(' ');
    return `| ${calls[0]!.client} | ${working} | ${others} |`;
  });
  return ['| client | works | does not |', '|---|---|---|', ...rows].join('\n');
}

export function withGeneratedParts(text: string): string {
  return text.replaceAll(/(<!-- generated: (\w+) -->\n).*?(<!-- end of generated -->)/gs, (_all, start, name, end) => {
    const make = parts[name];
    if (!make) throw new Error(`docs/api.md has a generated part "${name}" that nothing makes.`);
    return `${start}\n${make()}\n\n${end}`;
  });
}

if (import.meta.main) writeFileSync(file, withGeneratedParts(readFileSync(file, 'utf8')));
