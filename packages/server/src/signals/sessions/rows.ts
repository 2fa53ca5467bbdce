import type { ProcessedItem } from '#pipeline/signal.ts';
import type { SessionRow } from '#store/telemetry/contract.ts';

/** A row without the project it belongs to. */
export type SessionFacts = Omit<SessionRow, 'organizationId' | 'projectId'>;

export function sessionRows(items: ProcessedItem<SessionFacts[]>[]): SessionRow[] {
  return items.flatMap(({ work, origin: { organizationId, projectId } }) =>
    work.map((session) => ({ ...session, organizationId, projectId })),
  );
}
