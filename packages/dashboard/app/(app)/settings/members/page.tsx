import { Members } from '#features/members/members.tsx';
import { GlobalSettingsPage, settingsTitle } from '#features/settings/settings-page.tsx';

export const metadata = settingsTitle('/settings/members');

export default function MembersPage() {
  return (
    <GlobalSettingsPage path="/settings/members" state="People in this organization and their roles.">
      <Members />
    </GlobalSettingsPage>
  );
}
