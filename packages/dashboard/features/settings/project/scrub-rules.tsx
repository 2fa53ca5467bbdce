'use client';

import type { PrivacySettings } from '@seismo/server';
import { Cell, InputCell, Rows } from '#ui/form-rows.tsx';

type Rule = PrivacySettings['rules'][number];

const whats: Record<Rule['what'], string> = {
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
const hows: Record<Rule['how'], string> = { remove: 'Remove', mask: 'Mask with *', hash: 'Replace with a hash' };

const fresh: Rule = { what: 'email', pattern: '', where: '**', how: 'remove' };

export function ScrubRules({ rules }: { rules: Rule[] }) {
  return (
    <Rows initial={rules} newRow={fresh} noun="rule">
      {(rule) => (
        <>
          <Cell label="Data">
            <select name="rules.what" defaultValue={rule.what} className="select text-ink max-sm:w-full">
              {Object.entries(whats).map(([value, name]) => (
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
            name="rules.where"
            required
            defaultValue={rule.where}
            className="sm:w-48! font-mono text-13!"
          />
          <Cell label="Action">
            <select name="rules.how" defaultValue={rule.how} className="select text-ink max-sm:w-full">
              {Object.entries(hows).map(([value, name]) => (
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
