import { useEffect, useMemo, useState } from 'react';
import { searchOf } from '#explorer/url-state.ts';
import { read, type Answer } from '#lib/read.ts';
import { Combobox } from '#ui/combobox.tsx';
import { count } from '#ui/count.ts';
import { Overlay } from '#ui/overlay.tsx';
import { fieldOptions, type FieldOption, type FieldUse } from './field-options.ts';
import { exploreHref, type ExploreState } from './search-params.ts';

interface Props {
  list: FieldUse;
  state: ExploreState;
  /** They are not offered. */
  selected: readonly string[];
  organizationId: number;
  label: string;
  onSelect: (name: string) => void;
  onClose: () => void;
}

const placeholders: Record<FieldUse, string> = {
  columns: 'Name of a field or an attribute',
  groups: 'Name of a field or an attribute',
  measures: 'p95, or the name of an attribute',
  value: 'Name of an attribute that is a number',
};

/** Selects a field by typing: known ones, those of the newest spans or errors, and any other name. */
export function FieldDialog({ list, state, selected, organizationId, label, onSelect, onClose }: Props) {
  const [text, setText] = useState('');
  const [fields, setFields] = useState<Answer<'exploreFields'> | null>(null);
  const { dataset } = state;
  const context = JSON.stringify(searchOf(exploreHref({ ...state, query: '', sort: null, cursor: null })));
  useEffect(() => {
    const leave = new AbortController();
    const params = Object.groupBy(JSON.parse(context) as [string, string][], ([name]) => name);
    const list = Object.fromEntries(
      Object.entries(params).map(([name, values]) => [name, values!.map(([, value]) => value)]),
    );
    read('exploreFields', organizationId, { list }, leave.signal).then(
      setFields,
      // The known fields are there.
      () => leave.signal.aborted || setFields([]),
    );
    return () => leave.abort();
  }, [organizationId, context]);

  const trimmed = text.trim();
  const groups = useMemo(
    () =>
      fields === null
        ? []
        : [{ heading: null, options: fieldOptions({ list, dataset, fields, selected, text: trimmed }) }],
    [fields, list, dataset, selected, trimmed],
  );
  return (
    <Overlay label={label} onClose={onClose}>
      <Combobox
        label={label}
        placeholder={placeholders[list]}
        text={text}
        onTextChange={setText}
        groups={groups}
        groupsFor={fields === null ? null : trimmed}
        empty={fields === null ? null : 'No matching field.'}
        renderOption={optionLine}
        onSelect={({ id }) => {
          onClose();
          onSelect(id);
        }}
      />
    </Overlay>
  );
}

function optionLine({ id, about, frequency }: FieldOption) {
  return (
    <>
      <span className="min-w-0 flex-1 truncate font-mono text-12">{id}</span>
      <span className="shrink-0 text-12 text-muted">
        {about}
        {frequency === null ? null : <span title="In the newest 5,000">{`, ${count(frequency)}`}</span>}
      </span>
    </>
  );
}
