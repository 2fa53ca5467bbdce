'use client';

import { useEffect, useRef, useState, useTransition, type ReactNode } from 'react';
import { useCommands } from '#shell/commands/use-commands.ts';
import { ActionForm } from '#ui/action-form.tsx';
import { callAction } from '#ui/call-action.ts';
import { toast } from '#features/toast/toast.ts';
import type { Result } from '#server/refusal.ts';
import type { Target } from '#server/target.ts';
import { deleteComment, saveComment } from './comment-actions.ts';
import { CommentArea } from './comment-area.tsx';

/** A native form, so that it works before hydration. */
export function CommentForm({ issue, shortId }: { issue: Target; shortId: string }) {
  const area = useRef<HTMLTextAreaElement>(null);
  useCommands('page', () => ({
    name: shortId,
    commands: [{ id: 'comment', label: 'Write a comment', words: 'note reply', run: () => area.current?.focus() }],
  }));
  return (
    <ActionForm
      action={saveComment.bind(null, issue, null)}
      submit="Comment"
      variant="plain"
      small
      className="flex flex-col items-start gap-2"
    >
      <CommentArea ref={area} issue={issue} placeholder="Add a comment. Markdown and @mentions are supported." />
    </ActionForm>
  );
}

/** An existing text, with the cursor at its end. */
function EditArea({ issue, text }: { issue: Target; text: string }) {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { current } = area;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  return <CommentArea ref={area} issue={issue} defaultValue={text} />;
}

interface Props {
  issue: Target;
  id: number;
  text: string;
  mine: boolean;
  head: ReactNode;
  children: ReactNode;
}

/** One comment. Its author can edit and delete it. */
export function Comment({ issue, id, text, mine, head, children }: Props) {
  const [editing, setEditing] = useState(false);
  const [pending, start] = useTransition();
  const edit = useRef<HTMLButtonElement>(null);
  const save = async (before: Result | null, form: FormData) => {
    const result = await saveComment(issue, id, before, form);
    if (result.ok) {
      setEditing(false);
      edit.current?.focus();
    }
    return result;
  };
  const remove = () =>
    start(async () => {
      const result = await callAction(deleteComment(issue, id));
      toast({ text: result.ok ? 'Comment deleted' : result.message });
    });
  return (
    <article aria-label="Comment" className="rounded-md border border-line bg-surface px-3 py-2">
      <header className="mb-1 flex items-center gap-2 text-12 text-muted">
        <span className="min-w-0 truncate">{head}</span>
        {mine ? (
          <span className="ml-auto flex shrink-0 gap-2">
            <button
              ref={edit}
              type="button"
              className="rounded-sm hover:text-ink hover:underline"
              onClick={() => setEditing(!editing)}
            >
              {editing ? 'Cancel' : 'Edit'}
            </button>
            <button
              type="button"
              aria-disabled={pending || undefined}
              className="rounded-sm hover:text-ink hover:underline"
              onClick={() => pending || remove()}
            >
              Delete
            </button>
          </span>
        ) : null}
      </header>
      {editing ? (
        <ActionForm action={save} submit="Save" variant="plain" small className="flex flex-col items-start gap-2">
          <EditArea issue={issue} text={text} />
        </ActionForm>
      ) : (
        children
      )}
    </article>
  );
}
