import { ProjectKeys } from '#features/settings/project-keys.tsx';
import { SettingsPage } from '#features/settings/settings-page.tsx';

export default function ProjectSettingsPage({ params }: PageProps<'/settings/projects/[project]'>) {
  return (
    <SettingsPage title="Keys">
      <ProjectKeys params={params} />
    </SettingsPage>
  );
}
