import type { AlertRuleView } from '@seismo/server';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { issuesHref } from '#features/issues/search-params.ts';
import { NoProject } from '#features/home/no-project.tsx';
import { runtime } from '#server/runtime.ts';
import { may, organizationId, rolesFor, runQuery, visibleProjects } from '#server/viewer.ts';
import { ActionForm } from '#ui/action-form.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { setAlertRule } from './actions.ts';
import { MaintenanceBadge } from './maintenance-badge.tsx';
import { OwnedBy } from './owned-by.tsx';
import { readAllRules, readChannels, readEmailStatus } from './read.ts';
import { RuleBadges } from './rule-badges.tsx';
import { newRuleHref, ruleHref } from './rule-search-params.ts';
import { RuleTargets } from './rule-targets.tsx';
import { channelsHref, type AlertsUrlState } from './search-params.ts';

/** The rules of each project. */
export async function AlertRules({ urlState }: { urlState: AlertsUrlState }) {
  const { projects: slugs } = urlState;
  const [rules, all, { channels }, { isConfigured }, mayChange, organization] = await Promise.all([
    slugs.length === 0 ? readAllRules() : runQuery((viewer) => runtime().query.alertRules(viewer, slugs)),
    visibleProjects(),
    readChannels(),
    readEmailStatus(),
    may('setAlertRule'),
    organizationId(),
  ]);
  const projects = slugs.length === 0 ? all : all.filter(({ slug }) => slugs.includes(slug));
  if (projects.length === 0) return <NoProject />;
  const byProject = Map.groupBy(rules, ({ project }) => project.slug);
  const nowMs = Date.now();
  return (
    <>
      <p className="my-3 max-w-[80ch] text-13 text-muted">
        Email goes to the members of the project’s teams, or to the organization’s owners while the project has no team.{' '}
        {channels.length > 0 ? null : (
          <>
            Other recipients are{' '}
            <Link href={channelsHref(urlState)} className="underline underline-offset-2">
              channels
            </Link>
            .{' '}
          </>
        )}
        A rule sends at most two messages about the same issue within 24 hours, and 10 about a metric.
        {mayChange ? '' : ` Only ${rolesFor('setAlertRule')} can change rules.`}
      </p>
      {projects.map((project) => (
        <ProjectRules key={project.slug} project={project} isEmpty={!byProject.has(project.slug)}>
          {byProject.get(project.slug)?.map((rule) => (
            <Rule key={rule.id} rule={rule} nowMs={nowMs} organizationId={organization} mayChange={mayChange}>
              <RuleTargets
                rule={rule}
                channels={channels}
                hasEmail={isConfigured}
                organizationId={organization}
                mayChange={mayChange}
              />
            </Rule>
          ))}
        </ProjectRules>
      ))}
    </>
  );
}

interface ProjectProps {
  project: { slug: string; name: string };
  isEmpty: boolean;
  /** Its rules. */
  children: ReactNode;
}

async function ProjectRules({ project: { slug, name }, isEmpty, children }: ProjectProps) {
  const newRule = (await may('createAlertRule')) ? (
    <Link href={newRuleHref({ projects: [slug] })} className={buttonClass('plain', true)}>
      <Plus size={14} aria-hidden />
      <span>
        New rule<span className="sr-only"> for {name}</span>
      </span>
    </Link>
  ) : null;
  return (
    <section aria-label={name} className="mt-5">
      <div className="mb-2 flex min-h-7 items-center justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="min-w-0 text-14 [overflow-wrap:anywhere]">{name}</h2>
          <MaintenanceBadge project={{ slug, name }} />
        </div>
        {isEmpty ? null : newRule}
      </div>
      {isEmpty ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line bg-surface px-4 py-3 text-13 text-muted">
          <p className="min-w-0 flex-1 basis-56">No rules. Nothing that happens in this project is reported.</p>
          {newRule}
        </div>
      ) : (
        <ul className="rounded-md border border-line bg-surface">{children}</ul>
      )}
    </section>
  );
}

interface RuleProps {
  rule: AlertRuleView;
  nowMs: number;
  organizationId: number;
  mayChange: boolean;
  /** Where it sends. */
  children: ReactNode;
}

function Rule({ rule, nowMs, organizationId: organization, mayChange, children }: RuleProps) {
  const { id, name, project, when, query, environments, enabled, trigger, owner } = rule;
  const search = <code className="text-12">{query}</code>;
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-13 not-last:border-b not-last:border-line">
      <span className="flex min-w-0 flex-1 basis-56 flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          href={ruleHref(id)}
          className="rounded-sm font-medium [overflow-wrap:anywhere] hover:underline pointer-coarse:py-2"
        >
          {name}
        </Link>
        <RuleBadges rule={rule} nowMs={nowMs} />
      </span>
      <span className="min-w-0 flex-1 basis-56 text-muted [overflow-wrap:anywhere]">
        {when}
        {query === '' ? null : (
          <>
            {' with '}
            {trigger === 'metric' ? (
              search
            ) : (
              <Link href={issuesHref({ projects: [project.slug], query })} className="hover:underline">
                {search}
              </Link>
            )}
          </>
        )}
        {environments.length === 0 ? null : ` in ${environments.join(', ')}`}
        <OwnedBy owner={owner} />
      </span>
      {mayChange ? (
        <ActionForm
          action={setAlertRule.bind(null, organization, id, !enabled)}
          submit={enabled ? 'Turn off' : 'Turn on'}
          variant="quiet"
          small
          className="ml-auto flex items-center gap-2"
        />
      ) : null}
      {children}
    </li>
  );
}
