import { OwnershipRules } from '#features/ownership/ownership-rules.tsx';
import { SettingsPage } from '#features/settings/settings-page.tsx';

export default function OwnershipPage({ params }: PageProps<'/settings/projects/[project]/ownership'>) {
  return (
    <SettingsPage title="Ownership rules" state="Whose a new issue is, by where it comes from.">
      <OwnershipRules params={params} />
    </SettingsPage>
  );
}
