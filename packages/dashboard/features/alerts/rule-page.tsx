import { connection } from 'next/server';
import { NoProject } from '#features/home/no-project.tsx';
import type { RawParams } from '#explorer/url-state.ts';
import { Crumbs } from '#shell/crumbs.tsx';
import { runtime } from '#server/runtime.ts';
import { may, me, organizationId, readOnlyReason, rolesFor, runQuery, visibleProjects } from '#server/viewer.ts';
import { buttonClass } from '#ui/button.tsx';
import { ConfirmByName } from '#ui/confirm-by-name.tsx';
import { DangerRow, DangerZone } from '#ui/danger-zone.tsx';
import { Empty } from '#ui/states/empty.tsx';
import { Link } from '#ui/link.tsx';
import { createAlertRule, deleteAlertRule, saveAlertRule } from './actions.ts';
import type { ConditionOptions } from './condition-draft.ts';
import { MaintenanceBadge } from './maintenance-badge.tsx';
import { MetricStatus } from './metric-status.tsx';
import { readAlertRule, readAssignees, readChannels, readEmailStatus } from './read.ts';
import { MuteRule } from './mute-rule.tsx';
import { RuleBadges } from './rule-badges.tsx';
import { RuleForm } from './rule-form.tsx';
import { isSnoozed, newConditions } from './rule-input.ts';
import { readNewRuleUrlState } from './rule-search-params.ts';
import { alertsHref } from './search-params.ts';
import { SnoozeRule } from './snooze-rule.tsx';

const rulesHref = alertsHref({ view: 'rules' });

/** The form of a new rule, with the search and the project of the URL. */
export async function NewAlertRule({ search }: { search: Promise<RawParams> }) {
  await connection();
  if (!(await may('createAlertRule'))) {
    return (
      <Empty title={`Only ${rolesFor('createAlertRule')} can create alert rules`}>
        <p>Ask one of them to create a rule for you.</p>
        <Link href={rulesHref} className={buttonClass()}>
          View rules
        </Link>
      </Empty>
    );
  }
  const { projects: slugs, environments: selected, query } = readNewRuleUrlState(await search);
  const [projects, organization, { channels, triggers, ...options }, { isConfigured }, assignees] = await Promise.all([
    visibleProjects(),
    organizationId(),
    readChannels(),
    readEmailStatus(),
    readAssignees(),
  ]);
  if (projects.length === 0) return <NoProject />;
  const { userId } = await me();
  const project = slugs.length > 1 ? null : (projects.find(({ slug }) => slug === slugs[0]) ?? onlyOne(projects));
  return (
    <RuleForm
      organizationId={organization}
      project={project && { slug: project.slug, name: project.name }}
      projects={projects.map(({ slug, name }) => ({ slug, name }))}
      rule={{
        name: '',
        enabled: true,
        owner: assignees.find((each) => each.kind === 'user' && each.userId === userId) ?? null,
        toTeam: true,
        channelIds: [],
        escalation: null,
        reportsResolved: false,
        ...newConditions,
        query: query.trim(),
        environments: selected,
      }}
      environments={await environmentsOf(project?.slug, selected)}
      triggers={triggers}
      options={conditionOptions(options)}
      channels={channels}
      assignees={assignees}
      hasEmail={isConfigured}
      submit="Create rule"
      save={createAlertRule.bind(null, organization)}
      locked={null}
    />
  );
}

/** Without the kinds of channels. */
const conditionOptions = ({ metrics, spanFunctions, windows, comparisons }: ConditionOptions): ConditionOptions => ({
  metrics,
  spanFunctions,
  windows,
  comparisons,
});

const onlyOne = <Item,>(items: readonly Item[]): Item | null => (items.length === 1 ? items[0]! : null);

/** The visible environments of the project, with the selected ones. */
async function environmentsOf(slug: string | undefined, selected: readonly string[]): Promise<string[]> {
  if (slug === undefined) return [...selected];
  const visible = await runQuery((viewer) => runtime().query.environments(viewer, [slug]));
  return [...new Set([...visible, ...selected])].toSorted();
}

/** A rule with its form, its preview and its deletion. */
export async function AlertRule({ params }: { params: Promise<{ id: string }> }) {
  await connection();
  const rule = await readAlertRule((await params).id);
  const { id, name, project, owner, isMuted } = rule;
  const [
    organization,
    locked,
    mayDelete,
    { channels, triggers, ...options },
    { isConfigured },
    assignees,
    environments,
  ] = await Promise.all([
    organizationId(),
    readOnlyReason('setAlertRule'),
    may('deleteAlertRule'),
    readChannels(),
    readEmailStatus(),
    readAssignees(),
    environmentsOf(project.slug, rule.environments),
  ]);
  const nowMs = Date.now();
  return (
    <>
      <title>{`${name} · Alert rule · Seismo`}</title>
      <header className="flex flex-col gap-3 pt-4">
        <Crumbs
          crumbs={[
            { name: 'Alerts', href: '/alerts' },
            { name: 'Rules', href: rulesHref },
            { name: project.name, href: alertsHref({ view: 'rules', projects: [project.slug] }) },
            { name },
          ]}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <div className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0 text-20 [overflow-wrap:anywhere]">{name}</h1>
            <RuleBadges rule={rule} nowMs={nowMs} />
            <MaintenanceBadge project={project} />
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <MuteRule organizationId={organization} ruleId={id} isMuted={isMuted} />
            {locked ? null : (
              <SnoozeRule organizationId={organization} ruleId={id} isSnoozed={isSnoozed(rule, nowMs)} />
            )}
          </div>
        </div>
        {owner === null ? null : <p className="text-13 [overflow-wrap:anywhere] text-muted">Owned by {owner.name}</p>}
        <MetricStatus rule={rule} />
      </header>
      <RuleForm
        organizationId={organization}
        project={{ slug: project.slug, name: project.name }}
        projects={null}
        rule={rule}
        environments={environments}
        triggers={triggers}
        options={conditionOptions(options)}
        channels={channels}
        assignees={assignees}
        hasEmail={isConfigured}
        submit="Save rule"
        save={saveAlertRule.bind(null, organization, id)}
        locked={locked}
      />
      {mayDelete ? (
        <div className="mt-6">
          <DangerZone>
            <DangerRow title="Delete rule" note="Its alerts stay in the list. You cannot undo this.">
              <ConfirmByName
                button="Delete rule"
                title={`Delete the rule ${name}?`}
                name={name}
                submit="Delete rule"
                action={deleteAlertRule.bind(null, organization, id)}
              >
                The rule no longer fires. Its alerts stay in the list.
              </ConfirmByName>
            </DangerRow>
          </DangerZone>
        </div>
      ) : null}
    </>
  );
}
