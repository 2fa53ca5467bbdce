import type { AssigneeView } from '@seismo/server';

/** Whom to ask about a rule, after other words about it. */
export function OwnedBy({ owner }: { owner: AssigneeView | null }) {
  if (owner === null) return null;
  return <span className="text-muted"> · Owned by {owner.name}</span>;
}
