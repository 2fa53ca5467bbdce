import type { AlertRuleView } from '@seismo/server';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { Badge } from '#ui/badge.tsx';
import { LevelBadge } from './level-badge.tsx';
import { isSnoozed } from './rule-input.ts';

/** The level of the rule's metric, and why the rule sends nothing at present, or nothing to the viewer. One that is off is not evaluated. */
export function RuleBadges({ rule, nowMs }: { rule: AlertRuleView; nowMs: number }) {
  return (
    <>
      {rule.enabled && rule.evaluated ? <LevelBadge level={rule.evaluated.level} /> : null}
      {rule.enabled ? null : <Badge>Off</Badge>}
      {isSnoozed(rule, nowMs) ? (
        <Badge tone="warning">
          Snoozed until&nbsp;
          <ExactTime atMs={rule.snoozedUntilMs!} to="minute" />
        </Badge>
      ) : null}
      {rule.isMuted ? <Badge>Muted for you</Badge> : null}
    </>
  );
}
