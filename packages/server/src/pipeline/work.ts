import type {
  EnvelopeItem,
  EventId,
  EventPayload,
  Disposition,
  Grouping,
  ItemKind,
  OrganizationId,
  ProjectId,
} from '@seismo/protocol';
import type { AttachmentRow, EventRow } from '#store/telemetry/contract.ts';
import type { BatchSymbolicator } from '#symbolication/symbolicate.ts';
import type { FeedbackFacts, IssueSeed, SearchText } from '#store/state/contract.ts';
import type { ClientDiscard } from '#signals/client-reports/read.ts';
import { defaultRules, type ProjectRules } from '#domain/configuration/rules.ts';
import type { SessionFacts } from '#signals/sessions/fold.ts';

/** What an item brings along: who sent it, when and in which envelope. */
export interface Origin {
  organizationId: OrganizationId;
  projectId: ProjectId;
  keyId: number;
  receivedAtMs: number;
  clientAddress: string | null;
  userAgent: string | null;
  /** Of the envelope header. */
  eventId: EventId | null;
  sentAtMs: number | null;
  inferIp: string | null;
}

/** An item on its way through the steps. Each step fills in what the next ones need. */
export interface Work {
  readonly item: EnvelopeItem;
  readonly origin: Origin;
  readonly rules: ProjectRules;
  readonly symbolicator: BatchSymbolicator;
  /** The payload as JSON: `parse`. */
  raw: unknown;
  /** `identifyEvent`. */
  eventId: EventId | null;
  /** Add to the client's times to get the server's: `correctClock`. */
  clockSkewMs: number;
  /** `normalize`, then `scrub`, then `symbolicate`. */
  payload: EventPayload | null;
  /** What a filtered event was called: `filter`. */
  filteredTitle: string | null;
  /** `assignGroup`. */
  grouping: Grouping | null;
  /** What a rule of the project calls the event: `assignGroup`. */
  title: string | null;
  /** What an earlier version of grouping made of the event: `assignGroup`. */
  earlierHash: string | null;
  /** `collectTexts`. */
  texts: SearchText[];
  /** `encodeEvent`. */
  event: PreparedEvent | null;
  /** `encodeFeedback`. */
  feedback: FeedbackFacts | null;
  sessions: SessionFacts[];
  clientDiscards: ClientDiscard[];
  attachment: PreparedAttachment | null;
}

/** An event that needs only its issue to be stored. */
export interface PreparedEvent {
  seed: IssueSeed;
  row: Omit<EventRow, 'issueId'>;
  texts: SearchText[];
  /** The digest whose error this event knows; `null` if it has none, or nothing but it. */
  knows: string | null;
  /** It is in its group by nothing but its digest. */
  echo: boolean;
}

export interface PreparedAttachment {
  row: AttachmentRow;
  payload: Uint8Array;
}

/**
 * A step looks at the work, adds to it, and answers `null` to go on, or the disposition in which the item ends here. One that has
 * to ask a store answers a promise of that.
 */
export type Step = (work: Work) => Disposition | null | Promise<null>;

/** Steps in order, under their names. */
export type Steps = Readonly<Record<string, Step>>;
export type Pipeline = { [Kind in ItemKind]?: Steps };

/** For items of a project without uploads. */
const noMaps: BatchSymbolicator = { symbolicate: () => {}, nameActions: () => {} };

export function newWork(
  item: EnvelopeItem,
  origin: Origin,
  { rules = defaultRules, symbolicator = noMaps }: Partial<Pick<Work, 'rules' | 'symbolicator'>> = {},
): Work {
  return {
    item,
    origin,
    rules,
    symbolicator,
    raw: undefined,
    eventId: null,
    clockSkewMs: 0,
    payload: null,
    filteredTitle: null,
    grouping: null,
    title: null,
    earlierHash: null,
    texts: [],
    event: null,
    feedback: null,
    sessions: [],
    clientDiscards: [],
    attachment: null,
  };
}
