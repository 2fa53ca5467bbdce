import type { ReleaseHealthSummary, HealthFinding, SummarizedRelease } from '@seismo/server';
import { count, plural, precisePercent } from '#ui/count.ts';

/** One sentence that compares the latest release with the previous one. */
export function releaseHealthSentence({
  head,
  base,
  assessment,
  findings,
}: Omit<ReleaseHealthSummary, 'fromMs'>): string {
  const [newer, older] = shortNames(head, base);
  const reasons = findings.map((finding) => reason(finding)).join('; ');
  switch (assessment) {
    case 'first':
      return `${newer} is the first release. A comparison appears after the next one.`;
    case 'early':
      return head.by === 'sessions'
        ? `Too early to rate ${newer}: ${plural(head.sessions, 'session')} so far, 100 needed.`
        : `Too early to rate ${newer}: first seen less than an hour ago.`;
    case 'same':
      return head.by === 'sessions'
        ? `${newer} performs like ${older}: no significant difference.`
        : `${newer} has no more new issues than ${older}, and no regressions. Rates need session data.`;
    case 'worse':
      return `${newer} looks worse than ${older}: ${reasons}.`;
    case 'better':
      return `${newer} looks better than ${older}: ${reasons}.`;
    case 'mixed':
      return `${newer} is better than ${older} in some ways and worse in others: ${reasons}.`;
  }
}

function reason({ kind, head, base }: HealthFinding): string {
  switch (kind) {
    case 'crash-free':
      return `${precisePercent(head)} crash-free sessions instead of ${precisePercent(base)}`;
    case 'regressed':
      return `${plural(head, 'resolved issue')} regressed`;
    case 'new-issues':
      return `${plural(head, 'new issue')} instead of ${count(base)}`;
    case 'error-rate':
      return `${rate(head)} errors per 1,000 sessions instead of ${rate(base)}`;
  }
}

function rate(value: number): string {
  return value >= 10 ? count(value) : String(Math.round(value * 10) / 10);
}

/** `shop@2.5.1` is `2.5.1` where both are of `shop`. */
function shortNames({ version }: SummarizedRelease, base: SummarizedRelease | null): [newer: string, older: string] {
  const older = base?.version ?? '';
  const at = version.lastIndexOf('@') + 1;
  return at > 0 && older.startsWith(version.slice(0, at)) ? [version.slice(at), older.slice(at)] : [version, older];
}
