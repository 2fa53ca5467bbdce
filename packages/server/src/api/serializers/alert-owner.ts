import type { TeamId, UserId } from '@seismo/protocol';
import type { Assignee } from '#domain/ownership/assignee.ts';
import type { AlertRuleView } from '#query/alerts/views.ts';
import { refuse } from './alert-filter.ts';

/** `user:7` or `team:2`. */
export function ownerText({ owner }: AlertRuleView): string | null {
  if (owner === null) return null;
  return owner.kind === 'user' ? `user:${owner.userId}` : `team:${owner.teamId}`;
}

export function ownerShape({ owner }: AlertRuleView) {
  if (owner === null) return null;
  const { kind: type, name } = owner;
  return owner.kind === 'user'
    ? { type, id: String(owner.userId), name, email: owner.email }
    : { type, id: String(owner.teamId), name };
}

export function readOwner(text: string | null): Assignee | null {
  if (text === null) return null;
  const [, kind, id] = /^(user|team):(\d{1,15})$/.exec(text) ?? [];
  if (!kind) throw refuse('owner', 'Use user:ID or team:ID.');
  return kind === 'user' ? { kind, userId: Number(id) as UserId } : { kind: 'team', teamId: Number(id) as TeamId };
}
