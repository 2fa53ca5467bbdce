import type { ProjectId } from '@seismo/protocol';

const REPORTS_PER_MINUTE_MAX = 20;

export interface OwnReportOptions {
  /** Where an envelope of ours goes: the journal, without a detour over HTTP. */
  append(projectId: ProjectId, envelope: Uint8Array): Promise<unknown>;
  projectId(): Promise<ProjectId | null>;
  now(): number;
}

/**
 * Takes reports about our own server to the project `seismo`. One that cannot be written is dropped and never reported
 * itself, and there are at most `REPORTS_PER_MINUTE_MAX`: that is what keeps it from feeding on itself.
 */
export function createOwnReports(options: OwnReportOptions) {
  let windowStartMs = 0;
  let inWindow = 0;
  return async function report(envelope: Uint8Array): Promise<void> {
    const nowMs = options.now();
    if (nowMs - windowStartMs > 60_000) {
      windowStartMs = nowMs;
      inWindow = 0;
    }
    if (++inWindow > REPORTS_PER_MINUTE_MAX) return;
    try {
      const projectId = await options.projectId();
      if (projectId !== null) await options.append(projectId, envelope);
    } catch {
      // Drop it: reporting it would loop.
    }
  };
}
