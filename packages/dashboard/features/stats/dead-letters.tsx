import type { OutcomesView } from '@seismo/server';
import { ActionForm } from '#ui/action-form.tsx';
import { bytes, plural } from '#ui/count.ts';
import { Section } from '#ui/section.tsx';
import { Time } from '#lib/time/time.tsx';
import { may, rolesFor } from '#server/viewer.ts';
import { replayDeadLetter, replayDeadLetters } from './actions.ts';
import { DeadLetterContent } from './dead-letter-content.tsx';

interface Props {
  items: OutcomesView['deadLetters'];
  showsProject: boolean;
  organizationId: number;
  nowMs: number;
}

/** Items that failed processing: looked at and replayed one by one, or all of a project with the same reason. */
export async function DeadLetters({ items, showsProject, organizationId, nowMs }: Props) {
  if (items.length === 0) return null;
  const mayReplay = await may('replayDeadLetter');
  const mayRead = await may('readDeadLetter');
  const alike = [...Map.groupBy(items, ({ projectId, reason }) => `${projectId} ${reason}`).values()];
  return (
    <Section
      title="Dead letters"
      note={`${plural(items.length, 'item')} failed processing and can be replayed${mayReplay ? '' : ` by ${rolesFor('replayDeadLetter')}`}.`}
    >
      {mayReplay && items.length > 1 ? (
        <div className="mb-2 flex flex-wrap gap-2">
          {alike.map(([item]) => (
            <ActionForm
              key={`${item!.projectId} ${item!.reason}`}
              action={replayDeadLetters.bind(null, { organizationId, id: item!.projectId }, item!.reason)}
              submit={`Replay all of ${item!.project}: ${item!.reason}`}
              variant="plain"
              small
              className="flex items-center gap-2"
            />
          ))}
        </div>
      ) : null}
      <ul className="flex flex-col">
        {items.map((item) => (
          <li key={item.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 text-13">
            <code className="text-12">{item.itemKind}</code>
            {showsProject ? <span>{item.project}</span> : null}
            <span className="text-muted">{item.reason}</span>
            <span className="min-w-0 flex-1 basis-60 font-mono text-12 [overflow-wrap:anywhere]">{item.detail}</span>
            <span className="text-12 text-muted">
              {plural(item.tries, 'try', 'tries')}, {bytes(item.bytes)},{' '}
              <Time atMs={item.failedAtMs} nowMs={nowMs} ago />
            </span>
            {mayReplay ? (
              <ActionForm
                action={replayDeadLetter.bind(null, { organizationId, id: item.projectId }, item.id)}
                submit="Replay"
                variant="plain"
                small
                className="flex items-center gap-2"
              />
            ) : null}
            {mayRead ? <DeadLetterContent project={{ organizationId, id: item.projectId }} id={item.id} /> : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}
