import type { AlertRuleView } from '@seismo/server';
import { issuesHref } from '#features/issues/search-params.ts';
import { NoProject } from '#features/home/no-project.tsx';
import { runtime } from '#server/runtime.ts';
import { may, organizationId, rolesFor, runQuery } from '#server/viewer.ts';
import { ActionForm } from '#ui/action-form.tsx';
import { Badge } from '#ui/badge.tsx';
import { Link } from '#ui/link.tsx';
import { setAlertRule } from './actions.ts';
import { TestEmail } from './test-email.tsx';

export async function AlertRules({ projects }: { projects: string[] }) {
  const rules = await runQuery((viewer) => runtime().query.alertRules(viewer, projects));
  if (rules.length === 0) return <NoProject />;
  const mayChange = await may('setAlertRule');
  const organization = await organizationId();
  const byProject = Map.groupBy(rules, ({ project }) => project.slug);
  return (
    <>
      <p className="my-3 max-w-[80ch] text-13 text-muted">
        Messages go to the members of the project’s teams, or to the organization’s owners while the project has no
        team. A rule reports the same issue at most every 30 minutes and twice in 24 hours.
        {mayChange ? '' : ` Only ${rolesFor('setAlertRule')} can change rules.`}
      </p>
      <TestEmail />
      {[...byProject.values()].map((ofProject) => (
        <section key={ofProject[0]!.project.slug} aria-label={ofProject[0]!.project.name} className="mt-5">
          <h2 className="mb-2 text-14">{ofProject[0]!.project.name}</h2>
          <ul className="overflow-hidden rounded-md border border-line bg-surface">
            {ofProject.map((rule) => (
              <Rule key={rule.id} rule={rule} organizationId={organization} mayChange={mayChange} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Rule({
  rule: { id, name, project, when, query, enabled },
  organizationId: organization,
  mayChange,
}: {
  rule: AlertRuleView;
  organizationId: number;
  mayChange: boolean;
}) {
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-13 not-last:border-b not-last:border-line">
      <span className="flex min-w-0 flex-1 basis-56 flex-wrap items-center gap-x-2">
        <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
        {enabled ? null : <Badge>Off</Badge>}
      </span>
      <span className="min-w-0 flex-1 basis-56 text-muted [overflow-wrap:anywhere]">
        {when}
        {query === '' ? null : (
          <>
            {' with '}
            <Link href={issuesHref({ projects: [project.slug], query })} className="hover:underline">
              <code className="text-12">{query}</code>
            </Link>
          </>
        )}
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
    </li>
  );
}
