import { runtime } from '#server/runtime.ts';
import { targetOf } from '#server/target.ts';
import { runQuery } from '#server/viewer.ts';
import { readProject } from '#features/home/read.ts';
import { projectLock } from './project-lock.ts';
import { previewGrouping, saveGrouping } from './actions.ts';
import { GroupingForm } from './grouping-form.tsx';
import { History } from './history.tsx';
import type { ProjectParams } from './project-settings-page.tsx';

/** A project's rules about grouping, tried while they are written. */
export async function Grouping({ params }: { params: ProjectParams }) {
  const { project } = await params;
  const target = targetOf(await readProject(project));
  const locked = await projectLock('saveConfiguration', project);
  const { settings, version } = await runQuery((viewer) => runtime().query.configuration(viewer, project, 'grouping'));
  return (
    <>
      <p className="mb-4 max-w-[72ch] text-13 text-muted">
        Rules act on events from now on; issues that are there keep their events. The language is Sentry&rsquo;s: rules
        can be pasted from there.
      </p>
      <GroupingForm
        key={version}
        settings={settings}
        save={saveGrouping.bind(null, target, version)}
        preview={previewGrouping.bind(null, target)}
        locked={locked}
      />
      <div className="mt-6">
        <History project={project} name="grouping" />
      </div>
    </>
  );
}
