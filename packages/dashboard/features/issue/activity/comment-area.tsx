import { useState, type ComponentProps, type ComponentType, type RefObject } from 'react';
import type { Target } from '#server/target.ts';

const CHARS_MAX = 10_000;

interface Props extends ComponentProps<'textarea'> {
  ref: RefObject<HTMLTextAreaElement | null>;
  issue: Target;
}

type List = ComponentType<{ area: Props['ref']; issue: Target }>;

/** The text of a comment. The first `@` loads the list of who can be mentioned. */
export function CommentArea({ ref, issue, ...rest }: Props) {
  const [MentionList, setMentionList] = useState<List | null>(null);
  const load = () =>
    import('./mention-list.tsx').then(
      (loaded) => setMentionList(() => loaded.MentionList),
      // Loaded again with the next letter.
      () => {},
    );
  return (
    <div className="relative w-full">
      <textarea
        ref={ref}
        name="text"
        aria-label="Comment"
        required
        maxLength={CHARS_MAX}
        onInput={({ currentTarget }) => MentionList === null && currentTarget.value.includes('@') && void load()}
        className="block min-h-16 w-full resize-y rounded-md border border-line-strong bg-surface px-2.5 py-1.5 text-13 placeholder:text-faint hover:border-muted"
        {...rest}
      />
      {MentionList ? <MentionList area={ref} issue={issue} /> : null}
    </div>
  );
}
