import type { AlertRuleView } from '@seismo/server';
import { ExactTime } from '#lib/time/exact-time.tsx';

/** How a metric was when its rule was last evaluated; nothing for rules about issues, and for those that are off. */
export function MetricStatus({ rule }: { rule: AlertRuleView }) {
  const { condition, evaluated, enabled } = rule;
  if (!enabled || condition?.kind !== 'metric') return null;
  return (
    <p className="text-13 [overflow-wrap:anywhere] text-muted">
      {evaluated === null ? (
        'Not evaluated yet'
      ) : (
        <>
          {evaluated.openSinceMs === null ? null : (
            <>
              {'Open since '}
              <ExactTime atMs={evaluated.openSinceMs} to="minute" />
              {' · '}
            </>
          )}
          {evaluated.reading}
          {' · Evaluated at '}
          <ExactTime atMs={evaluated.untilMs} to="minute" />
        </>
      )}
    </p>
  );
}
