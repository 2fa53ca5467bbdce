import type { NotificationSettingsInput } from '@seismo/server';
import { text } from '#ui/form-text.ts';
import { kindNames } from './kinds.ts';

type Kinds = NotificationSettingsInput['kinds'];
type ForBrowsers = NotificationSettingsInput['browser'];
type Difference = NotificationSettingsInput['projects'][number];

/** The settings in a form. Each project that differs has a field of every kind, which is empty for "As above". The server checks them. */
export function readNotificationSettings(form: FormData): NotificationSettingsInput {
  const differing = Object.fromEntries(kindNames.map((kind) => [kind, form.getAll(`projects.kinds.${kind}`)]));
  return {
    kinds: Object.fromEntries(kindNames.map((kind) => [kind, text(form, `kinds.${kind}`)])) as Kinds,
    browser: Object.fromEntries(kindNames.map((kind) => [kind, form.has(`browser.${kind}`)])) as ForBrowsers,
    projects: form.getAll('projects.projectId').map((id, row) => {
      const own = kindNames.map((kind) => [kind, differing[kind]![row] ?? ''] as const);
      return {
        projectId: Number(id),
        kinds: Object.fromEntries(own.filter(([, timing]) => timing !== '')) as Difference['kinds'],
      };
    }),
    dailyAt: text(form, 'dailyAt'),
    timeZone: text(form, 'timeZone'),
    weeklyReport: form.has('weeklyReport'),
  };
}
