import { Privacy } from '#features/settings/project/privacy.tsx';
import { ProjectSettingsPage } from '#features/settings/project/project-settings-page.tsx';

export default function PrivacyPage({ params }: PageProps<'/settings/projects/[project]/privacy'>) {
  return (
    <ProjectSettingsPage path="/privacy" state="Data to remove from events before they are stored." params={params}>
      <Privacy params={params} />
    </ProjectSettingsPage>
  );
}
