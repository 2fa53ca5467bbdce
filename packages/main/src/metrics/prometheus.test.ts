import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasPrometheus, promtool, startPrometheus } from '../testing/prometheus.ts';
import { addShop, startIn } from '../testing/start.ts';

const root = join(import.meta.dirname, '../../../..');
const rulesPath = join(root, 'deploy/prometheus/seismo.rules.yml');
const testsPath = join(root, 'deploy/prometheus/seismo.rules.test.yml');
const rules = readFileSync(rulesPath, 'utf8');
const alerts = all(rules, /- alert: (\w+)/g);

interface Panel {
  title: string;
  targets?: { expr: string }[];
}
const { panels } = JSON.parse(readFileSync(join(root, 'deploy/grafana/seismo.json'), 'utf8')) as { panels: Panel[] };

/** Values that a server in good health does not have. */
const absentInHealth = new Set(['seismo_ingest_responses_total{status=~"5..",status!="501"}']);

test('every alert has a unit test and a row in the documentation', () => {
  expect(alerts.length).toBeGreaterThan(20);
  expect(all(readFileSync(testsPath, 'utf8'), /- name: (\w+)/g)).toEqual(alerts);
  const document = readFileSync(join(root, 'docs/operations/monitoring.md'), 'utf8');
  expect(all(document, /^\| `(Seismo\w+)` \|/gm)).toEqual(alerts);
});

// Without Prometheus; CI has it.
describe.skipIf(!hasPrometheus)('Prometheus', { timeout: 120_000 }, () => {
  test('accepts the rules and the example, and each alert fires in its unit test alone', () => {
    expect(promtool(['check', 'config', '--lint-fatal', join(root, 'deploy/prometheus/prometheus.yml')])).toBe('');
    expect(promtool(['check', 'rules', '--lint-fatal', rulesPath])).toBe('');
    expect(promtool(['test', 'rules', testsPath])).toBe('');
  });

  test('scrapes a server: names are as it expects, each panel has data, and each alert has its metrics', async () => {
    const { url, send } = await startShop();
    await send();
    expect(promtool(['check', 'metrics'], await (await fetch(`${url}/metrics`)).text())).toBe('');
    const prometheus = await startPrometheus(new URL(url).host, rulesPath);
    onTestFinished(prometheus.stop);
    await expect.poll(prometheus.isReady).toBe(true);

    const expressions = panels.flatMap(({ title, targets = [] }) =>
      targets.map(
        ({ expr }) => [title, expr.replaceAll('$instance', '.+').replaceAll('$__rate_interval', '1m')] as const,
      ),
    );
    expect(expressions.length).toBeGreaterThan(50);
    const selectors = new Set(
      [...expressions.map(([, expr]) => expr), ...all(rules, /expr: '(.+)'$/gm)].flatMap((expr) =>
        all(expr, /((?:\bup|\b(?:seismo|process|nodejs)_\w+)(?:\{[^}]*\})?)/g),
      ),
    );
    expect(selectors.size).toBeGreaterThan(60);
    // A rate needs two values that differ.
    const missing = async () => {
      await send();
      const panelsWithout = [];
      for (const [title, expr] of expressions)
        if ((await prometheus.query(expr)).length === 0) panelsWithout.push(title);
      const without = [];
      for (const selector of selectors) if ((await prometheus.query(selector)).length === 0) without.push(selector);
      return [...panelsWithout, ...without.filter((selector) => !absentInHealth.has(plain(selector)))];
    };
    await expect.poll(missing, { timeout: 60_000 }).toEqual([]);

    const evaluated = async () => (await prometheus.rules()).map(({ name, health }) => `${name} ${health}`);
    await expect.poll(evaluated).toEqual(alerts.map((name) => `${name} ok`));
    expect((await prometheus.rules()).filter(({ state }) => state === 'firing')).toEqual([]);
  });
});

/** A server with a project. `send` makes traffic of each kind that panels and alerts are about. */
async function startShop() {
  const folder = await mkdtemp(join(tmpdir(), 'seismo-prometheus-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const backups = await mkdtemp(join(tmpdir(), 'seismo-prometheus-backups-'));
  onTestFinished(() => rm(backups, { recursive: true }));
  const server = await startIn(folder, {
    SEISMO_HEARTBEAT_URL: 'http://127.0.0.1:9/nothing-listens-here',
    SEISMO_BACKUP_FOLDER: backups,
  });
  onTestFinished(server.close);
  const { path } = await addShop(server);
  let sent = 0;
  async function send(): Promise<void> {
    const eventId = (++sent).toString(16).padStart(32, '0');
    const report = `{"event_id":"${eventId}"}\n{"type":"event"}\n{"message":"Out of stock"}\n`;
    await fetch(server.url + path, { method: 'POST', body: report });
    await fetch(server.url + path, { method: 'POST', body: '{}' });
    await fetch(`${server.url}/api/0/organizations/`);
  }
  return { url: server.url, send };
}

function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found]) => found!);
}

/** Without the filter of the dashboard's variable. */
function plain(selector: string): string {
  return selector.replace('instance=~".+",', '');
}
