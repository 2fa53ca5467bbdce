import type { ProjectId } from '@seismo/protocol';
import type { State } from '#store/state/contract.ts';
import { compileRules, defaultRules, type ProjectRules } from './rules.ts';

export type RulesReader = (projectIds: ProjectId[]) => Promise<Map<ProjectId, ProjectRules>>;

/**
 * Rules of the projects of a batch: one small question a batch, and a project's documents only after somebody has
 * changed them. Projects that were never configured share the default ones.
 */
export function createRulesReader(state: Pick<State, 'configurationStamps' | 'configurations'>): RulesReader {
  const known = new Map<ProjectId, { stamp: number; rules: ProjectRules }>();
  return async (projectIds) => {
    const stamps = await state.configurationStamps(projectIds);
    const rules = new Map<ProjectId, ProjectRules>();
    for (const projectId of projectIds) {
      const stamp = stamps.get(projectId);
      if (stamp === undefined) {
        rules.set(projectId, defaultRules);
        continue;
      }
      let entry = known.get(projectId);
      if (entry?.stamp !== stamp) {
        const documents = (await state.configurations(projectId)).map(({ name, document }) => [name, document]);
        entry = { stamp, rules: compileRules(Object.fromEntries(documents)) };
        known.set(projectId, entry);
      }
      rules.set(projectId, entry.rules);
    }
    return rules;
  };
}
