import { runtime } from '#server/runtime.ts';
import { targetOf } from '#server/target.ts';
import { runQuery } from '#server/viewer.ts';
import { readProject } from '#features/home/read.ts';
import { projectLock } from './project-lock.ts';
import { previewGrouping, saveGrouping } from './actions.ts';
import { GroupingForm } from './grouping-form.tsx';
import { History } from './history.tsx';
import type { ProjectParams } from './project-settings-page.tsx';

/** A project's grouping rules, previewed while the user types. */
export async function Grouping({ params }: { params: ProjectParams }) {
  const { project } = await params;
  const target = targetOf(await readProject(project));
  const locked = await projectLock('saveConfiguration', project);
  const { settings, version } = await runQuery((viewer) => runtime().query.configuration(viewer, project, 'grouping'));
  return (
    <>
      <p className="mb-4 max-w-[72ch] text-13 text-muted">
        Rules apply to new events. Existing issues keep their events. You can paste rules from Sentry.
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
