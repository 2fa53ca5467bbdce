'use server';

import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { actionViewer } from '#server/action-viewer.ts';
import { runCommand, type Result } from '#server/refusal.ts';
import { runAndRefresh } from '#server/run-action.ts';
import { runtime } from '#server/runtime.ts';
import { maintenanceFields, nextHour, readMaintenance } from './maintenance-input.ts';
import { maintenanceHref } from './search-params.ts';

/** What the list is filtered by, which opens again after the form. */
interface Context {
  projects: string[];
  environments: string[];
}

/** From now on, for an hour. `projectIds`: `null` for all. */
export async function startMaintenance(
  organizationId: number,
  projectIds: number[] | null,
  _before: Result | null,
): Promise<Result> {
  return runAndRefresh(async () => {
    const window = { name: 'Maintenance', projectIds, times: nextHour(Date.now()) };
    await runtime().command.createMaintenanceWindow(await actionViewer(organizationId), window);
  });
}

export async function createMaintenance(
  organizationId: number,
  context: Context,
  _before: Result | null,
  form: FormData,
): Promise<Result> {
  const result = await runCommand(async () => {
    await runtime().command.createMaintenanceWindow(await actionViewer(organizationId), readMaintenance(form));
  }, maintenanceFields);
  if (!result.ok) return result;
  refresh();
  redirect(maintenanceHref(context));
}

export async function saveMaintenance(
  organizationId: number,
  id: number,
  context: Context,
  _before: Result | null,
  form: FormData,
): Promise<Result> {
  const result = await runCommand(
    async () => runtime().command.setMaintenanceWindow(await actionViewer(organizationId), id, readMaintenance(form)),
    maintenanceFields,
  );
  if (!result.ok) return result;
  refresh();
  redirect(maintenanceHref(context));
}

export async function endMaintenance(organizationId: number, id: number, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () => runtime().command.endMaintenanceWindow(await actionViewer(organizationId), id));
}

export async function deleteMaintenance(organizationId: number, id: number, _before: Result | null): Promise<Result> {
  return runAndRefresh(async () => runtime().command.deleteMaintenanceWindow(await actionViewer(organizationId), id));
}
