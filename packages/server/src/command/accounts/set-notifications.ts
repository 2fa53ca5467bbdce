import { limits, type ProjectId } from '@seismo/protocol';
import { z } from 'zod';
import { isTimeZone } from '#domain/alerts/schedule.ts';
import { notificationKinds, notificationTimings } from '#domain/notifications/settings.ts';
import { organizationsFor, requirePersonalSession, type Viewer } from '#domain/permissions/viewer.ts';
import { readInput } from '#platform/read-input.ts';
import { Refusal } from '#platform/refusal.ts';
import type { CommandDeps } from '../deps.ts';

const timing = z.enum(notificationTimings, 'Select when to send it.');
const kind = z.enum(notificationKinds);

const settingsSchema = z.strictObject({
  kinds: z.record(kind, timing),
  browser: z.record(kind, z.boolean()),
  projects: z
    .array(
      z.strictObject({
        projectId: z
          .number('Select a project.')
          .int('Select a project.')
          .positive('Select a project.')
          .transform((id) => id as ProjectId),
        kinds: z.partialRecord(kind, timing),
      }),
    )
    .max(
      limits.NOTIFICATION_PROJECT_COUNT_MAX,
      `At most ${limits.NOTIFICATION_PROJECT_COUNT_MAX} projects can have their own settings.`,
    )
    .refine((all) => new Set(all.map(({ projectId }) => projectId)).size === all.length, 'Select each project once.'),
  dailyAt: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, such as 08:00.'),
  timeZone: z.string().refine(isTimeZone, 'Select a time zone, such as Europe/Berlin.'),
  weeklyReport: z.boolean(),
});

export type NotificationSettingsInput = z.input<typeof settingsSchema>;

/**
 * Saves what the viewer is notified of. A session that is confined to one organization leaves the projects of others as
 * they are.
 */
export async function setNotificationSettings(
  { state }: CommandDeps,
  viewer: Viewer,
  input: NotificationSettingsInput,
): Promise<void> {
  const userId = requirePersonalSession(viewer);
  const settings = readInput(settingsSchema, input);
  await state.write(async (tx) => {
    const visible = new Set((await tx.listProjects(organizationsFor(viewer, 'event:read'))).map(({ id }) => id));
    const missing = settings.projects.findIndex(({ projectId }) => !visible.has(projectId));
    if (missing >= 0) {
      const message = 'Project not found, or you do not have access to it.';
      throw new Refusal('invalid', message, { [`projects.${missing}.projectId`]: message });
    }
    const saved = (await tx.notificationSettings([userId])).get(userId)!;
    const outOfReach = viewer.boundTo === null ? [] : saved.projects.filter(({ projectId }) => !visible.has(projectId));
    const projects = settings.projects.filter((project) => Object.keys(project.kinds).length > 0);
    await tx.setNotificationSettings(userId, { ...settings, projects: [...projects, ...outOfReach] });
  });
}
