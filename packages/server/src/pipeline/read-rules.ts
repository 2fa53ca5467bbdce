import type { OrganizationId, ProjectId } from '@seismo/protocol';
import type { State } from '#store/state/contract.ts';
import { hashKeySetting } from '#domain/configuration/hash-key.ts';
import { compileRules, defaultRules, type ProjectRules } from '#domain/configuration/rules.ts';

export type RulesReader = (projects: ReadonlyMap<ProjectId, OrganizationId>) => Promise<Map<ProjectId, ProjectRules>>;

/**
 * Reads the rules of a batch's projects: one small query per batch, and documents only after a change. Unconfigured
 * projects share the defaults.
 */
export function createRulesReader(
  state: Pick<State, 'configurationStamps' | 'configurations' | 'setting'>,
): RulesReader {
  const known = new Map<ProjectId, { stamp: number; rules: ProjectRules }>();
  return async (projects) => {
    const stamps = await state.configurationStamps([...projects.keys()]);
    const rules = new Map<ProjectId, ProjectRules>();
    for (const [projectId, organizationId] of projects) {
      const stamp = stamps.get(projectId);
      if (stamp === undefined) {
        rules.set(projectId, defaultRules);
        continue;
      }
      let entry = known.get(projectId);
      if (entry?.stamp !== stamp) {
        const documents = (await state.configurations([projectId])).map(({ name, document }) => [name, document]);
        const hashKey = (await state.setting(hashKeySetting(organizationId))) ?? '';
        entry = { stamp, rules: compileRules(Object.fromEntries(documents), hashKey) };
        known.set(projectId, entry);
      }
      rules.set(projectId, entry.rules);
    }
    return rules;
  };
}
