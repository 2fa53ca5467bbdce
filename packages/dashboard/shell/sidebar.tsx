import { Building2, LogOut, Plus } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { PagePart } from '#ui/states/page-part.tsx';
import { LoadingRows } from '#ui/states/loading.tsx';
import { Link } from '#ui/link.tsx';
import { Logo } from '#ui/logo.tsx';
import { groupsFor, navigationGroups, type NavigationGroup, type NavigationPage } from '#navigation';
import { OpenPalette, PaletteKey } from './palette/open-palette.tsx';
import { ShowOrganization } from '#features/organizations/show-organization.tsx';
import { SidebarToggle } from '#features/preferences/sidebar-toggle.tsx';
import { ThemeSwitch } from '#features/preferences/theme-switch.tsx';
import { may, me, organizationId, visibleProjects, viewer } from '#server/viewer.ts';
import { More } from './more.tsx';
import { NavLink } from './nav-link.tsx';
import { pageIcons } from './page-icons.ts';
import { isSupportOnly } from './is-support-only.ts';
import { Group } from './sidebar-group.tsx';
import { SignOut } from './sign-out.tsx';

/** The groups of the viewer, for the sidebar, and their pages for the phone’s bottom bar and its "More" menu. */
const groups = async () => groupsFor({ isSupportOnly: isSupportOnly(await viewer()) });

function iconOf({ href }: NavigationPage) {
  const Icon = pageIcons[href];
  return <Icon size={18} aria-hidden />;
}

async function SidebarGroups() {
  return (await groups()).map(({ name, pages }) => (
    <Group key={name} name={name}>
      {pages.map((page) => (
        <NavLink key={page.href} href={page.href} name={page.name} icon={iconOf(page)} variant="sidebar" />
      ))}
    </Group>
  ));
}

/** The pages of the bottom bar, half of them on either side of "Find", or the rest. */
async function BottomItems({ at }: { at: 'left' | 'right' | 'more' }) {
  return bottomPages(await groups(), at).map((page) => (
    <NavLink
      key={page.href}
      href={page.href}
      name={page.name}
      icon={iconOf(page)}
      variant={at === 'more' ? 'line' : 'bottom'}
    />
  ));
}

function bottomPages(those: readonly NavigationGroup[], at: 'left' | 'right' | 'more'): NavigationPage[] {
  const all = those.flatMap(({ pages }) => pages);
  const bar = all.filter(({ isInBottomBar }) => isInBottomBar);
  const half = Math.ceil(bar.length / 2);
  if (at === 'more') return all.filter((page) => !bar.includes(page));
  return at === 'left' ? bar.slice(0, half) : bar.slice(half);
}

/** 220 px wide, or 56 px when collapsed and on medium screens. Phones have the bottom bar. */
export function Sidebar() {
  return (
    <header className="sticky top-0 hidden h-dvh w-14 shrink-0 flex-col gap-4 overflow-y-auto border-r border-line bg-sunken px-2 py-3 md:flex wide-sidebar:w-[220px] wide-sidebar:px-3">
      <Link href="/issues" className="flex h-8 items-center gap-2 px-2.5 text-16 font-semibold" aria-label="Seismo">
        <Logo />
        <span className="hidden wide-sidebar:inline">seismo</span>
      </Link>
      <OpenPalette className="flex h-9 w-full items-center gap-2.5 rounded-md px-2.5 text-13 text-muted hover:bg-hover hover:text-ink wide-sidebar:border wide-sidebar:border-line wide-sidebar:bg-surface">
        <span className="sr-only wide-sidebar:not-sr-only">Find</span>
        <PaletteKey />
      </OpenPalette>
      <nav aria-label="Main">
        <Suspense fallback={<SidebarPlaceholders />}>
          <SidebarGroups />
        </Suspense>
      </nav>
      <Suspense fallback={null}>
        <CollapsedOrganization />
      </Suspense>
      <nav aria-label="Issues by project" className="hidden flex-col gap-0.5 wide-sidebar:flex">
        <PagePart name="The project list">
          <Projects />
        </PagePart>
      </nav>
      <div className="mt-auto flex flex-col items-center gap-1 wide-sidebar:flex-row">
        <Suspense fallback={null}>
          <AccountLink className="hidden min-w-0 flex-1 px-2.5 text-12 wide-sidebar:block" />
        </Suspense>
        <ThemeSwitch />
        <SidebarToggle />
        <SignOut className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink">
          <LogOut size={16} aria-hidden />
          <span className="sr-only">Sign out</span>
        </SignOut>
      </div>
    </header>
  );
}

