'use client';

import type { SourceMapping } from '@seismo/server';
import { Cell, InputCell, Rows } from '#ui/form-rows.tsx';

const fresh: SourceMapping = { repository: '', host: 'github', stackRoot: '', sourceRoot: '', branch: '' };
const hosts: [SourceMapping['host'], string][] = [
  ['github', 'GitHub'],
  ['gitlab', 'GitLab'],
  ['bitbucket', 'Bitbucket'],
];

export function MappingRows({ mappings }: { mappings: SourceMapping[] }) {
  return (
    <Rows initial={mappings} newRow={fresh} noun="repository">
      {(mapping) => (
        <>
          <InputCell
            label="Repository"
            type="url"
            name="mappings.repository"
            required
            defaultValue={mapping.repository}
            placeholder="https://github.com/acme/shop"
            className="sm:w-72!"
          />
          <Cell label="Host">
            <select name="mappings.host" defaultValue={mapping.host} className="select">
              {hosts.map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </Cell>
          <InputCell
            label="Path in stack traces"
            name="mappings.stackRoot"
            defaultValue={mapping.stackRoot}
            placeholder="Any path"
            className="sm:w-40! font-mono text-13!"
          />
          <InputCell
            label="Path in the repository"
            name="mappings.sourceRoot"
            defaultValue={mapping.sourceRoot}
            placeholder="Same path"
            className="sm:w-40! font-mono text-13!"
          />
          <InputCell
            label="Branch"
            name="mappings.branch"
            defaultValue={mapping.branch}
            placeholder="Default"
            className="sm:w-28!"
          />
        </>
      )}
    </Rows>
  );
}
