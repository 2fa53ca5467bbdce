'use client';

import type { SourceMapping } from '@seismo/server';
import { inputClass } from '#components/ui/input-class.ts';
import { Cell, Rows } from '#components/ui/form-rows.tsx';

const fresh: SourceMapping = { repository: '', host: 'github', stackRoot: '', sourceRoot: '', branch: '' };
const hosts: [SourceMapping['host'], string][] = [
  ['github', 'GitHub'],
  ['gitlab', 'GitLab'],
  ['bitbucket', 'Bitbucket'],
];

export function MappingRows({ mappings }: { mappings: SourceMapping[] }) {
  return (
    <Rows initial={mappings} fresh={fresh} what="repository">
      {(mapping) => (
        <>
          <Cell label="Repository">
            <input
              type="url"
              name="repository"
              required
              defaultValue={mapping.repository}
              placeholder="https://github.com/acme/shop"
              className={`${inputClass} h-8! w-72!`}
            />
          </Cell>
          <Cell label="Host">
            <select name="host" defaultValue={mapping.host} className="select">
              {hosts.map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </Cell>
          <Cell label="Path in stack traces">
            <input
              name="stackRoot"
              defaultValue={mapping.stackRoot}
              placeholder="any relative path"
              className={`${inputClass} h-8! w-40! font-mono text-13!`}
            />
          </Cell>
          <Cell label="Path in the repository">
            <input
              name="sourceRoot"
              defaultValue={mapping.sourceRoot}
              placeholder="the same"
              className={`${inputClass} h-8! w-40! font-mono text-13!`}
            />
          </Cell>
          <Cell label="Branch">
            <input
              name="branch"
              defaultValue={mapping.branch}
              placeholder="default"
              className={`${inputClass} h-8! w-28!`}
            />
          </Cell>
        </>
      )}
    </Rows>
  );
}
