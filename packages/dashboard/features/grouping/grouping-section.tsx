import type { EventView } from '@seismo/server';
import { Suspense } from 'react';
import { Button } from '#components/ui/button.tsx';
import { inputClass } from '#components/ui/input-class.ts';
import { Section } from '#components/ui/section.tsx';
import { ComponentTable } from './component-table.tsx';
import { HashList } from './hash-list.tsx';
import { SplitEventButton } from './regroup-buttons.tsx';

/** Why an event is in its issue, and the ways to say that it should be otherwise. */
export function GroupingSection({ view }: { view: EventView }) {
  const { grouping } = view.stored;
  const counting = grouping.components.filter(({ contributes }) => contributes).length;
  return (
    <Section
      title="Why it is in this issue"
      actions={
        view.neighbours.total > 1 ? <SplitEventButton shortId={view.issueShortId} eventId={view.eventId} /> : undefined
      }
    >
      <p className="text-13">{grouping.summary}</p>
      <details className="mt-2 text-13">
        <summary className="w-fit rounded-sm text-muted hover:text-ink">
          {counting} of {grouping.components.length} parts count
        </summary>
        <div className="mt-2">
          <ComponentTable components={grouping.components} />
        </div>
        <p className="mt-2 text-12 [overflow-wrap:anywhere] text-muted">
          Algorithm {grouping.version}, hash <code>{grouping.hash}</code>
        </p>
      </details>
      <form
        action={`/issues/${encodeURIComponent(view.issueShortId)}/compare`}
        className="mt-4 flex max-w-xl flex-wrap items-center gap-2"
      >
        <input type="hidden" name="one" value={view.eventId} />
        <input
          name="other"
          required
          aria-label="Id of another event of the project"
          placeholder="Id of another event"
          defaultValue={otherOf(view)}
          className={`${inputClass} min-w-0 flex-1 basis-56 font-mono text-12`}
        />
        <Button type="submit">Compare the grouping</Button>
      </form>
      <Suspense fallback={null}>
        <HashList shortId={view.issueShortId} />
      </Suspense>
    </Section>
  );
}

function otherOf({ eventId, neighbours }: EventView): string | undefined {
  const { previous, next, first } = neighbours;
  return [previous, next, first].find((id) => id !== null && id !== eventId) ?? undefined;
}
