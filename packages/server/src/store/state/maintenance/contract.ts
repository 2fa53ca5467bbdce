import type { OrganizationId, ProjectId } from '@seismo/protocol';
import type { MaintenanceTimes } from '#domain/alerts/maintenance.ts';

export interface MaintenanceReads {
  /** In order of creation, with those that have ended. */
  listMaintenanceWindows(organizationIds: OrganizationId[]): Promise<MaintenanceWindow[]>;
  maintenanceWindow(id: number): Promise<MaintenanceWindow | null>;
}

export interface MaintenanceWrites {
  addMaintenanceWindow(window: Omit<MaintenanceWindow, 'id'>): Promise<number>;
  changeMaintenanceWindow(
    id: number,
    change: { [K in 'name' | 'projectIds' | 'times']?: MaintenanceWindow[K] | undefined },
  ): Promise<void>;
  deleteMaintenanceWindow(id: number): Promise<void>;
  /** Deletes windows that were active once and ended before then. */
  trimMaintenanceWindows(beforeMs: number): Promise<void>;
}

/** A time in which the alert rules of projects send nothing. */
export interface MaintenanceWindow {
  id: number;
  organizationId: OrganizationId;
  name: string;
  /** None: all of the organization. */
  projectIds: ProjectId[];
  times: MaintenanceTimes;
  createdAtMs: number;
}
