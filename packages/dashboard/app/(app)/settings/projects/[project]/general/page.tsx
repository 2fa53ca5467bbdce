import { General } from '#features/settings/project/general.tsx';
import { ProjectSettingsPage } from '#features/settings/project/project-settings-page.tsx';

export default function GeneralPage({ params }: PageProps<'/settings/projects/[project]/general'>) {
  return (
    <ProjectSettingsPage path="/general" state="Name, slug and platform." params={params}>
      <General params={params} />
    </ProjectSettingsPage>
  );
}
