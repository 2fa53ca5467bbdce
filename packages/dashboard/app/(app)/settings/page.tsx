import type { Metadata } from 'next';
import { ProjectList } from '#features/settings/project-list.tsx';
import { SettingsPage } from '#features/settings/settings-page.tsx';

export const metadata: Metadata = { title: 'Settings' };

export default function SettingsIndexPage() {
  return (
    <SettingsPage title="Settings" state="Your account, your organization and its projects.">
      <ProjectList />
    </SettingsPage>
  );
}
