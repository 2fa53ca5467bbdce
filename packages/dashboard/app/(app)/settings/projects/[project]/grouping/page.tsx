import { Grouping } from '#features/settings/project/grouping.tsx';
import { ProjectSettingsPage } from '#features/settings/project/project-settings-page.tsx';

export default function GroupingPage({ params }: PageProps<'/settings/projects/[project]/grouping'>) {
  return (
    <ProjectSettingsPage title="Grouping rules" state="What belongs together, where you know better." params={params}>
      <Grouping params={params} />
    </ProjectSettingsPage>
  );
}
