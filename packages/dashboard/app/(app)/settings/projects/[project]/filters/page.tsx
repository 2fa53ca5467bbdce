import { Filters } from '#features/settings/project/filters.tsx';
import { ProjectSettingsPage } from '#features/settings/project/project-settings-page.tsx';

export default function FiltersPage({ params }: PageProps<'/settings/projects/[project]/filters'>) {
  return (
    <ProjectSettingsPage path="/filters" state="Events to discard." params={params}>
      <Filters params={params} />
    </ProjectSettingsPage>
  );
}
