import { ChartNoAxesColumn, CircleDot, LogOut, Package, Plus, ScanSearch, Settings } from 'lucide-react';
import { Suspense } from 'react';
import { Contained } from '#components/states/failure.tsx';
import { Link } from '#components/ui/link.tsx';
import { Mark } from '#components/ui/mark.tsx';
import { OpenPalette, PaletteKey } from '#features/palette/open-palette.tsx';
import { ThemeSwitch } from '#features/theme/theme-switch.tsx';
import { signOut } from '#features/door/actions.ts';
import { ask, me } from '#server/viewer.ts';
import { runtime } from '#server/runtime.ts';
import { NavLink } from './nav-link.tsx';
import { looksUpOnly } from './places.ts';

const places = [
  { href: '/issues', name: 'Issues', icon: <CircleDot size={18} aria-hidden /> },
  { href: '/releases', name: 'Releases', icon: <Package size={18} aria-hidden /> },
  { href: '/stats', name: 'Stats', icon: <ChartNoAxesColumn size={18} aria-hidden /> },
  { href: '/settings', name: 'Settings', icon: <Settings size={18} aria-hidden /> },
] as const;

const codes = { href: '/error-codes', name: 'Error codes', icon: <ScanSearch size={18} aria-hidden /> } as const;

async function placesOf() {
  return looksUpOnly(await me()) ? [codes, places[3]] : places;
}

/** The left rail: 220 px, 56 px on middling screens. Phones have the bar at the foot instead. */
export function Rail() {
  return (
    <header className="sticky top-0 hidden h-dvh w-14 shrink-0 flex-col gap-4 overflow-y-auto border-r border-line bg-sunken px-2 py-3 md:flex xl:w-[220px] xl:px-3">
      <Link href="/issues" className="flex h-8 items-center gap-2 px-2.5 text-16 font-semibold" aria-label="Seismo">
        <Mark />
        <span className="hidden xl:inline">seismo</span>
      </Link>
      <OpenPalette className="flex h-9 w-full items-center gap-2.5 rounded-md px-2.5 text-13 text-muted hover:bg-hover hover:text-ink xl:border xl:border-line xl:bg-surface">
        <span className="sr-only xl:not-sr-only">Find</span>
        <PaletteKey />
      </OpenPalette>
      <nav aria-label="Main" className="flex flex-col gap-0.5">
        <Suspense
          fallback={places.map((place) => (
            <NavLinkShell key={place.href} {...place} />
          ))}
        >
          <Places />
        </Suspense>
      </nav>
      <nav aria-label="Projects" className="hidden flex-col gap-0.5 xl:flex">
        <Contained what="The list of projects">
          <Suspense fallback={null}>
            <Projects />
          </Suspense>
        </Contained>
      </nav>
      <div className="mt-auto flex flex-col items-center gap-1 xl:flex-row">
        <Suspense fallback={null}>
          <Person />
        </Suspense>
        <ThemeSwitch />
        <form action={signOut}>
          <button
            type="submit"
            aria-label="Sign out"
            title="Sign out"
            className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
          >
            <LogOut size={16} aria-hidden />
          </button>
        </form>
      </div>
    </header>
  );
}

/** The bar at the foot of phones. */
export function FootBar() {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-t border-line bg-sunken pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <Suspense
        fallback={places.slice(0, 2).map((place) => (
          <NavLinkShell key={place.href} {...place} foot />
        ))}
      >
        <Places foot="left" />
      </Suspense>
      <OpenPalette className="flex h-14 flex-col items-center justify-center gap-0.5 text-12 text-muted">
        Find
      </OpenPalette>
      <Suspense
        fallback={places.slice(2).map((place) => (
          <NavLinkShell key={place.href} {...place} foot />
        ))}
      >
        <Places foot="right" />
      </Suspense>
    </nav>
  );
}

function NavLinkShell({ name, icon, foot = false }: { name: string; icon: React.ReactNode; foot?: boolean }) {
  return foot ? (
    <span className="flex h-14 flex-col items-center justify-center gap-0.5 text-12 text-muted">
      {icon}
      {name}
    </span>
  ) : (
    <span className="flex h-9 items-center gap-2.5 px-2.5 text-13 text-muted">
      {icon}
      <span className="hidden xl:inline">{name}</span>
    </span>
  );
}

/** On phones half of them stand on either side of the way to find anything. */
async function Places({ foot }: { foot?: 'left' | 'right' }) {
  const all = await placesOf();
  const half = Math.ceil(all.length / 2);
  const shown = foot === undefined ? all : foot === 'left' ? all.slice(0, half) : all.slice(half);
  return shown.map((place) => <NavLink key={place.href} {...place} foot={foot !== undefined} />);
}

async function Projects() {
  if (looksUpOnly(await me())) return null;
  const projects = await ask((viewer) => runtime().query.listProjects(viewer));
  return (
    <>
      <div className="flex h-8 items-center justify-between pr-1 pl-2.5 text-12 text-muted">
        Projects
        <Link
          href="/projects/new"
          aria-label="New project"
          title="New project"
          className="inline-flex size-6 items-center justify-center rounded-sm hover:bg-hover hover:text-ink"
        >
          <Plus size={14} aria-hidden />
        </Link>
      </div>
      {projects.map((project) => (
        <Link
          key={project.id}
          href={`/issues?project=${encodeURIComponent(project.slug)}`}
          className="flex h-8 items-center truncate rounded-md px-2.5 text-13 text-muted hover:bg-hover hover:text-ink"
        >
          <span className="truncate">{project.name}</span>
        </Link>
      ))}
    </>
  );
}

async function Person() {
  const person = await me();
  return (
    <span className="hidden min-w-0 flex-1 truncate px-2.5 text-12 text-muted xl:block" title={person.email}>
      {person.name || person.email}
    </span>
  );
}
