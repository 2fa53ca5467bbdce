import type { ProjectId } from '@seismo/protocol';
import { defaultAlertRules, ruleDefaults } from '#domain/alerts/default-rules.ts';
import type { StateTx } from '#store/state/contract.ts';
import type { CommandDeps } from '../deps.ts';

/** In the transaction that creates the project. */
export async function addDefaultAlertRules(
  { clock }: Pick<CommandDeps, 'clock'>,
  tx: StateTx,
  projectId: ProjectId,
): Promise<void> {
  const createdAtMs = clock.now();
  await tx.addAlertRules(
    defaultAlertRules.map(({ name, trigger, query, condition }) => ({
      projectId,
      name,
      triggerKind: trigger,
      query,
      ...ruleDefaults,
      condition,
      createdAtMs,
    })),
  );
}
