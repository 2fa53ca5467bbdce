import { levels, type Level } from '@seismo/protocol';
import type { Substate } from './issue-status.ts';
import type { IssueCondition } from '../search/issue-condition.ts';

export const priorities = ['high', 'medium', 'low'] as const;
export type Priority = (typeof priorities)[number];

interface PrioritizedIssue {
  level: Level;
  handled: boolean | null;
  substate: Substate | null;
  /** Set by a user; `null` is automatic. */
  priority: Priority | null;
}

export interface PriorityView {
  level: Priority;
  /** Whether a user set it. */
  byPerson: boolean;
  /** In a sentence. */
  why: string;
}

/** The priority: set by a user, else from level, handling and status. */
export function priorityOf(issue: PrioritizedIssue): PriorityView {
  if (issue.priority) return { level: issue.priority, byPerson: true, why: 'Set manually.' };
  const [level, because] = byLevel(issue);
  if (issue.substate === 'escalating' && level !== 'high') {
    return { level: level === 'low' ? 'medium' : 'high', byPerson: false, why: `${because}, escalating.` };
  }
  return { level, byPerson: false, why: `${because}.` };
}

function byLevel({ level, handled }: PrioritizedIssue): [Priority, string] {
  switch (level) {
    case 'fatal':
      return ['high', 'Fatal error'];
    case 'error':
      return handled === false ? ['high', 'Unhandled error'] : ['medium', 'Error'];
    case 'warning':
      return ['medium', 'Warning'];
    case 'info':
    case 'debug':
      return ['low', `Level ${level}`];
  }
}

/** The issues of this priority, as `priorityOf` has it. */
export function hasPriority(priority: Priority): IssueCondition {
  const ruled = levels.flatMap((level) =>
    [true, false].flatMap((unhandled) =>
      [true, false].flatMap((escalating): IssueCondition[] => {
        const issue = {
          level,
          handled: !unhandled,
          substate: escalating ? 'escalating' : 'ongoing',
          priority: null,
        } as const;
        if (priorityOf(issue).level !== priority) return [];
        const isUnhandled: IssueCondition = { handled: false };
        const isEscalating: IssueCondition = { field: 'substate', is: ['escalating'] };
        return [
          {
            all: [
              { field: 'level', is: [level] },
              unhandled ? isUnhandled : { not: isUnhandled },
              escalating ? isEscalating : { not: isEscalating },
            ],
          },
        ];
      }),
    ),
  );
  return {
    any: [{ field: 'priority', is: [priority] }, { all: [{ field: 'priority', is: [''] }, { any: ruled }] }],
  };
}
