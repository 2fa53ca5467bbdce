import type { AlertRuleView } from '#query/alerts/views.ts';

/** Sentry has one environment or none; `environments` is our own field, for several. */
export function environmentShape({ environments }: Pick<AlertRuleView, 'environments'>) {
  return { environment: environments.length === 1 ? environments[0]! : null, environments };
}
