/** What an alert rule waits for: `when` it fires, and what it says about one issue in a message. */
export const alertTriggers = {
  'first-issue': { when: 'The first issue of the project', text: 'the first issue of the project' },
  'new-issue': { when: 'A new issue', text: 'a new issue' },
  regression: { when: 'An issue that occurs again after it was resolved', text: 'regressed after it was resolved' },
  escalation: { when: 'An issue with more events than usual', text: 'escalating: more events than usual' },
} as const satisfies Record<string, { when: string; text: string }>;

export type AlertTrigger = keyof typeof alertTriggers;
