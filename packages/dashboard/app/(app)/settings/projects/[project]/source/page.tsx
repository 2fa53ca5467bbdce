import { ProjectSettingsPage } from '#features/settings/project/project-settings-page.tsx';
import { SourceMappings } from '#features/source/source-mappings.tsx';

export default function SourcePage({ params }: PageProps<'/settings/projects/[project]/source'>) {
  return (
    <ProjectSettingsPage path="/source" state="Repositories that stack traces and commits link to." params={params}>
      <SourceMappings params={params} />
    </ProjectSettingsPage>
  );
}
