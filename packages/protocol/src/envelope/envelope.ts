import type { EventId } from '../ids.ts';
import type { ItemKind } from '../items/kinds.ts';

/** The first line of an envelope. Fields of the wrong type and unknown fields are absent. */
export interface EnvelopeHeader {
  eventId: EventId | null;
  dsn: string | null;
  /** Unix milliseconds by the client's clock. */
  sentAtMs: number | null;
  sdk: { name: string; version: string; inferIp: string | null } | null;
  /** The share of traces that the client sends, as the trace's header says (`trace.sample_rate`), above 0. */
  sampleRate: number | null;
}

/** One item, its payload a view into the envelope's bytes (never a copy). */
export interface EnvelopeItem {
  kind: ItemKind;
  /** The client's own word for the kind, at most 64 characters. */
  type: string;
  filename: string | null;
  contentType: string | null;
  attachmentType: string | null;
  /** The number of records that a container claims; 1 for everything else. */
  itemCount: number;
  payload: Uint8Array;
}

/**
 * The number of records that an item counts as before its payload is read: the header's claim, but at most as many as
 * its bytes can contain, so that a false claim does not flood the outcomes.
 */
export function recordCountOf({ itemCount, payload }: Pick<EnvelopeItem, 'itemCount' | 'payload'>): number {
  return Math.max(1, Math.min(itemCount, Math.floor(payload.byteLength / RECORD_BYTES_MIN)));
}

/** The shortest record of a JSON list, with its comma: `{},`. */
const RECORD_BYTES_MIN = 3;

export interface Envelope {
  header: EnvelopeHeader;
  items: EnvelopeItem[];
  /** Set when the envelope was cut off or lied about a length: the items before that point are still good. */
  broken: EnvelopeProblem | null;
}

export type EnvelopeProblemCode =
  | 'empty'
  | 'header-not-json'
  | 'header-too-long'
  | 'item-header-not-json'
  | 'item-header-too-long'
  | 'length-not-a-number'
  | 'length-past-end'
  | 'too-many-items'
  | 'missing-newline';

export interface EnvelopeProblem {
  code: EnvelopeProblemCode;
  /** Byte offset at which reading stopped. */
  offset: number;
  /** A message with the problem and its fix. */
  message: string;
}

/** Thrown if the envelope's header cannot be read: nothing of it is usable. */
export class EnvelopeError extends Error {
  override name = 'EnvelopeError';
  readonly problem: EnvelopeProblem;
  constructor(problem: EnvelopeProblem) {
    super(problem.message);
    this.problem = problem;
  }
}
