import { notFound } from 'next/navigation';
import { cache } from 'react';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';

// Cached per request, because several parts of the page use them.
export const readEmailStatus = cache(() => runQuery((viewer) => runtime().query.emailStatus(viewer)));
export const readChannels = cache(() => runQuery((viewer) => runtime().query.channels(viewer)));
export const readMaintenance = cache(() => runQuery((viewer) => runtime().query.maintenanceWindows(viewer)));
/** Users and teams of the organization. */
export const readAssignees = cache(() => runQuery((viewer) => runtime().query.assignees(viewer, null)));
/** Of all projects. */
export const readAllRules = cache(() => runQuery((viewer) => runtime().query.alertRules(viewer, [])));

export const readAlert = (id: string) => {
  if (!/^\d{1,15}$/.test(id)) notFound();
  return runQuery((viewer) => runtime().query.alert(viewer, Number(id)));
};

export const readAlertRule = (id: string) => {
  if (!/^\d{1,15}$/.test(id)) notFound();
  return runQuery((viewer) => runtime().query.alertRule(viewer, Number(id)));
};
