import { OwnershipRules } from '#features/ownership/ownership-rules.tsx';
import { ProjectSettingsPage } from '#features/settings/project/project-settings-page.tsx';

export default function OwnershipPage({ params }: PageProps<'/settings/projects/[project]/ownership'>) {
  return (
    <ProjectSettingsPage path="/ownership" state="Assign new issues by path, URL or tag." params={params}>
      <OwnershipRules params={params} />
    </ProjectSettingsPage>
  );
}
