import type { ReleaseHealthSummary, HealthFinding, SummarizedRelease } from '@seismo/server';
import { count, plural, precisePercent } from '#ui/count.ts';

/** What the figures of the newest release say beside those of the one before, in a sentence. */
export function verdictSentence({ head, base, assessment, findings }: Omit<ReleaseHealthSummary, 'fromMs'>): string {
  const [newer, older] = shortNames(head, base);
  const reasons = findings.map((finding) => reason(finding, older)).join('; ');
  switch (assessment) {
    case 'first':
      return `${newer} is the first release. With the next one their figures stand side by side here.`;
    case 'early':
      return head.by === 'sessions'
        ? `Too early to say how ${newer} does: ${plural(head.sessions, 'session')} so far, where a comparison takes 100.`
        : `Too early to say how ${newer} does: it was first seen within the last hour.`;
    case 'same':
      return head.by === 'sessions'
        ? `${newer} does as ${older} did: nothing differs by more than chance.`
        : `${newer} brought no more new issues than ${older}, and none came back. Without sessions there are no rates to compare.`;
    case 'worse':
      return `${newer} looks worse than ${older}: ${reasons}.`;
    case 'better':
      return `${newer} looks better than ${older}: ${reasons}.`;
    case 'mixed':
      return `${newer} is better than ${older} in one thing and worse in another: ${reasons}.`;
  }
}

function reason({ what, head, base }: HealthFinding, older: string): string {
  switch (what) {
    case 'crash-free':
      return `${precisePercent(head)} of its sessions end without a crash, ${precisePercent(base)} of those of ${older}`;
    case 'regressed':
      return `${plural(head, 'resolved issue')} came back`;
    case 'new-issues':
      return `${plural(head, 'new issue')}, where ${older} brought ${base === 0 ? 'none' : count(base)}`;
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
