import type { GroupingComponent } from '@seismo/protocol';
import type { EventNeighbors, EventView } from '@seismo/server';
import { ChevronRight } from 'lucide-react';
import { Suspense } from 'react';
import { Button } from '#ui/button.tsx';
import { inputClass } from '#ui/input-class.ts';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { readIssue } from '#features/issue/read.ts';
import { may } from '#server/viewer.ts';
import { ComponentTable } from './component-table.tsx';
import { HashList } from './hash-list.tsx';
import { SplitEventButton } from './regroup-buttons.tsx';

interface Props {
  view: EventView;
  neighbors: Promise<EventNeighbors>;
  project: string;
}

/** Why an event is in its issue, and the actions to change that. */
export function GroupingSection({ view, neighbors, project }: Props) {
  const { grouping } = view.stored;
  const counting = grouping.components.filter(({ contributes }) => contributes).length;
  return (
    <Section
      title="Grouping"
      actions={
        <Suspense fallback={null}>
          <SplitOff view={view} neighbors={neighbors} />
        </Suspense>
      }
    >
      <p className="text-13 [overflow-wrap:anywhere]">{grouping.summary}</p>
      <Rules components={grouping.components} project={project} />
      <details className="mt-2 text-13">
        <summary className="flex w-fit items-center gap-1 rounded-sm text-muted hover:text-ink">
          <ChevronRight size={14} aria-hidden className="chevron shrink-0" />
          {counting} of {grouping.components.length} parts used
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
        <Suspense fallback={<OtherId />}>
          <NearestId view={view} neighbors={neighbors} />
        </Suspense>
        <Button type="submit">Compare grouping</Button>
      </form>
      <Suspense fallback={null}>
        <HashList shortId={view.issueShortId} />
      </Suspense>
    </Section>
  );
}

/** Custom rules stay in sight: they are a common reason for unexpected grouping. */
function Rules({ components, project }: { components: GroupingComponent[]; project: string }) {
  const rules = components.filter(({ kind }) => kind === 'rule');
  if (rules.length === 0) return null;
  return (
    <div className="mt-3 text-13">
      <p className="text-muted">
        By{' '}
        <Link
          href={`/settings/projects/${encodeURIComponent(project)}/grouping`}
          className="text-accent underline underline-offset-2"
        >
          project grouping rules
        </Link>
        :
      </p>
      <ul className="mt-1 flex flex-col gap-1">
        {rules.map(({ value, why }, index) => (
          <li key={index} className="flex flex-wrap gap-x-3">
            {value ? <code className="min-w-0 text-12 leading-5 [overflow-wrap:anywhere]">{value}</code> : null}
            <span className="min-w-0 text-12 leading-5 text-muted">{why}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SplitOffProps {
  view: EventView;
  neighbors: Promise<EventNeighbors>;
}

async function SplitOff({ view, neighbors }: SplitOffProps) {
  const { total } = await neighbors;
  const { issue, project } = await readIssue(view.issueShortId);
  const target = { organizationId: issue.organizationId, id: issue.id };
  const maySplit = total > 1 && (await may('splitIssue', project.organization));
  return maySplit ? <SplitEventButton issue={target} shortId={view.issueShortId} eventId={view.eventId} /> : null;
}

async function NearestId({ view, neighbors }: SplitOffProps) {
  const { previous, next, first } = await neighbors;
  return <OtherId id={[previous, next, first].find((id) => id !== null && id !== view.eventId)} />;
}

function OtherId({ id }: { id?: string | null | undefined }) {
  return (
    <input
      name="other"
      required
      aria-label="ID of another event in this project"
      placeholder="Event ID"
      defaultValue={id ?? undefined}
      className={`${inputClass} min-w-0 flex-1 basis-56 font-mono text-12`}
    />
  );
}
