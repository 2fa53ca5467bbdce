'use client';

import type { PrivacySettings } from '@seismo/server';
import { Cell, InputCell, Rows } from '#ui/form-rows.tsx';

type Rule = PrivacySettings['rules'][number];

const types: Record<Rule['type'], string> = {
  email: 'Email addresses',
  ip: 'IP addresses',
  creditcard: 'Card numbers',
  iban: 'Bank accounts (IBAN)',
  uuid: 'UUIDs',
  password: 'Values of secret keys',
  key: 'Value of a key',
  text: 'Text',
  anything: 'Anything',
};
const methods: Record<Rule['method'], string> = { remove: 'Remove', mask: 'Mask with *', hash: 'Replace with a hash' };

const fresh: Rule = { type: 'email', pattern: '', source: '**', method: 'remove' };

export function ScrubRules({ rules }: { rules: Rule[] }) {
  return (
    <Rows initial={rules} newRow={fresh} noun="rule">
      {(rule) => (
        <>
          <Cell label="Data">
            <select name="rules.type" defaultValue={rule.type} className="select text-ink max-sm:w-full">
              {Object.entries(types).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </Cell>
          <InputCell
            label="Key or text"
            name="rules.pattern"
            defaultValue={rule.pattern}
            placeholder="Optional"
            className="sm:w-36!"
          />
          <InputCell
            label="Where"
            name="rules.source"
            required
            defaultValue={rule.source}
            className="sm:w-48! font-mono text-13!"
          />
          <Cell label="Action">
            <select name="rules.method" defaultValue={rule.method} className="select text-ink max-sm:w-full">
              {Object.entries(methods).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </Cell>
        </>
      )}
    </Rows>
  );
}
