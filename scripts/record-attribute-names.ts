import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Writes the current names of renamed span attributes, from Sentry's conventions, which follow those of OpenTelemetry:
 * `packages/server/src/domain/spans/renamed.ts`. `node scripts/record-attribute-names.ts`
 */
const VERSION = '0.33.0';
const target = join(import.meta.dirname, '../packages/server/src/domain/spans/renamed.ts');

/** Names without a dot that are no words of an application. */
const UNDOTTED = new Set(
  'cls dist environment fcp fp inp lcp profile_id release replayId replay_id transaction ttfb'.split(' '),
);
/** Their values mean something else under the new name. */
const OTHER_MEANING = new Set([
  'ai.total_cost',
  'mcp.tool.result.is_error',
  'nel.sampling_function',
  'net.sock.family',
]);

interface Metadata {
  deprecation?: { replacement?: string };
}

const folder = mkdtempSync(join(tmpdir(), 'attribute-names-'));
try {
  writeFileSync(join(folder, 'package.json'), '{}');
  const options = ['--silent', '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', ['install', ...options, `@sentry/conventions@${VERSION}`], { cwd: folder });
  const { ATTRIBUTE_METADATA: metadata } = createRequire(join(folder, 'package.json'))(
    '@sentry/conventions/attributes',
  ) as { ATTRIBUTE_METADATA: Record<string, Metadata> };
  const replacementOf = (name: string) => metadata[name]?.deprecation?.replacement;
  const renamed = Object.keys(metadata).flatMap((name) => {
    let current = replacementOf(name);
    // Renamed twice.
    for (let next = current && replacementOf(current); next; next = replacementOf(next)) current = next;
    const isTemplate = name.includes('<') || current?.includes('<');
    if (!current || isTemplate || OTHER_MEANING.has(name)) return [];
    return name.includes('.') || UNDOTTED.has(name) ? [[name, current] as const] : [];
  });
  const lines = renamed
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, current]) => `  ['${name}', '${current}'],\n`);
  writeFileSync(
    target,
    `/**
 * Names that span attributes had before, with those that they have now (@sentry/conventions ${VERSION}, MIT). Written by
 * \`scripts/record-attribute-names.ts\`.
 */
export const renamed: ReadonlyMap<string, string> = new Map([
${lines.join('')}]);
`,
  );
  console.log(`${renamed.length} renamed attributes`);
} finally {
  rmSync(folder, { recursive: true });
}
