import { useEffect, useRef, useState, useTransition, type ReactNode } from 'react';
import { Overlay } from '#ui/overlay.tsx';
import { callAction } from '#ui/call-action.ts';
import { toast } from '#features/toast/toast.ts';
import { saveListPreferences } from '#features/preferences/actions.ts';
import { PreferenceOptions } from '#features/preferences/preference-options.tsx';
import { read, type Answer } from '#lib/read.ts';

interface Column {
  id: string;
  name: string;
}

export interface ColumnSettings {
  preference: 'issueColumns' | 'eventColumns';
  /** Those to select from, in their order. */
  columns: Column[];
  visible: string[];
  /** Where the values are on phones. */
  onPhones: string;
  /** An issue whose tags are columns as well, and how many columns can be selected. */
  tagsOf?: { organizationId: number; shortId: string; countMax: number };
}

/** Selects the columns and density of a list, saved with the account. */
export function ColumnDialog(props: ColumnSettings & { onClose: () => void }) {
  const { preference, columns, visible, onPhones, tagsOf, onClose } = props;
  const [pending, start] = useTransition();
  const [selected, setSelected] = useState(visible);
  const [selectedBefore] = useState(visible);
  /** The latest selection, until it is sent. */
  const unsaved = useRef<string[]>(null);
  const isSaving = useRef(false);
  const save = async () => {
    isSaving.current = true;
    while (unsaved.current) {
      const ids = unsaved.current;
      unsaved.current = null;
      const result = await callAction(saveListPreferences({ [preference]: ids }));
      if (!result.ok) toast({ text: result.message });
    }
    isSaving.current = false;
  };
  const select = (ids: string[]) => {
    setSelected(ids);
    unsaved.current = ids;
    if (!isSaving.current) start(save);
  };
  const isFull = tagsOf !== undefined && selected.length >= tagsOf.countMax;
  const optionsOf = (options: Column[]) => (
    <ul className="grid gap-1 sm:grid-cols-2">
      {options.map(({ id, name }) => (
        <li key={id}>
          <label className="flex min-h-8 min-w-0 items-center gap-2.5 rounded-sm px-1 text-13 hover:bg-hover has-disabled:text-muted">
            <input
              type="checkbox"
              checked={selected.includes(id)}
              disabled={isFull && !selected.includes(id)}
              className="shrink-0 accent-accent"
              onChange={(event) =>
                select(event.target.checked ? [...selected, id] : selected.filter((each) => each !== id))
              }
            />
            <span className="truncate" title={name}>
              {name}
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
  return (
    <Overlay label="Columns" onClose={onClose}>
      <div className="flex flex-col gap-3 p-4" aria-busy={pending}>
        <h2 className="text-16">Columns</h2>
        {optionsOf(columns)}
        {tagsOf ? (
          <Tags {...tagsOf}>
            {(tags) =>
              optionsOf(
                // Selected tags that this issue lacks can be removed.
                [...new Set([...selectedBefore, ...tags])]
                  .filter((tag) => columns.every(({ id }) => id !== tag))
                  .map((tag) => ({ id: tag, name: tag })),
              )
            }
          </Tags>
        ) : null}
      </div>
      <div className="flex flex-col gap-3 border-t border-line p-4">
        <PreferenceOptions name="density" />
        <p className="text-12 text-muted">
          {tagsOf ? `At most ${tagsOf.countMax} columns. ` : ''}Saved to your account. {onPhones}
        </p>
      </div>
    </Overlay>
  );
}

interface TagsProps {
  organizationId: number;
  shortId: string;
  children: (tags: string[]) => ReactNode;
}

/** The tags of an issue, the most frequent first. */
function Tags({ organizationId, shortId, children }: TagsProps) {
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer<'tagKeys'> | 'failed' | null>(null);
  useEffect(() => {
    const leave = new AbortController();
    read('tagKeys', organizationId, { shortId }, leave.signal).then(setAnswer, () => {
      if (!leave.signal.aborted) setAnswer('failed');
    });
    return () => leave.abort();
  }, [organizationId, shortId, attempt]);
  return (
    <section aria-label="Tags" aria-busy={answer === null}>
      <h3 className="mb-1 text-13 font-medium">Tags</h3>
      {answer === 'failed' ? (
        <p className="px-1 text-12 text-muted">
          The tags could not be loaded.{' '}
          <button type="button" className="text-accent underline" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </button>
        </p>
      ) : null}
      {children(Array.isArray(answer) ? answer : [])}
    </section>
  );
}
