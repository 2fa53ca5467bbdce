import type { ProjectId } from '@seismo/protocol';
import type { Clock } from '@seismo/server/parts';

/** Notifies open pages of changes in their projects. */
export function createChanges(clock: Clock) {
  const listeners = new Set<{ projectIds: ReadonlySet<ProjectId>; call: () => void }>();
  const changedAtMs = new Map<ProjectId, number>();
  /** Changes from before this start are unknown. */
  let allChangedAtMs = clock.now();
  return {
    /** `sinceMs`: the caller's last update; later changes are sent immediately. */
    on(projectIds: ProjectId[], sinceMs: number, call: () => void): () => void {
      const listener = { projectIds: new Set(projectIds), call };
      listeners.add(listener);
      const changed = projectIds.map((projectId) => Math.max(changedAtMs.get(projectId) ?? 0, allChangedAtMs));
      if (changed.some((atMs) => atMs > sinceMs)) call();
      return () => listeners.delete(listener);
    },
    emit(projectIds: ProjectId[]): void {
      for (const projectId of projectIds) changedAtMs.set(projectId, clock.now());
      for (const listener of listeners) {
        if (projectIds.some((projectId) => listener.projectIds.has(projectId))) listener.call();
      }
    },
    /** Something that every page shows. */
    emitAll(): void {
      allChangedAtMs = clock.now();
      for (const listener of listeners) listener.call();
    },
  };
}