/** The navigation of phones. */
export function BottomBar() {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-t border-line bg-sunken pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <Suspense fallback={<BottomPlaceholders at="left" />}>
        <BottomItems at="left" />
      </Suspense>
      <OpenPalette className="flex h-14 flex-col items-center justify-center gap-0.5 text-12 text-muted">
        Find
      </OpenPalette>
      <Suspense fallback={<BottomPlaceholders at="right" />}>
        <BottomItems at="right" />
      </Suspense>
      <More>
        <Suspense fallback={<LoadingRows rows={4} height={44} />}>
          <BottomItems at="more" />
          <Projects />
        </Suspense>
        <div className="mt-2 flex items-center gap-1 border-t border-line pt-2 pl-2.5">
          <Suspense fallback={null}>
            <AccountLink className="min-w-0 flex-1 text-13" />
          </Suspense>
          <ThemeSwitch />
          <SignOut className="h-8 rounded-md px-2.5 text-13 text-muted hover:bg-hover hover:text-ink">Sign out</SignOut>
        </div>
      </More>
    </nav>
  );
}

/** Shown until the viewer’s role is known. */
function SidebarPlaceholders() {
  return navigationGroups.map(({ name, pages }) => (
    <Group key={name} name={name}>
      {pages.map((page) => (
        <span key={page.href} className="flex h-9 items-center gap-2.5 px-2.5 text-13 text-muted">
          {iconOf(page)}
          <span className="hidden wide-sidebar:inline">{page.name}</span>
        </span>
      ))}
    </Group>
  ));
}

function BottomPlaceholders({ at }: { at: 'left' | 'right' }) {
  return bottomPages(navigationGroups, at).map((page) => (
    <span key={page.href} className="flex h-14 flex-col items-center justify-center gap-0.5 text-12 text-muted">
      {iconOf(page)}
      {page.name}
    </span>
  ));
}

/** The organization select of a collapsed sidebar, behind an icon. */
async function CollapsedOrganization(): Promise<ReactNode> {
  const { organizations } = await me();
  if (organizations.length < 2) return null;
  const shown = await organizationId();
  const name = organizations.find(({ id }) => id === shown)?.name;
  return (
    <div
      title={`Organization: ${name}`}
      className="relative flex h-9 shrink-0 items-center rounded-md px-2.5 text-muted focus-within:outline-2 focus-within:outline-accent hover:bg-hover hover:text-ink wide-sidebar:hidden"
    >
      <Building2 size={18} aria-hidden />
      <ShowOrganization
        selectedId={shown}
        organizations={organizations}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </div>
  );
}

async function Projects(): Promise<ReactNode> {
  const { organizations } = await me();
  const select =
    organizations.length > 1 ? (
      <ShowOrganization selectedId={await organizationId()} organizations={organizations} className="select mb-2" />
    ) : null;
  if (isSupportOnly(await viewer())) return select;
  const projects = await visibleProjects();
  return (
    <>
      {select}
      <div className="flex h-8 items-center justify-between pr-1 pl-2.5 text-12 text-muted">
        Issues by project
        {(await may('createProject')) ? (
          <Link
            href="/projects/new"
            aria-label="New project"
            title="New project"
            className="inline-flex size-6 items-center justify-center rounded-sm hover:bg-hover hover:text-ink"
          >
            <Plus size={14} aria-hidden />
          </Link>
        ) : null}
      </div>
      {projects.map((project) => (
        <Link
          key={project.id}
          href={`/issues?project=${encodeURIComponent(project.slug)}`}
          className="flex h-8 items-center truncate rounded-md px-2.5 text-13 text-muted hover:bg-hover hover:text-ink max-md:h-11"
        >
          <span className="truncate">{project.name}</span>
        </Link>
      ))}
    </>
  );
}

async function AccountLink({ className }: { className: string }) {
  const user = await me();
  return (
    <Link
      href="/settings/account"
      title={`Account settings for ${user.email}`}
      className={`truncate text-muted hover:text-ink hover:underline ${className}`}
    >
      {user.name || user.email}
    </Link>
  );
}
