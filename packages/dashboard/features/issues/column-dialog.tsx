import { useTransition } from 'react';
import { Overlay } from '#ui/overlay.tsx';
import { callAction } from '#ui/call-action.ts';
import { toast } from '#features/toast/toast.ts';
import { saveListPreferences } from './actions.ts';
import { PreferenceOptions } from '../preferences/preference-options.tsx';
import { columns, type ColumnId } from './columns.ts';

/** Selects the columns and density of the list, saved with the account. */
export function ColumnDialog({ visible, onClose }: { visible: ColumnId[]; onClose: () => void }) {
  const [pending, start] = useTransition();
  const save = (form: HTMLFormElement) => {
    const issueColumns = new FormData(form).getAll('column').map(String);
    start(async () => {
      const result = await callAction(saveListPreferences({ issueColumns: issueColumns }));
      if (!result.ok) toast({ text: result.message });
    });
  };
  return (
    <Overlay label="Columns" onClose={onClose}>
      <form className="flex flex-col gap-3 p-4" aria-busy={pending} onChange={(event) => save(event.currentTarget)}>
        <h2 className="text-16">Columns</h2>
        <div className="grid gap-1 sm:grid-cols-2">
          {columns
            .filter(({ id }) => id !== 'seen')
            .map(({ id, name }) => (
              <label key={id} className="flex min-h-8 items-center gap-2.5 rounded-sm px-1 text-13 hover:bg-hover">
                <input
                  type="checkbox"
                  name="column"
                  value={id}
                  defaultChecked={visible.includes(id)}
                  className="accent-accent"
                />
                {name}
              </label>
            ))}
        </div>
      </form>
      <div className="flex flex-col gap-3 border-t border-line p-4">
        <PreferenceOptions name="density" />
        <p className="text-12 text-muted">Saved to your account. On phones, counts appear in the row.</p>
      </div>
    </Overlay>
  );
}
