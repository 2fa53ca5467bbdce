import { Grouping } from '#features/settings/project/grouping.tsx';
import { ProjectSettingsPage } from '#features/settings/project/project-settings-page.tsx';

export default function GroupingPage({ params }: PageProps<'/settings/projects/[project]/grouping'>) {
  return (
    <ProjectSettingsPage path="/grouping" state="Custom rules for grouping events into issues." params={params}>
      <Grouping params={params} />
    </ProjectSettingsPage>
  );
}
