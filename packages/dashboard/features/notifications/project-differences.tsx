'use client';

import type { NotificationSettings } from '@seismo/server';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { kindNames, kinds } from './kinds.ts';
import { TimingSelect } from './timing-select.tsx';

export interface DifferingProject {
  id: number;
  name: string;
}

type Difference = Pick<NotificationSettings['projects'][number], 'kinds'> & { projectId: number };

interface Props {
  projects: DifferingProject[];
  differences: Difference[];
}

/** The projects in which a user is notified of other things than in general. */
export function ProjectDifferences({ projects, differences }: Props) {
  const [rows, setRows] = useState(differences);
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  const summary = useRef<HTMLParagraphElement>(null);
  const others = projects.filter((project) => rows.every(({ projectId }) => projectId !== project.id));
  const [added, setAdded] = useState<number | null>(null);
  // A new row is where the user continues.
  useEffect(() => {
    if (added !== null) list.current?.querySelector<HTMLElement>(`[data-project="${added}"] select`)?.focus();
  }, [added]);

  const add = () => {
    const projectId = Number(select.current?.value);
    setRows([...rows, { projectId, kinds: {} }]);
    setAdded(projectId);
  };
  const remove = (projectId: number) => {
    setRows(rows.filter((row) => row.projectId !== projectId));
    setAdded(null);
    summary.current?.focus();
  };
  if (projects.length === 0) return <p className="text-13 text-muted">You have no projects yet.</p>;
  return (
    <div className="flex flex-col gap-3">
      <p ref={summary} tabIndex={-1} className="text-13 text-muted outline-none">
        {rows.length === 0 ? 'All projects use the settings above.' : 'All other projects use the settings above.'}
      </p>
      <ul ref={list} className="flex flex-col gap-3 empty:hidden">
        {rows.map(({ projectId, kinds: own }) => {
          const name = projects.find((project) => project.id === projectId)?.name;
          // Deleted meanwhile.
          if (name === undefined) return null;
          return (
            <li key={projectId} data-project={projectId} className="rounded-md border border-line bg-surface p-3">
              <fieldset className="min-w-0">
                <legend className="float-left max-w-full py-1 text-13 font-medium [overflow-wrap:anywhere]">
                  {name}
                </legend>
                <input type="hidden" name="projects.projectId" value={projectId} />
                <Button
                  small
                  variant="quiet"
                  className="float-right"
                  aria-label={`Remove ${name}`}
                  onClick={() => remove(projectId)}
                >
                  Remove
                </Button>
                <div className="clear-both grid grid-cols-2 gap-3 pt-2 sm:grid-cols-5">
                  {kindNames.map((kind) => (
                    <label key={kind} className="flex min-w-0 flex-col gap-1 text-12 text-muted">
                      {kinds[kind].name}
                      <TimingSelect name={`projects.kinds.${kind}`} timing={own[kind]} hasDefault />
                    </label>
                  ))}
                </div>
              </fieldset>
            </li>
          );
        })}
      </ul>
      {others.length === 0 ? null : (
        <div className="flex flex-wrap items-end gap-2">
          <div className="flex min-w-0 flex-col gap-1">
            <label htmlFor={id} className="text-12 text-muted">
              Project
            </label>
            <select key={others[0]!.id} ref={select} id={id} className="select max-w-full">
              {others.map((project) => (
                <option key={project.id} value={project.id}>
                  {project.name}
                </option>
              ))}
            </select>
          </div>
          <Button onClick={add}>Add project</Button>
        </div>
      )}
    </div>
  );
}
