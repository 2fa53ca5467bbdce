import type { ProjectId } from '@seismo/protocol';

/** Tells open pages that a project has something new. */
export function createChanges() {
  const listeners = new Set<{ projectIds: ReadonlySet<ProjectId>; call: () => void }>();
  return {
    on(projectIds: ProjectId[], call: () => void): () => void {
      const listener = { projectIds: new Set(projectIds), call };
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(projectIds: ProjectId[]): void {
      for (const listener of listeners) {
        if (projectIds.some((projectId) => listener.projectIds.has(projectId))) listener.call();
      }
    },
  };
}
