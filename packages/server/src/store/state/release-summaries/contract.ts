import type { ProjectId } from '@seismo/protocol';
import type { MeasuredHealth } from '#domain/releases/measured-health.ts';

/** What releases have changed in projects, measured from a deploy or the first sight on. */
export interface ReleaseSummaryReads {
  /**
   * What started in this time and is not measured yet: the last deploy of a release to each environment, and releases that a
   * project with an older release has seen for the first time, unless a deploy of it is measured. As many for each project as
   * leave it with `openMax` that are not final; deploys first, the others in the order of their time.
   */
  releasesToSummarize(during: { afterMs: number; toMs: number }, openMax: number): Promise<NewReleaseSummary[]>;
  /** Those to be measured, the longest due first. */
  dueReleaseSummaries(nowMs: number, count: number): Promise<ReleaseSummary[]>;
  /** Of a release in these projects, the last started first. */
  releaseSummaries(projectIds: ProjectId[], version: string): Promise<ReleaseSummary[]>;
  releaseSummariesByIds(ids: number[]): Promise<ReleaseSummary[]>;
  /** Final ones of a project that were measured after `sinceMs`, the newest first. */
  finalReleaseSummaries(projectId: ProjectId, sinceMs: number, count: number): Promise<ReleaseSummary[]>;
}

export interface ReleaseSummaryWrites {
  /** Each replaces one of the same project, version and environment that is not final; a deploy, also that of the first sight. */
  addReleaseSummaries(added: NewReleaseSummary[]): Promise<void>;
  /** `dueAtMs`: of the next measurement; `null` if this one is final. Has no effect on one that was replaced. */
  setReleaseSummary(
    id: number,
    measured: { measuredAtMs: number; dueAtMs: number | null; health: MeasuredHealth },
  ): Promise<void>;
  /** It could not be measured: the next try is then. */
  postponeReleaseSummary(id: number, dueAtMs: number): Promise<void>;
}

export interface ReleaseSummary {
  id: number;
  projectId: ProjectId;
  version: string;
  /** That it was deployed to; `''`: it was seen for the first time, in any. */
  environment: string;
  startedAtMs: number;
  /** When it is measured next; `null`: it is final. */
  dueAtMs: number | null;
  /** `null` before the first measurement. */
  measuredAtMs: number | null;
  health: MeasuredHealth | null;
}

export type NewReleaseSummary = Pick<ReleaseSummary, 'projectId' | 'version' | 'environment' | 'startedAtMs'>;
