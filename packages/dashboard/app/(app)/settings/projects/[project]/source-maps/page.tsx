import { ProjectSettingsPage } from '#features/settings/project/project-settings-page.tsx';
import { SourceMaps } from '#features/source-maps/source-maps.tsx';

export default function SourceMapsPage({
  params,
  searchParams,
}: PageProps<'/settings/projects/[project]/source-maps'>) {
  return (
    <ProjectSettingsPage
      path="/source-maps"
      state="Uploaded files and how well they resolve stack traces."
      params={params}
    >
      <SourceMaps params={params} search={searchParams} />
    </ProjectSettingsPage>
  );
}
