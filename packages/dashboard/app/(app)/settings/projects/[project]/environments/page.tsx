import { Environments } from '#features/environments/environments.tsx';
import { ProjectSettingsPage } from '#features/settings/project/project-settings-page.tsx';

export default function EnvironmentsPage({ params }: PageProps<'/settings/projects/[project]/environments'>) {
  return (
    <ProjectSettingsPage path="/environments" state="Environments that appear in menus." params={params}>
      <Environments params={params} />
    </ProjectSettingsPage>
  );
}
