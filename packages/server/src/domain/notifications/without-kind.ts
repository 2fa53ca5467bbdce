import type { NotificationKind, NotificationSettings } from './settings.ts';

/** The settings with this kind turned off, also in the projects that differ. */
export function withoutKind(settings: NotificationSettings, kind: NotificationKind): NotificationSettings {
  return {
    ...settings,
    kinds: { ...settings.kinds, [kind]: 'off' },
    projects: settings.projects.map(({ projectId, kinds }) => ({
      projectId,
      kinds: kinds[kind] === undefined ? kinds : { ...kinds, [kind]: 'off' as const },
    })),
  };
}

/** Whether this kind is off in every project. */
export function isKindOff({ kinds, projects }: NotificationSettings, kind: NotificationKind): boolean {
  return kinds[kind] === 'off' && projects.every((project) => (project.kinds[kind] ?? 'off') === 'off');
}
