import { limits } from '@seismo/protocol';
import type { RuleCondition } from './conditions.ts';
import type { AlertTrigger } from './triggers.ts';

/** The rules of a new project. `query` filters issues, in the search language. Migration 0029 has a copy of the first four, for older projects. */
export const defaultAlertRules: readonly {
  name: string;
  trigger: AlertTrigger;
  query: string;
  condition: RuleCondition | null;
}[] = [
  { name: 'First issue', trigger: 'first-issue', query: '', condition: null },
  { name: 'New high-priority issue', trigger: 'new-issue', query: 'issue.priority:high', condition: null },
  { name: 'Regression', trigger: 'regression', query: '', condition: null },
  { name: 'Escalation', trigger: 'escalation', query: '', condition: null },
  { name: 'Bad release', trigger: 'release', query: '', condition: { kind: 'release', ratings: ['bad'] } },
];

/** What a rule does unless its user chooses otherwise. */
export const ruleDefaults = {
  enabled: true,
  toTeam: true,
  channelIds: [] as number[],
  environments: [] as string[],
  condition: null,
  repeatMs: limits.ALERT_REPEAT_MS_DEFAULT as number,
  schedule: null,
  snoozedUntilMs: null,
  escalation: null,
  reportsResolved: false,
  owner: null,
};
