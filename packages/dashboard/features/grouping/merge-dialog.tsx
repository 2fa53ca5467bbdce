import type { IssueName, MergeTarget } from '@seismo/server';
import { useCallback, useMemo, useState } from 'react';
import { read } from '#lib/read.ts';
import { useSearchAsYouType } from '#lib/use-search-as-you-type.ts';
import { Combobox } from '#ui/combobox.tsx';
import { plural } from '#ui/count.ts';
import { Overlay } from '#ui/overlay.tsx';
import type { Target } from '#server/target.ts';

type Option = Omit<MergeTarget, 'id'> & { id: string; issue: IssueName };

interface Props {
  issue: Target;
  shortId: string;
  onSelect: (into: IssueName) => void;
  onClose: () => void;
}

/** Issues of the same project, found by typing. Before that, similar issues come first. */
export function MergeDialog({ issue: { organizationId, id }, shortId, onSelect, onClose }: Props) {
  const [text, setText] = useState('');
  const search = useCallback(
    (text: string, signal: AbortSignal) => read('mergeTargets', organizationId, { issue: id, text }, signal),
    [organizationId, id],
  );
  const found = useSearchAsYouType(text.trim(), search);
  const groups = useMemo(() => {
    const options = (found?.answer ?? []).map((one): Option => ({
      ...one,
      id: one.shortId,
      issue: { id: one.id, shortId: one.shortId },
    }));
    const similar = options.filter(({ why }) => why !== null);
    const others = options.filter(({ why }) => why === null);
    return [
      { heading: 'Similar', options: similar },
      { heading: found?.text === '' ? 'Recently seen' : null, options: others },
    ].filter((group) => group.options.length > 0);
  }, [found]);
  return (
    <Overlay label={`Merge ${shortId} into`} onClose={onClose}>
      <Combobox
        label={`Merge ${shortId} into`}
        placeholder={`Merge ${shortId} into: issue ID or words`}
        text={text}
        onTextChange={setText}
        groups={groups}
        groupsFor={found?.text ?? null}
        empty={
          found === null
            ? null
            : found.answer === null
              ? 'The server is not responding. Try again in a moment.'
              : found.text === ''
                ? 'This project has no other issues.'
                : 'No other issue of this project matches.'
        }
        renderOption={renderOption}
        onSelect={(option) => onSelect(option.issue)}
      />
    </Overlay>
  );
}

function renderOption({ shortId, type, value, culprit, why, events }: Option) {
  return (
    <>
      <span className="w-20 shrink-0 truncate font-mono text-12 text-muted">{shortId}</span>
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          {type || value}
          {type && value ? <span className="text-muted"> {value}</span> : null}
        </span>
        {why || culprit ? (
          <span className={`block truncate text-12 text-muted ${why ? '' : 'font-mono'}`}>{why ?? culprit}</span>
        ) : null}
      </span>
      <span className="shrink-0 text-12 text-muted">{plural(events, 'event')}</span>
    </>
  );
}
