import { redactSecrets } from '@seismo/protocol/redact';
import type { Finding, HealthCheck, HealthSubject, Severity } from './contract.ts';

export interface HealthResult {
  id: string;
  title: string;
  group: HealthCheck['group'];
  /** The worst of its findings. */
  severity: Severity;
  findings: { severity: Severity; found: string; why: string; action: string; isFixable: boolean }[];
  /** What `fix` has done; the findings are those after it. */
  fixed: string[];
}

const severities: readonly Severity[] = ['ok', 'note', 'warning', 'error'];

/** Never rejects: a check that throws is a finding. */
export async function runHealthCheck(
  check: HealthCheck,
  subject: HealthSubject,
  { fix }: { fix: boolean },
): Promise<HealthResult> {
  const [before, fixed] = [await findingsOf(check, subject), [] as string[]];
  const failures: Finding[] = [];
  for (const finding of fix ? before : []) {
    if (!finding.fix) continue;
    try {
      fixed.push(await finding.fix());
    } catch (error) {
      failures.push({
        severity: 'error',
        found: `It could not be repaired: ${messageOf(error)}`,
        action: finding.action ?? '',
      });
    }
  }
  const findings = fixed.length > 0 ? await findingsOf(check, subject) : before;
  return {
    id: check.id,
    title: check.title,
    group: check.group,
    severity: worst([...findings, ...failures]),
    findings: [...findings, ...failures].map(({ severity, found, why = '', action = '', fix: repair }) => ({
      severity,
      found: redactSecrets(found),
      why,
      action,
      isFixable: repair !== undefined,
    })),
    fixed,
  };
}

async function findingsOf(check: HealthCheck, subject: HealthSubject): Promise<Finding[]> {
  try {
    const paused = check.connects ? await subject.outgoing.paused() : null;
    if (paused !== null) return [{ severity: 'note', found: `Not checked. ${paused}` }];
    return await check.run(subject);
  } catch (error) {
    return [
      {
        severity: 'error',
        found: `The check failed: ${messageOf(error)}`,
        why: 'What it looks at may be broken, too.',
        action: 'Read the log of the server. If the cause is not there, report this message.',
      },
    ];
  }
}

export function worst(findings: readonly { severity: Severity }[]): Severity {
  return severities[Math.max(0, ...findings.map(({ severity }) => severities.indexOf(severity)))]!;
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!;
}
