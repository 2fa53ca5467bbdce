'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useSyncExternalStore } from 'react';
import { useWithContext, withCurrentContext } from '#shell/context-bar/page-context.tsx';

const KEY = 'seismo.settings-project';

/** The project of a URL. */
export const projectIn = (path: string): string | null => {
  const slug = /^\/(?:settings\/)?projects\/([^/]+)/.exec(path)?.[1];
  return slug === undefined ? null : decodeURIComponent(slug);
};

/** The only project of the selected context, as links to lists carry it. */
function ofContext(link: string): string | null {
  const projects = new URLSearchParams(link.split('?')[1]).getAll('project');
  return projects.length === 1 ? projects[0]! : null;
}

function lastUsed(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

const never = () => () => {};

/** The project whose settings are offered: of this page, of the selected context, the last one used, or the first. */
export function useSelectedProject(projects: readonly { slug: string }[]): string | null {
  const here = projectIn(usePathname());
  const context = ofContext(useWithContext()('/issues'));
  const last = useSyncExternalStore(never, lastUsed, () => null);
  useEffect(() => {
    if (here === null) return;
    try {
      sessionStorage.setItem(KEY, here);
    } catch {
      // Without storage nothing is remembered.
    }
  }, [here]);
  const known = [here, context, last].find((slug) => projects.some((project) => project.slug === slug));
  return known ?? projects[0]?.slug ?? null;
}

/** The same for event handlers, without the list of projects. */
export const selectedProject = (): string | null =>
  projectIn(location.pathname) ?? ofContext(withCurrentContext('/issues')) ?? lastUsed();
