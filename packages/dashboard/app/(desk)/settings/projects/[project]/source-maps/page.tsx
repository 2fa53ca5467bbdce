import { SettingsPage } from '#features/settings/settings-page.tsx';
import { SourceMaps } from '#features/source-maps/source-maps.tsx';

export default function SourceMapsPage({
  params,
  searchParams,
}: PageProps<'/settings/projects/[project]/source-maps'>) {
  return (
    <SettingsPage title="Source maps">
      <SourceMaps params={params} search={searchParams} />
    </SettingsPage>
  );
}
