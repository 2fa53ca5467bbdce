import type { EventId } from '@seismo/protocol';
import type { EndUserIdentifier } from '#domain/end-users/identifiers.ts';
import type { DeletedOfEndUser } from '#store/state/contract.ts';

export type { EndUserIdentifier, IdentifierKind } from '#domain/end-users/identifiers.ts';
export type { DeletedOfEndUser } from '#store/state/contract.ts';

export interface EndUserRequest {
  /** Slugs; none: all projects in which the viewer may do it. */
  projects: readonly string[];
  identifiers: readonly EndUserIdentifier[];
}

/** What is stored of one end user. */
export interface EndUserReport {
  searchedProjects: number;
  /** Those with data of the end user. */
  projects: EndUserProject[];
  /** Further identifiers of the same events, the most frequent first. Several users may share an IP address. */
  related: RelatedIdentifier[];
}

export interface EndUserProject {
  project: { slug: string; name: string };
  events: FoundRows & { examples: { eventId: EventId; title: string; atMs: number }[] };
  /** Events of which retention left only what counts them. */
  thinned: FoundRows;
  attachments: { count: number; bytes: number };
  sessions: FoundRows;
  spans: FoundRows;
  feedback: FoundRows & { examples: { id: number; message: string; atMs: number }[] };
}

/** The times are `null` if nothing was found. */
export interface FoundRows {
  count: number;
  firstAtMs: number | null;
  lastAtMs: number | null;
}

export interface RelatedIdentifier extends EndUserIdentifier {
  events: number;
}

/** Reports that could not be processed and mention the end user. */
export interface EndUserDeadLetters {
  project: { slug: string; name: string };
  count: number;
}

export interface EndUserDeletionView {
  id: number;
  project: { slug: string; name: string };
  /** The identifiers, masked. */
  label: string;
  /** The name of the member; `null` for the command line. */
  by: string | null;
  requestedAtMs: number;
  endedAtMs: number | null;
  /** When the last scheduled backup that still contains the data is removed; `null` before the end, or without schedule. */
  backupsUntilMs: number | null;
  deleted: DeletedOfEndUser;
}
