import type { IssueName, MergeTarget } from '@seismo/server';
import { useEffect, useMemo, useState } from 'react';
import { read } from '#lib/read.ts';
import { Combobox } from '#ui/combobox.tsx';
import { plural } from '#ui/count.ts';
import { Overlay } from '#ui/overlay.tsx';
import type { Target } from '#server/target.ts';

const QUIET_MS = 120;

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
  const [found, setFound] = useState<{ text: string; targets: MergeTarget[]; failed?: boolean } | null>(null);
  const typed = text.trim();
  useEffect(() => {
    const leave = new AbortController();
    const timer = setTimeout(
      async () => {
        const answer = await read('mergeTargets', organizationId, { issue: id, text: typed }, leave.signal).catch(
          () => null,
        );
        if (!leave.signal.aborted) setFound({ text: typed, targets: answer ?? [], failed: answer === null });
      },
      typed === '' ? 0 : QUIET_MS,
    );
    return () => {
      leave.abort();
      clearTimeout(timer);
    };
  }, [organizationId, id, typed]);
  const groups = useMemo(() => {
    const options = (found?.targets ?? []).map((one): Option => ({
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
            : found.failed
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
