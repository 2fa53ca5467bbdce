import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './start.ts';

const programs = { prometheus: '/usr/bin/prometheus', promtool: '/usr/bin/promtool' };

/** Without Prometheus its tests are skipped on a developer's machine. `npm test` installs it, and in CI they must run. */
export const hasPrometheus = existsSync(programs.promtool) || process.env['CI'] !== undefined;

/** Runs a command of promtool. Its output if it fails or warns, else `''`. */
export function promtool(args: string[], input = ''): string {
  const { status, stdout, stderr, error } = spawnSync(programs.promtool, args, { input, encoding: 'utf8' });
  if (error) throw new Error(`promtool cannot run: ${error.message}. Run "apt-get install prometheus".`);
  return status === 0 ? '' : `${stdout}${stderr}`;
}

interface Sample {
  metric: Record<string, string>;
  value: [atSeconds: number, value: string];
}

interface Rule {
  name: string;
  health: string;
  state: string;
  lastError?: string;
}

/** A Prometheus that scrapes one server often, with rules. */
export async function startPrometheus(target: string, rulesPath: string) {
  const folder = await mkdtemp(join(tmpdir(), 'seismo-prometheus-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  // JSON is YAML.
  const config = {
    global: { scrape_interval: '250ms', scrape_timeout: '250ms', evaluation_interval: '500ms' },
    rule_files: [rulesPath],
    scrape_configs: [{ job_name: 'seismo', static_configs: [{ targets: [target] }] }],
  };
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const args = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=${new URL(url).host}`,
  ];
  const child = spawn(programs.prometheus, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let logged = '';
  child.stderr.on('data', (chunk: Buffer) => (logged += chunk.toString()));
  const exited = once(child, 'exit');

  async function get<Data>(path: string, query: Record<string, string> = {}): Promise<Data> {
    const response = await fetch(`${url}${path}?${new URLSearchParams(query).toString()}`);
    const body = (await response.json()) as { status: string; data: Data; error?: string };
    if (body.status !== 'success') throw new Error(`${query['query'] ?? path}: ${body.error}\n${logged}`);
    return body.data;
  }
  return {
    isReady: async () => (await fetch(`${url}/-/ready`).catch(() => null))?.ok ?? false,
    query: async (query: string) => (await get<{ result: Sample[] }>('/api/v1/query', { query })).result,
    rules: async () =>
      (await get<{ groups: { rules: Rule[] }[] }>('/api/v1/rules')).groups.flatMap(({ rules }) => rules),
    async stop() {
      child.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
