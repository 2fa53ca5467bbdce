'use client';

import type { PrivacySettings } from '@seismo/server';
import { inputClass } from '#components/ui/input-class.ts';
import { Cell, Rows } from '#components/ui/form-rows.tsx';

type Rule = PrivacySettings['rules'][number];

const whats: Record<Rule['what'], string> = {
  email: 'E-mail addresses',
  ip: 'IP addresses',
  creditcard: 'Card numbers',
  iban: 'Bank accounts (IBAN)',
  uuid: 'UUIDs',
  password: 'Values of secret keys',
  key: 'Values of the key',
  text: 'The text',
  anything: 'Anything',
};
const hows: Record<Rule['how'], string> = { remove: 'Remove', mask: 'Mask with *', hash: 'Replace by a hash' };

const fresh: Rule = { what: 'email', pattern: '', where: '**', how: 'remove' };

export function ScrubRules({ rules }: { rules: Rule[] }) {
  return (
    <Rows initial={rules} fresh={fresh} what="rule">
      {(rule) => (
        <>
          <Cell label="What">
            <select name="rule-what" defaultValue={rule.what} className="select text-ink max-sm:w-full">
              {Object.entries(whats).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </Cell>
          <Cell label="Key or text">
            <input
              name="rule-pattern"
              defaultValue={rule.pattern}
              placeholder="as needed"
              className={`${inputClass} h-8! sm:w-36!`}
            />
          </Cell>
          <Cell label="Where">
            <input
              name="rule-where"
              required
              defaultValue={rule.where}
              className={`${inputClass} h-8! sm:w-48! font-mono text-13!`}
            />
          </Cell>
          <Cell label="How">
            <select name="rule-how" defaultValue={rule.how} className="select text-ink max-sm:w-full">
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
