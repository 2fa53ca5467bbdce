import { Empty } from '#ui/states/empty.tsx';
import { ActionForm } from '#ui/action-form.tsx';
import { Badge } from '#ui/badge.tsx';
import { Link } from '#ui/link.tsx';
import { issuesHref } from '#features/issues/search-params.ts';
import { runtime } from '#server/runtime.ts';
import { targetOf } from '#server/target.ts';
import { runQuery } from '#server/viewer.ts';
import { readProject } from '#features/home/read.ts';
import { Locked } from '#ui/locked.tsx';
import { projectLock } from '#features/settings/project/project-lock.ts';
import { hideEnvironment } from './actions.ts';

/** The environments that the project’s events and sessions reported, with a button to hide each. */
export async function Environments({ params }: { params: Promise<{ project: string }> }) {
  const { project } = await params;
  const environments = await runQuery((viewer) => runtime().query.projectEnvironments(viewer, project));
  if (environments.length === 0) {
    return (
      <Empty title="No environments yet">
        <p>
          Environments appear with the first event or session that reports them. Set the SDK option{' '}
          <code>environment</code>.
        </p>
      </Empty>
    );
  }
  const target = targetOf(await readProject(project));
  const locked = await projectLock('hideEnvironment', project);
  return (
    <>
      <p className="max-w-prose pb-4 text-13 text-muted">
        Hidden environments do not appear in menus. Their events are still stored and searchable.
      </p>
      {locked ? <Locked reason={locked} /> : null}
      <ul className="max-w-[720px] border-t border-line">
        {environments.map(({ name, hidden }) => (
          <li key={name} className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line py-1 text-13">
            <Link
              href={issuesHref({ projects: [project], environments: [name], query: '' })}
              className={`min-w-0 rounded-sm [overflow-wrap:anywhere] hover:underline ${hidden ? 'text-muted' : 'font-medium'}`}
            >
              {name}
            </Link>
            {hidden ? <Badge>Hidden</Badge> : null}
            {locked ? null : (
              <ActionForm
                action={hideEnvironment.bind(null, target, name, !hidden)}
                submit={hidden ? `Show ${name}` : `Hide ${name}`}
                variant="quiet"
                small
                className="ml-auto flex min-w-0 items-center gap-2"
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
