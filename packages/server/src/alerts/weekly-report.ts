import type { OrganizationId, ProjectId } from '@seismo/protocol';
import { dueReport, type DueReport } from '#domain/notifications/week.ts';
import { rolesWith } from '#domain/permissions/permissions.ts';
import { hasEvents } from '#query/stats/week.ts';
import type { Member, NewDelivery } from '#store/state/contract.ts';
import type { QueueDeps } from './queue-alerts.ts';

/**
 * Queues the report of the week before to each member for whom it is time, once per organization: with its next run, a server
 * that was stopped sends it later on Monday. Returns whether something was queued.
 */
export async function queueWeeklyReports(deps: QueueDeps): Promise<boolean> {
  const { state, clock, config, paused } = deps;
  if (config.mail === null || (await paused()) !== null) return false;
  const nowMs = clock.now();
  const projects = Map.groupBy(await state.allProjects(), ({ organizationId }) => organizationId);
  const due = await dueMembers(deps, [...projects.keys()], nowMs);
  const isActive = activity(deps, (organizationId) => projects.get(organizationId)!.map(({ id }) => id));
  const deliveries: NewDelivery[] = [];
  for (const { member, report } of due) {
    if (!(await isActive(member.organizationId, report))) continue;
    const to = { userId: member.id, channelId: null, organizationId: member.organizationId };
    deliveries.push({ ...to, about: 'week', notice: null, queuedAtMs: nowMs, dueAtMs: nowMs });
  }
  if (deliveries.length === 0) return false;
  await state.write(async (tx) => {
    for (const delivery of deliveries) await tx.addDelivery(delivery);
  });
  return true;
}

/** Members who may read events, and have not got the report of this week. */
async function dueMembers(
  { state }: Pick<QueueDeps, 'state'>,
  organizationIds: OrganizationId[],
  nowMs: number,
): Promise<{ member: Member; report: DueReport }[]> {
  const members = await state.listMembers(organizationIds);
  const readers = members.filter(({ role }) => rolesWith('alerts').includes(role));
  const settings = await state.notificationSettings([...new Set(readers.map(({ id }) => id))]);
  const due = readers.flatMap((member) => {
    const report = dueReport(settings.get(member.id)!, nowMs);
    return report === null ? [] : [{ member, report }];
  });
  const queued = await Promise.all(
    due.map(async ({ member, report: { sinceMs } }) => {
      const recent = await state.recentDeliveries({ userId: member.id, channelId: null, browserId: null }, sinceMs - 1);
      return recent.some(
        ({ about, organizationId, queuedAtMs }) =>
          about === 'week' && organizationId === member.organizationId && queuedAtMs >= sinceMs,
      );
    }),
  );
  return due.filter((_, index) => !queued[index]);
}

/** Whether an organization had events in the week of a report or in the one before: read once for each time zone. */
function activity(
  deps: Pick<QueueDeps, 'telemetry'>,
  projectsOf: (organizationId: OrganizationId) => ProjectId[],
): (organizationId: OrganizationId, report: DueReport) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  return (organizationId, { week }) => {
    const key = `${organizationId} ${week.whole.fromMs}`;
    const found = known.get(key) ?? hasEvents(deps, { projectIds: projectsOf(organizationId), week });
    known.set(key, found);
    return found;
  };
}
