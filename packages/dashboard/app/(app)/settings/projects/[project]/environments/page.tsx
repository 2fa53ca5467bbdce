import { Environments } from '#features/environments/environments.tsx';
import { ProjectSettingsPage } from '#features/settings/project/project-settings-page.tsx';

export default function EnvironmentsPage({ params }: PageProps<'/settings/projects/[project]/environments'>) {
  return (
    <ProjectSettingsPage
      title="Environments"
      state="Where this project runs, and what is offered of it."
      params={params}
    >
      <Environments params={params} />
    </ProjectSettingsPage>
  );
}
