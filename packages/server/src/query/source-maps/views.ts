import type { MappingErrorCode, EventId, UnmappedFrame } from '@seismo/protocol';
import type { ReprocessTask, Upload, Artifact } from '#store/state/contract.ts';

/** The mapping results of a project's frames that a source map could cover, over the last 24 hours. */
export interface SourceMapCheck {
  fromMs: number;
  /** The latest reprocessing tasks that found events or are running. */
  reprocessTasks: ReprocessView[];
  newestUploadAtMs: number | null;
  /** Events with such frames. */
  events: number;
  mapped: number;
  unmapped: number;
  /** Most events first; `''` is events without a release. */
  releases: {
    release: string;
    events: number;
    mapped: number;
    unmapped: number;
    errors: { error: MappingErrorCode; frames: number; events: number }[];
  }[];
  /** Fixable errors first, then by frames. */
  errors: {
    error: MappingErrorCode;
    title: string;
    means: string;
    todo: string;
    frames: number;
    events: number;
    releases: number;
    /** The newest event of each of the releases with the most such frames. */
    examples: {
      release: string;
      dist: string;
      eventId: EventId;
      atMs: number;
      title: string;
      issueShortId: string;
      files: UnmappedFile[];
    }[];
  }[];
}

export type ReprocessView = Pick<
  ReprocessTask,
  'id' | 'release' | 'dist' | 'requestedAtMs' | 'total' | 'done' | 'mapped' | 'endedAtMs'
>;

/** An unmapped file of an event, with the details that a frame stores. */
export interface UnmappedFile {
  path: string;
  detail: UnmappedFrame['detail'];
}

export type UploadView = Omit<Upload, 'projectId'>;

export interface UploadPage {
  uploads: UploadView[];
  next: string | null;
}

export interface ArtifactView extends Omit<Artifact, 'organizationId' | 'blobKey'> {
  sha256: string;
}
