import { Limits } from '#features/settings/project/limits.tsx';
import { ProjectSettingsPage } from '#features/settings/project/project-settings-page.tsx';

export default function LimitsPage({ params }: PageProps<'/settings/projects/[project]/limits'>) {
  return (
    <ProjectSettingsPage path="/limits" state="Rate and volume limits for this project." params={params}>
      <Limits params={params} />
    </ProjectSettingsPage>
  );
}
