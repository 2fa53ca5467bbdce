'use client';

import type { FilterSettings } from '@seismo/server';
import { inputClass } from '#components/ui/input-class.ts';
import { Cell, Rows } from '#components/ui/form-rows.tsx';

type Rule = FilterSettings['sampling'][number];

const fresh: Rule = { keepPercent: 10, levels: [], releases: [], environments: [], transactions: [] };

export function SamplingRules({ rules }: { rules: Rule[] }) {
  return (
    <Rows initial={rules} fresh={fresh} what="sampling rule">
      {(rule) => (
        <>
          <Cell label="Keep, %">
            <input
              type="number"
              name="sampling-keep"
              min={0}
              max={100}
              step="any"
              required
              defaultValue={rule.keepPercent}
              className={`${inputClass} h-8! sm:w-20!`}
            />
          </Cell>
          <Cell label="Levels">
            <input
              name="sampling-level"
              defaultValue={rule.levels.join(', ')}
              placeholder="any"
              className={`${inputClass} h-8! sm:w-32!`}
            />
          </Cell>
          <Cell label="Releases">
            <input
              name="sampling-release"
              defaultValue={rule.releases.join(', ')}
              placeholder="any"
              className={`${inputClass} h-8! sm:w-32!`}
            />
          </Cell>
          <Cell label="Environments">
            <input
              name="sampling-environment"
              defaultValue={rule.environments.join(', ')}
              placeholder="any"
              className={`${inputClass} h-8! sm:w-32!`}
            />
          </Cell>
          <Cell label="Transactions">
            <input
              name="sampling-transaction"
              defaultValue={rule.transactions.join(', ')}
              placeholder="any"
              className={`${inputClass} h-8! sm:w-36!`}
            />
          </Cell>
        </>
      )}
    </Rows>
  );
}
