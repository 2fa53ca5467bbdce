import { ActionForm } from '#ui/action-form.tsx';
import { Field } from '#ui/field.tsx';
import { Overlay } from '#ui/overlay.tsx';
import { toast } from '#features/toast/toast.ts';
import type { Result } from '#server/refusal.ts';
import type { CurrentSearch } from './current-search.ts';
import { saveSearch } from './saved-actions.ts';

interface Props {
  organizationId: number;
  search: CurrentSearch;
  /** The search as text; `''` for a list without one. */
  summary: string;
  /** With the whole organization. */
  mayShare: boolean;
  onClose: () => void;
}

/** Saves the current search under a name. */
export function SaveDialog({ organizationId, search, summary, mayShare, onClose }: Props) {
  const save = async (before: Result | null, form: FormData) => {
    const result = await saveSearch(organizationId, search, before, form);
    if (result.ok) {
      toast({ text: result.message ?? 'Saved' });
      onClose();
    }
    return result;
  };
  return (
    <Overlay label="Save search" onClose={onClose}>
      <div className="flex flex-col gap-4 p-4">
        <h2 className="text-16">Save search</h2>
        <p className="rounded-md bg-sunken px-3 py-2 font-mono text-12 [overflow-wrap:anywhere]">
          {summary === '' ? 'All issues' : summary}
        </p>
        {search.list === 'events' ? <p className="text-13 text-muted">Applies to the events of every issue.</p> : null}
        <ActionForm action={save} submit="Save">
          <Field label="Name" name="name" required maxLength={64} autoComplete="off" data-first-focus />
          {mayShare ? (
            <label className="flex items-center gap-2 text-13">
              <input type="checkbox" name="shared" value="yes" className="accent-[var(--accent)]" />
              Share with everyone in the organization
            </label>
          ) : null}
        </ActionForm>
      </div>
    </Overlay>
  );
}
