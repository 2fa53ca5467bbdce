import type { Metadata } from 'next';
import { Members } from '#features/members/members.tsx';
import { SettingsPage } from '#features/settings/settings-page.tsx';

export const metadata: Metadata = { title: 'Members · Settings' };

export default function MembersPage() {
  return (
    <SettingsPage title="Members" state="People in this organization and their roles.">
      <Members />
    </SettingsPage>
  );
}
