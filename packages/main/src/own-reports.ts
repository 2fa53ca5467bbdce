import type { ProjectId } from '@seismo/protocol';

const REPORTS_PER_MINUTE_MAX = 20;

export interface OwnReportOptions {
  /** Appends one of our own envelopes to the journal, without HTTP. */
  append(projectId: ProjectId, envelope: Uint8Array): Promise<unknown>;
  projectId(): Promise<ProjectId | null>;
  now(): number;
}

/**
 * Reports errors of this server to the project `seismo`. A report that cannot be written is dropped and never reported
 * itself, and there are at most `REPORTS_PER_MINUTE_MAX`, so that reports cannot cause more reports.
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
