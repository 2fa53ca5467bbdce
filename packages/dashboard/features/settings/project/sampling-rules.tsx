'use client';

import type { FilterSettings } from '@seismo/server';
import { InputCell, Rows } from '#ui/form-rows.tsx';

type Rule = FilterSettings['sampling'][number];

const fresh: Rule = { samplePercent: 10, levels: [], releases: [], environments: [], transactions: [] };

export function SamplingRules({ rules }: { rules: Rule[] }) {
  return (
    <Rows initial={rules} newRow={fresh} noun="sampling rule">
      {(rule) => (
        <>
          <InputCell
            label="Keep (%)"
            type="number"
            name="sampling.samplePercent"
            min={0}
            max={100}
            step="any"
            required
            defaultValue={rule.samplePercent}
            className="sm:w-20!"
          />
          <InputCell
            label="Levels"
            name="sampling.levels"
            defaultValue={rule.levels.join(', ')}
            placeholder="Any"
            className="sm:w-32!"
          />
          <InputCell
            label="Releases"
            name="sampling.releases"
            defaultValue={rule.releases.join(', ')}
            placeholder="Any"
            className="sm:w-32!"
          />
          <InputCell
            label="Environments"
            name="sampling.environments"
            defaultValue={rule.environments.join(', ')}
            placeholder="Any"
            className="sm:w-32!"
          />
          <InputCell
            label="Transactions"
            name="sampling.transactions"
            defaultValue={rule.transactions.join(', ')}
            placeholder="Any"
            className="sm:w-36!"
          />
        </>
      )}
    </Rows>
  );
}
