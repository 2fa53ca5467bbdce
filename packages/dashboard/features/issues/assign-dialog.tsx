import type { AssigneeView, SuggestedAssignee } from '@seismo/server';
import { UserRound, UserRoundX, UsersRound } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Combobox } from '#ui/combobox.tsx';
import { Overlay } from '#ui/overlay.tsx';
import { matchesText } from '#ui/matches-text.ts';
import type { Target } from '#server/target.ts';
import { read } from '#lib/read.ts';
import { assigneeText } from './assignee-text.ts';

interface AssigneeOption {
  id: string;
  to: AssigneeView | null;
  name: string;
  /** An email address or team name, which the filter also matches. */
  detail: string;
  why: string | null;
}

const unassigned: AssigneeOption = { id: 'nobody', to: null, name: 'Unassigned', detail: '', why: null };

interface Props {
  what: string;
  /** The issue, if there is only one. */
  issue?: Target;
  assignees: AssigneeView[];
  mayUnassign: boolean;
  onSelect: (to: AssigneeView | null) => void;
  onClose: () => void;
}

/** Users and teams, found by typing. For one issue, suggested assignees come first, with the reason. */
export function AssignDialog({ what, issue, assignees, mayUnassign, onSelect, onClose }: Props) {
  const [text, setText] = useState('');
  /** `null` while loading: suggestions come first, and the list must not move under the pointer. */
  const [suggested, setSuggested] = useState<SuggestedAssignee[] | null>(issue === undefined ? [] : null);
  const { organizationId, id } = issue ?? {};
  useEffect(() => {
    if (organizationId === undefined || id === undefined) return;
    const leave = new AbortController();
    void read('suggestedAssignees', organizationId, { issue: id }, leave.signal)
      .catch(() => [])
      .then((found) => leave.signal.aborted || setSuggested(found));
    return () => leave.abort();
  }, [organizationId, id]);

  const trimmed = text.trim();
  const groups = useMemo(() => {
    if (suggested === null) return [];
    const suggestions = suggested.map(({ to, why }) => optionOf(to, why));
    const others = assignees
      .map((to) => optionOf(to))
      .filter(({ id }) => !suggestions.some((choice) => choice.id === id));
    const matching = (choices: AssigneeOption[]) =>
      choices.filter(({ name, detail }) => matchesText(`${name} ${detail}`, trimmed));
    return [
      { heading: 'Suggested', options: matching(suggestions) },
      {
        heading: suggestions.length > 0 ? 'Everyone' : null,
        options: matching(mayUnassign ? [...others, unassigned] : others),
      },
    ].filter(({ options }) => options.length > 0);
  }, [suggested, assignees, mayUnassign, trimmed]);

  return (
    <Overlay label={`Assign ${what}`} onClose={onClose}>
      <Combobox
        label={`Assign ${what}`}
        placeholder="Search members and teams"
        text={text}
        onTextChange={setText}
        groups={groups}
        groupsFor={suggested === null ? null : trimmed}
        empty={suggested === null ? null : 'No matching member or team. You can create teams in Settings.'}
        renderOption={optionLine}
        onSelect={({ to }) => onSelect(to)}
      />
    </Overlay>
  );
}

function optionOf(to: AssigneeView, why: string | null = null): AssigneeOption {
  const detail = to.kind === 'team' ? `#${to.slug}` : to.email;
  return { id: assigneeText(to), to, name: to.name, detail, why };
}

function optionLine({ to, name, detail, why }: AssigneeOption) {
  const Icon = to === null ? UserRoundX : to.kind === 'team' ? UsersRound : UserRound;
  return (
    <>
      <Icon size={15} aria-hidden className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{name}</span>
        {why === null ? null : <span className="block truncate text-12 text-muted">{why}</span>}
      </span>
      <span className="max-w-[50%] shrink-0 truncate text-12 text-muted">{detail}</span>
    </>
  );
}
