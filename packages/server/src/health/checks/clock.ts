import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OutgoingFailure } from '#outgoing/failure.ts';
import { notChecked, type HealthSubject, type Finding, type HealthCheck } from '../contract.ts';

/** HTTP dates have whole seconds. */
const SKEW_MS_MAX = 5_000;

export const clock: HealthCheck = {
  id: 'clock',
  title: 'Clock',
  group: 'Server',
  async run(subject) {
    const findings = [...(await againstFiles(subject)), ...(await againstHttp(subject))];
    return findings.length > 0 ? findings : [{ severity: 'ok', found: 'The clock agrees with the file system.' }];
  },
};

async function againstFiles({ dataDir, clock: { now } }: HealthSubject): Promise<Finding[]> {
  const path = join(dataDir, `.clock-${process.pid}`);
  try {
    const file = await open(path, 'wx', 0o600);
    const before = now();
    await file.write('.');
    const { mtimeMs } = await file.stat();
    const after = now();
    await file.close();
    return skewOf('the file system of the data directory', mtimeMs, before, after);
  } catch (error) {
    return [notChecked(`no file can be written to the data directory (${(error as NodeJS.ErrnoException).code})`)];
  } finally {
    await rm(path, { force: true }).catch(() => {});
  }
}

async function againstHttp({ facts, outgoing, clock: { now } }: HealthSubject): Promise<Finding[]> {
  const before = now();
  const response = await outgoing.request(`${facts.publicUrl}/healthz`, { namedBy: 'operator' });
  const dated = response instanceof OutgoingFailure ? null : response.headers.get('date');
  return dated === null ? [] : skewOf(new URL(facts.publicUrl).host, Date.parse(dated), before, now());
}

function skewOf(other: string, theirs: number, before: number, after: number): Finding[] {
  const skewMs = theirs < before ? before - theirs : Math.max(0, theirs - after);
  if (Number.isNaN(skewMs) || skewMs <= SKEW_MS_MAX) return [];
  return [
    {
      severity: 'warning',
      found: `The clock of this machine and that of ${other} differ by ${Math.round(skewMs / 1000)} s.`,
      why: 'Times of events, expiry of links and codes of two-step sign-in depend on the clock.',
      action: 'Turn on time synchronization, for example with "timedatectl set-ntp true".',
    },
  ];
}
