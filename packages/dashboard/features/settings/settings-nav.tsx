'use client';

import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { Route } from 'next';
import { usePathname, useRouter } from 'next/navigation';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { settingHref, settingLevels, type SettingLevel, type SettingPage } from './settings-index.ts';
import { projectIn, useSelectedProject } from './selected-project.ts';

export type NavPage = Pick<SettingPage, 'level' | 'path' | 'name'>;

interface Props {
  pages: NavPage[];
  organization: string;
  projects: { slug: string; name: string }[];
  search: ReactNode;
}

const levels = Object.keys(settingLevels) as SettingLevel[];

/** The pages of all three levels. On narrow screens they are behind a button, except on the first page. */
export function SettingsNav({ pages, organization, projects, search }: Props) {
  const path = usePathname();
  const id = useId();
  const [openOn, setOpenOn] = useState<string | null>(null);
  const isOpen = path === '/settings' || openOn === path;
  const project = useSelectedProject(projects);
  const list = useRef<HTMLElement>(null);
  // The list may be longer than the screen.
  useEffect(() => {
    const here = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (here && list.current) list.current.scrollTop = here.offsetTop - list.current.clientHeight / 2;
  }, [path]);
  return (
    <>
      <div className="flex gap-2">
        {search}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpenOn(isOpen ? null : path)}
          className={clsx(
            'inline-flex h-8 shrink-0 items-center gap-1 rounded-md border border-line bg-surface px-3 text-13 lg:hidden pointer-coarse:h-11',
            path === '/settings' && 'hidden',
          )}
        >
          All settings <ChevronDown size={14} aria-hidden className={clsx(isOpen && 'rotate-180')} />
        </button>
      </div>
      <nav
        ref={list}
        id={id}
        aria-label="Settings"
        className={clsx(
          'relative mt-3 grid content-start gap-4 sm:grid-cols-3 lg:-mx-1 lg:min-h-0 lg:grid-cols-1 lg:overflow-y-auto lg:px-1 lg:pb-6',
          !isOpen && 'max-lg:hidden',
        )}
      >
        {levels.map((level) => {
          const ofLevel = pages.filter((page) => page.level === level && (level !== 'project' || project !== null));
          if (ofLevel.length === 0) return null;
          return (
            <div key={level} role="group" aria-label={settingLevels[level]} className="flex min-w-0 flex-col gap-px">
              <p className="truncate px-2.5 pb-1 text-12 text-muted">
                {settingLevels[level]}
                {level === 'organization' ? ` · ${organization}` : null}
              </p>
              {level === 'project' ? <ProjectSelect projects={projects} selected={project!} /> : null}
              {ofLevel.map((page) => (
                <NavLink key={page.path} href={settingHref(page, project ?? '')} name={page.name} path={path} />
              ))}
            </div>
          );
        })}
      </nav>
    </>
  );
}

function NavLink({ href, name, path }: { href: string; name: string; path: string }) {
  const here = path === href;
  return (
    <Link
      href={href as Route}
      aria-current={here ? 'page' : undefined}
      className={clsx(
        'flex min-h-7 items-center rounded-md px-2.5 text-13 pointer-coarse:min-h-11',
        here ? 'bg-accent-wash font-medium text-accent' : 'text-muted hover:bg-hover hover:text-ink',
      )}
    >
      {name}
    </Link>
  );
}

/** Opens the same page of another project; from pages of other levels, the first page of the project. */
function ProjectSelect({ projects, selected }: { projects: Props['projects']; selected: string }) {
  const router = useRouter();
  const path = usePathname();
  return (
    <select
      key={selected}
      aria-label="Project"
      defaultValue={selected}
      onChange={({ currentTarget: { value } }) => {
        const page = projectIn(path) === null ? '/general' : (/^\/settings\/projects\/[^/]+(.*)/.exec(path)?.[1] ?? '');
        router.push(settingHref({ level: 'project', path: page }, value) as Route);
      }}
      className="select mx-2.5 mb-1"
    >
      {projects.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </select>
  );
}
