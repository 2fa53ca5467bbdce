import type { StorageView } from '@seismo/server';
import { bytes, count, percent, plural } from '#ui/count.ts';
import { Section } from '#ui/section.tsx';
import { TableHead } from '#ui/table-head.tsx';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { readContext } from '#shell/context-bar/context-params.ts';
import type { RawParams } from '#explorer/url-state.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery, visibleProjects } from '#server/viewer.ts';
import { Cell } from './rows.tsx';

/** What is stored of each project, how full the server is, and what was removed. */
export async function Storage({ search }: { search: Promise<RawParams> }) {
  const { projects: selected } = readContext(await search);
  if ((await visibleProjects()).length === 0) return null;
  const { projects, removed, disk } = await runQuery((viewer) => runtime().query.storage(viewer, selected));
  return (
    <Section title="Storage" note="Events without content are counted everywhere, but cannot be opened or searched.">
      {disk ? <Budget disk={disk} /> : null}
      <table className="w-full text-13">
        <TableHead
          columns={[
            { name: 'Project', className: 'pr-4' },
            { name: 'With content', number: true, className: 'pr-4' },
            { name: 'Without content', number: true, className: 'pr-4' },
            { name: 'Size', number: true, className: 'sm:pr-4' },
            { name: 'Attachments', number: true, className: 'pr-4 max-sm:hidden' },
            { name: 'Sessions', number: true, className: 'pr-4 max-sm:hidden' },
            { name: 'Spans', number: true },
          ]}
        />
        <tbody>
          {projects.map((project) => (
            <tr key={project.project} className="border-b border-line">
              <Cell>{project.project}</Cell>
              <Cell number>{count(project.events)}</Cell>
              <Cell number>{count(project.thinnedEvents)}</Cell>
              <td className="py-1.5 text-right align-top sm:pr-4">{bytes(project.eventBytes)}</td>
              <td className="py-1.5 pr-4 text-right align-top max-sm:hidden">
                {count(project.attachments)}
                {project.attachments > 0 ? (
                  <span className="text-muted"> ({bytes(project.attachmentBytes)})</span>
                ) : null}
              </td>
              <td className="py-1.5 pr-4 text-right align-top max-sm:hidden">{count(project.sessions)}</td>
              <td className="py-1.5 text-right align-top">{count(project.spans)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Removed removed={removed} />
    </Section>
  );
}

function Budget({ disk }: { disk: NonNullable<StorageView['disk']> }) {
  const { usedBytes, budgetBytes, thinAtBytes, spanBytes, spanBudgetBytes, bytesPerDay } = disk;
  return (
    <div className="mb-5">
      <p className="text-13">
        This server uses {bytes(usedBytes)} of its disk budget of {bytes(budgetBytes)} (
        {percent(usedBytes, budgetBytes)}).{' '}
        <span className="text-muted">{forecast(usedBytes, thinAtBytes, bytesPerDay)}</span>
      </p>
      <div aria-hidden className="mt-2 flex h-2 overflow-hidden rounded-full bg-hover">
        <span className="min-w-px bg-accent" style={{ width: `${Math.min(100, (100 * usedBytes) / budgetBytes)}%` }} />
      </div>
      <p className="mt-2 text-13 text-muted">
        Files of older spans: {bytes(spanBytes)} of at most {bytes(spanBudgetBytes)} (
        {percent(spanBytes, spanBudgetBytes)}). Above that, the oldest spans are deleted.
      </p>
    </div>
  );
}

/** From the rate of the last seven days; spans and events are thinned before the budget is used up. */
function forecast(usedBytes: number, thinAt: number, bytesPerDay: number | null): string {
  if (bytesPerDay === null) return 'A forecast needs one day of events.';
  if (bytesPerDay === 0) return 'No events in the last 7 days.';
  const rate = `About ${bytes(bytesPerDay)} per day in the last 7 days`;
  if (usedBytes >= thinAt)
    return `${rate}. Old spans are being deleted, and repeated events are losing their content, to stay within the budget.`;
  const days = Math.floor((thinAt - usedBytes) / bytesPerDay);
  if (days > 3650) return `${rate}: enough for more than ten years.`;
  return `${rate}: old spans start to be deleted, and repeated events to lose their content, in ${days < 1 ? 'less than a day' : plural(days, 'day')}.`;
}

const kinds: Record<string, [one: string, many: string]> = {
  event: ['event', 'events'],
  attachment: ['attachment', 'attachments'],
  session: ['session', 'sessions'],
  span: ['span', 'spans'],
};
const reasons: Record<string, string> = {
  age: 'older than the project’s retention',
  budget: 'to stay within the disk budget',
  sampled: 'of traces that the project’s rule does not keep',
};

function Removed({ removed }: { removed: StorageView['removed'] }) {
  if (removed.length === 0) return <p className="mt-4 text-13 text-muted">Nothing was removed in the last 30 days.</p>;
  return (
    <>
      <h3 className="mt-5 mb-1.5 text-13 font-medium">Removed in the last 30 days</h3>
      <ul className="text-13">
        {removed.map(({ dayAtMs, project, itemKind, reason, quantity, bytes: size }) => {
          const [one, many] = kinds[itemKind] ?? [itemKind, itemKind];
          return (
            <li
              key={`${dayAtMs} ${project} ${itemKind} ${reason}`}
              className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line py-1.5 last:border-b"
            >
              <span className="w-28 text-muted">
                <ExactTime atMs={dayAtMs} to="day" />
              </span>
              <span className="basis-32">{project}</span>
              <span className="min-w-0 flex-1 basis-60">
                {itemKind === 'event' ? 'Content of ' : ''}
                {plural(quantity, one, many)}
                {size > 0 ? ` (${bytes(size)})` : ''}: <span className="text-muted">{reasons[reason] ?? reason}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
