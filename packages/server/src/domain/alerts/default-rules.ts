import { limits } from '@seismo/protocol';
import type { AlertTrigger } from './triggers.ts';

/** The rules of a new project. `query` filters issues, in the search language. Migration 0029 has a copy of them. */
export const defaultAlertRules: readonly { name: string; trigger: AlertTrigger; query: string }[] = [
  { name: 'First issue', trigger: 'first-issue', query: '' },
  { name: 'New high-priority issue', trigger: 'new-issue', query: 'issue.priority:high' },
  { name: 'Regression', trigger: 'regression', query: '' },
  { name: 'Escalation', trigger: 'escalation', query: '' },
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
