import type { Metadata } from 'next';
import { ProjectList } from '#features/settings/project-list.tsx';
import { SettingsPage } from '#features/settings/settings-page.tsx';

export const metadata: Metadata = { title: 'Projects · Settings' };

export default function ProjectListPage() {
  return (
    <SettingsPage title="Projects" state="Projects, their client keys and settings.">
      <ProjectList />
    </SettingsPage>
  );
}
