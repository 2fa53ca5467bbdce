'use client';

import type { AssigneeView } from '@seismo/server';
import { assigneeText } from '#features/issues/assignee-text.ts';
import { Select } from '#ui/select.tsx';

interface Props {
  owner: AssigneeView | null;
  /** Users and teams of the organization. */
  assignees: readonly AssigneeView[];
}

/** Whom to ask about a rule. */
export function OwnerField({ owner, assignees }: Props) {
  const ofKind = (kind: AssigneeView['kind']) => assignees.filter((each) => each.kind === kind);
  return (
    <Select label="Owner" name="owner" defaultValue={assigneeText(owner)} hint="Whom to ask about this rule.">
      <option value="">No owner</option>
      <Options label="Teams" options={ofKind('team')} />
      <Options label="Users" options={ofKind('user')} />
    </Select>
  );
}

function Options({ label, options }: { label: string; options: readonly AssigneeView[] }) {
  if (options.length === 0) return null;
  return (
    <optgroup label={label}>
      {options.map((each) => (
        <option key={assigneeText(each)} value={assigneeText(each)}>
          {each.kind === 'user' && each.name !== each.email ? `${each.name} (${each.email})` : each.name}
        </option>
      ))}
    </optgroup>
  );
}
