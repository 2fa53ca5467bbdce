import { existsSync } from 'node:fs';
import {
  createOutgoing,
  createProviderDiscovery,
  healthChecks,
  openReadOnly,
  runHealthCheck,
  systemClock,
  worst,
  type HealthResult,
  type HealthSubject,
  type Severity,
} from '@seismo/server/parts';
import { readConfig, type Config } from '../config.ts';
import { callServer } from '../control.ts';
import { healthFacts } from '../health.ts';
import { whyPaused } from '../why-paused.ts';

interface DoctorOptions {
  fix: boolean;
  json: boolean;
}

interface Report {
  /** Raised when a field changes its meaning. */
  version: 1;
  checkedAt: string;
  server: 'running' | 'not running';
  severity: Severity;
  checks: HealthResult[];
}

/** Asks the running server, or inspects the files if none answers. Returns the exit code. */
export async function doctorCommand(env: NodeJS.ProcessEnv, options: DoctorOptions): Promise<number> {
  const report = await examine(env, options);
  process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : textOf(report));
  return report.severity === 'error' ? 1 : 0;
}

async function examine(env: NodeJS.ProcessEnv, { fix, json }: DoctorOptions): Promise<Report> {
  const say = (text: string) => void (!json && process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text}`));
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    return reportOf('not running', [invalidConfiguration((error as Error).message)]);
  }
  const checks: HealthResult[] = [];
  const isRunning = await askServer(config, fix, (title) => say(`${title} …`), checks);
  if (!isRunning) {
    await using opened = await openReadOnly(healthFacts(config).locations);
    const { state } = opened.stores;
    const outgoing = createOutgoing({
      internal: config.internalHosts,
      paused: async () => ('store' in state ? whyPaused(state.store) : null),
    });
    const discover = createProviderDiscovery(outgoing, systemClock);
    const subject: HealthSubject = {
      ...healthFacts(config),
      clock: systemClock,
      outgoing,
      discover,
      probe: null,
      stores: opened.stores,
    };
    for (const check of healthChecks) {
      say(`${check.title} …`);
      checks.push(await runHealthCheck(check, subject, { fix }));
    }
  }
  say('');
  return reportOf(isRunning ? 'running' : 'not running', checks);
}

/** A server that stops meanwhile leaves the rest to an inspection of its files. */
async function askServer(
  { dataDir }: Config,
  fix: boolean,
  progress: (title: string) => void,
  checks: HealthResult[],
): Promise<boolean> {
  if (!existsSync(dataDir)) return false;
  for (const { id, title } of healthChecks) {
    progress(title);
    const answer = await callServer<HealthResult>(dataDir, 'healthCheck', id, fix).catch((error: Error) => {
      process.stderr.write(`The running server did not answer: ${error.message}\n`);
      return null;
    });
    if (answer === null) {
      checks.length = 0;
      return false;
    }
    checks.push(answer.result);
  }
  return true;
}

function reportOf(server: Report['server'], checks: HealthResult[]): Report {
  return { version: 1, checkedAt: new Date().toISOString(), server, severity: worst(checks), checks };
}

function invalidConfiguration(message: string): HealthResult {
  const finding = {
    severity: 'error',
    found: message,
    why: 'The server does not start. Nothing else was checked, because the settings name what to check.',
    action: 'Correct the variable. docs/set-up.md lists all settings.',
    isFixable: false,
  } as const;
  return {
    id: 'configuration',
    title: 'Configuration',
    group: 'Server',
    severity: 'error',
    findings: [finding],
    fixed: [],
  };
}

const labels: Record<Severity, string> = { error: 'ERROR  ', warning: 'WARNING', note: 'note   ', ok: 'ok     ' };

/** Problems first. */
function textOf({ server, checks, severity }: Report): string {
  const found = checks.flatMap(({ title, findings }) => findings.map((finding) => ({ title, ...finding })));
  const lines = (['error', 'warning', 'note', 'ok'] as const).flatMap((level) =>
    found
      .filter((finding) => finding.severity === level)
      .map(({ title, found: text, why, action }) =>
        [`${labels[level]} ${title}: ${text}`, why, action && `→ ${action}`].filter(Boolean).join('\n        '),
      ),
  );
  const fixed = checks.flatMap(({ fixed: done }) => done.map((text) => `FIXED   ${text}`));
  const summary =
    severity === 'ok' || severity === 'note'
      ? 'No problem found.'
      : `${found.filter((each) => each.severity === 'error').length} errors, ${found.filter((each) => each.severity === 'warning').length} warnings.`;
  const inspected =
    server === 'running' ? 'The running server was asked.' : 'No running server answered; its files were inspected.';
  return `${[...fixed, ...lines, '', `${inspected} ${summary}`].join('\n')}\n`;
}
