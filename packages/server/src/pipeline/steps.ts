import type { Disposition, EnvelopeItem, EventId, OrganizationId, Outcome, ProjectId } from '@seismo/protocol';
import type { JournalEntry } from '#journal/contract.ts';
import type { ProjectRules } from '#domain/configuration/rules.ts';
import type { Records } from './records.ts';

/** Shared by all items of a journal entry. */
export interface Origin {
  organizationId: OrganizationId;
  projectId: ProjectId;
  keyId: number;
  receivedAtMs: number;
  clientAddress: string | null;
  userAgent: string | null;
  replayOf: JournalEntry['replayOf'];
  /** From the envelope header. */
  eventId: EventId | null;
  sentAtMs: number | null;
  inferIp: string | null;
  sampleRate: number | null;
}

/** An item before its first step. */
export interface Item {
  readonly item: EnvelopeItem;
  readonly origin: Origin;
  readonly rules: ProjectRules;
  readonly records: Records;
}

/** A step returns this to end the item: its records that have no outcome yet get this one. */
export class Ended {
  readonly disposition: Disposition;
  constructor(disposition: Disposition) {
    this.disposition = disposition;
  }
}

export function end<Its extends Outcome>(
  outcome: Its,
  reason: Extract<Disposition, { outcome: Its }>['reason'],
): Ended {
  return new Ended({ outcome, reason } as Disposition);
}

/** Takes the work so far and returns the input of the next step. Returns a promise only to wait for a store. */
export type Step<In, Out> = (work: In) => Out | Ended | Promise<Out | Ended>;

interface NamedStep {
  name: string;
  step: Step<unknown, unknown>;
}

/** The steps of an item kind in order. Each has a name of its own for metrics, because a bundler may rename functions. */
export class Steps<In, Out> {
  readonly list: readonly NamedStep[];

  constructor(list: readonly NamedStep[]) {
    this.list = list;
  }

  /** `named` has one step. */
  step<Next>(named: Readonly<Record<string, Step<Out, Next>>>): Steps<In, Next> {
    const added = Object.entries(named).map(([name, step]) => ({ name, step: step as Step<unknown, unknown> }));
    return new Steps([...this.list, ...added]);
  }

  async run(start: In, took: (step: string, ms: number) => void = () => {}): Promise<Out | Ended> {
    let work: unknown = start;
    let startedAt = performance.now();
    for (const { name, step } of this.list) {
      const answer = step(work);
      // Awaiting an available value would cost nearly every step a turn of the event loop.
      work = answer instanceof Promise ? await answer : answer;
      const endedAt = performance.now();
      took(name, endedAt - startedAt);
      startedAt = endedAt;
      if (work instanceof Ended) return work;
    }
    return work as Out;
  }
}

export function stepsFrom<In extends Item>(): Steps<In, In> {
  return new Steps([]);
}
