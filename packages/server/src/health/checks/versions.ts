import { duckdbVersion } from '#store/telemetry/engines/duckdb/version.ts';
import type { Finding, HealthCheck } from '../contract.ts';

const NODE_MAJOR_MIN = 20;

export const versions: HealthCheck = {
  id: 'versions',
  title: 'Versions',
  group: 'Server',
  async run({ facts, stores: { state } }) {
    const { node, sqlite } = process.versions;
    const engine = 'store' in state ? await state.store.engineVersion().catch(() => null) : null;
    const all = [
      `Seismo ${facts.version}`,
      `Node.js ${node}`,
      `SQLite ${sqlite}`,
      `DuckDB ${duckdbVersion().replace(/^v/, '')}`,
      ...(engine?.startsWith('PostgreSQL') ? [engine] : []),
    ];
    const findings: Finding[] = [{ severity: 'ok', found: `${all.join(', ')}.` }];
    if (Number.parseInt(node, 10) < NODE_MAJOR_MIN) {
      findings.push({
        severity: 'error',
        found: `Node.js ${node} is too old.`,
        why: `Seismo needs Node.js ${NODE_MAJOR_MIN} or newer.`,
        action: 'Start Seismo with "npm start", which uses the version it was tested with.',
      });
    }
    return findings;
  },
};
