/** What an alert rule waits for, each with its name in the interface and its words in a message about one issue. */
export const alertTriggers = {
  'first-issue': { name: 'First issue of the project', text: 'the first issue of the project' },
  'new-issue': { name: 'New issue', text: 'a new issue' },
  regression: { name: 'Regression', text: 'regressed after it was resolved' },
  escalation: { name: 'Escalation', text: 'escalating: more events than usual' },
} as const satisfies Record<string, { name: string; text: string }>;

export type AlertTrigger = keyof typeof alertTriggers;
