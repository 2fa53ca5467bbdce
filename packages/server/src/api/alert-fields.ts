import { Refusal } from '#platform/refusal.ts';

/** Commands name fields of a rule in refusals, answers those of Sentry: by field, or the first part of its path. */
export async function withFields<T>(names: Record<string, string>, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const [field, message] = error instanceof Refusal ? (Object.entries(error.fields)[0] ?? []) : [];
    if (!(error instanceof Refusal) || field === undefined) throw error;
    throw new Refusal(error.code, `${names[field] ?? names[field.split('.')[0]!] ?? field}: ${message}`);
  }
}

export const workflowFields = {
  query: 'actionFilters.0.conditions',
  condition: 'actionFilters.0.conditions',
  environments: 'environment',
  repeatMs: 'config.frequency',
};
export const detectorFields = {
  query: 'dataSources.0.query',
  environments: 'dataSources.0.environment',
  condition: 'conditionGroup.conditions',
  'condition.aggregate': 'dataSources.0.aggregate',
  'condition.reminderMs': 'config.reminderMinutes',
};
