import { ProjectSettingsPage } from '#features/settings/project/project-settings-page.tsx';
import { ProjectKeys } from '#features/settings/project-keys.tsx';

export default function KeysPage({ params }: PageProps<'/settings/projects/[project]'>) {
  return (
    <ProjectSettingsPage path="" state="DSNs and their rate limits." params={params}>
      <ProjectKeys params={params} />
    </ProjectSettingsPage>
  );
}
