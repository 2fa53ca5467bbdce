'use client';

import type { AlertRuleView, AssigneeView, ChannelsView } from '@seismo/server';
import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useRef, useState, useTransition, type FormEvent, type ReactNode } from 'react';
import { read, type Answer } from '#lib/read.ts';
import type { Result } from '#server/refusal.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { fieldOf, withVisibleFields, type Fields, type Refused } from '#ui/fields.ts';
import { Form } from '#ui/form.tsx';
import { FormError } from '#ui/form-error.tsx';
import { text } from '#ui/form-text.ts';
import { Link } from '#ui/link.tsx';
import { Locked } from '#ui/locked.tsx';
import { Section } from '#ui/section.tsx';
import { Select } from '#ui/select.tsx';
import { useAction } from '#ui/use-action.ts';
import { draftOf, filteredBy, hasEnvironments, type ConditionOptions, type Trigger } from './condition-draft.ts';
import { FrequencyFields, MetricFields, ReleaseFields } from './condition-fields.tsx';
import { EscalationFields } from './escalation-fields.tsx';
import { OwnerField } from './owner-field.tsx';
import { EnvironmentField, FilterField, RepeatField, ScheduleField, TriggerField } from './rule-fields.tsx';
import { readConditions, type RuleConditions } from './rule-input.ts';
import { RulePreview } from './rule-preview.tsx';
import { channelsHref } from './search-params.ts';
import { TargetFields } from './target-fields.tsx';

type FormRule = Pick<
  AlertRuleView,
  'name' | 'enabled' | 'owner' | 'toTeam' | 'channelIds' | 'escalation' | 'reportsResolved'
> &
  RuleConditions;

interface Props {
  organizationId: number;
  /** The selected one; `null` before a selection. */
  project: { slug: string; name: string } | null;
  /** The projects to select from; `null`: the project is fixed. */
  projects: readonly { slug: string; name: string }[] | null;
  rule: FormRule;
  environments: readonly string[];
  triggers: ChannelsView['triggers'];
  /** What the numbers of a rule can be. */
  options: ConditionOptions;
  channels: ChannelsView['channels'];
  /** Users and teams of the organization. */
  assignees: readonly AssigneeView[];
  hasEmail: boolean;
  submit: string;
  save: (before: Result | null, form: FormData) => Promise<Result>;
  /** Why the form is read-only, or `null`. */
  locked: string | null;
}

/** The form of a rule with its preview beside it. */
export function RuleForm(props: Props) {
  const { organizationId, project, projects, rule, submit, save, locked } = props;
  const { result, pending, form } = useAction(save);
  const isNew = projects !== null;
  const preview = usePreview(organizationId, isNew ? null : { project: project!.slug, ...conditionsOf(rule) }, (name) =>
    Boolean(form.ref.current?.querySelector(`[data-shows-error][name="${CSS.escape(name)}"]`)),
  );
  const panel = useRef<HTMLDivElement>(null);
  const fields = { ...preview.fields, ...form.fields };

  // The first preview of a saved rule moves nothing.
  useEffect(() => {
    if (preview.requested === 0) return;
    const invalid = form.ref.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (invalid) invalid.focus();
    else panel.current?.scrollIntoView({ block: 'nearest' });
  }, [preview.requested, form.ref]);
  const runPreview = () => {
    const given = new FormData(form.ref.current!);
    const slug = isNew ? text(given, 'project') : project!.slug;
    void preview.request({ project: slug, ...readConditions(given) });
  };
  const content = (
    // Saved values come back as new defaults. A new rule keeps its input when its project changes.
    <div key={isNew ? 'new' : savedKeyOf(rule)}>
      <RuleSections {...props} refused={placeIn(preview.answer) ?? placeIn(result)} />
    </div>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,400px)]">
      {locked ? (
        <div className="pt-3">
          <Locked reason={locked}>{content}</Locked>
        </div>
      ) : (
        <Form
          {...form}
          fields={fields}
          aria-label={isNew ? 'New alert rule' : 'Alert rule'}
          // Focused fields stay above the buttons.
          className="[&_input]:scroll-mt-16 [&_input]:scroll-mb-36 [&_select]:scroll-mt-16 [&_select]:scroll-mb-36"
          // React resets a form after its action; here it keeps the saved values.
          onReset={(event) => event.preventDefault()}
          onInput={(event) => {
            form.onInput(event);
            preview.clear(event);
          }}
        >
          {content}
          <div className="sticky bottom-[calc(56px+env(safe-area-inset-bottom))] z-10 flex flex-wrap items-center gap-2 border-t border-line bg-paper py-3 md:bottom-0">
            <Button type="submit" variant="primary" pending={pending} className="h-9">
              {submit}
            </Button>
            <Button pending={preview.isLoading} onClick={runPreview} className="h-9">
              Preview
            </Button>
            <FormError result={result} />
            {result?.ok && result.message ? (
              <p role="status" className="rounded-md bg-good-wash px-3 py-2 text-13 text-good">
                {result.message}
              </p>
            ) : null}
          </div>
        </Form>
      )}
      <div
        ref={panel}
        className="scroll-mb-36 self-start lg:sticky lg:top-4 lg:mt-5 lg:max-h-[calc(100dvh-32px)] lg:scroll-mb-4 lg:overflow-y-auto"
      >
        <RulePreview
          answer={preview.answer}
          condition={preview.condition}
          options={props.options}
          isLoading={preview.isLoading}
          onRetry={() => void preview.retry()}
        />
      </div>
    </div>
  );
}

const placeIn = (answer: { ok: true } | Refused | null) => (answer && !answer.ok ? answer.place : undefined);

function savedKeyOf(rule: FormRule): string {
  const { name, enabled, owner, toTeam, channelIds, reportsResolved, escalation } = rule;
  return JSON.stringify([name, enabled, owner, toTeam, channelIds, reportsResolved, escalation, conditionsOf(rule)]);
}

function conditionsOf(rule: RuleConditions): RuleConditions {
  const { trigger, query, environments, condition, repeatMs, schedule } = rule;
  return { trigger, query, environments, condition, repeatMs, schedule };
}

type Previewed = RuleConditions & { project: string };
type PreviewAnswer = Answer<'alertPreview'>;

/** The preview of a saved rule, and of what its form has. `isVisible`: whether the form has a field with this name. */
function usePreview(organizationId: number, saved: Previewed | null, isVisible: (name: string) => boolean) {
  const [answer, setAnswer] = useState<PreviewAnswer | null>(null);
  /** What `answer` is about. */
  const [condition, setCondition] = useState<Previewed['condition']>(null);
  const [isLoading, setLoading] = useState(saved !== null);
  const [latest, setLatest] = useState(saved);
  /** Counts the answers to the button. */
  const [requested, setRequested] = useState(0);
  const newest = useRef(0);
  const load = async (params: Previewed, signal?: AbortSignal): Promise<boolean> => {
    const number = ++newest.current;
    setLatest(params);
    setLoading(true);
    const found: PreviewAnswer =
      params.project === ''
        ? { ok: false, message: '', fields: { project: 'Select a project.' } }
        : await read('alertPreview', organizationId, params, signal).catch(() => failed);
    // Answers may arrive out of order.
    if (number !== newest.current || signal?.aborted) return false;
    setAnswer(found.ok ? found : withVisibleFields(found, isVisible));
    setCondition(params.condition);
    setLoading(false);
    return true;
  };
  const loadNow = useRef(load);
  useEffect(() => {
    loadNow.current = load;
  });
  /** A string, so that equal rules are the same. */
  const first = JSON.stringify(saved);
  useEffect(() => {
    const params = JSON.parse(first) as Previewed | null;
    if (params === null) return;
    const leave = new AbortController();
    void loadNow.current(params, leave.signal);
    return () => leave.abort();
  }, [first]);
  const fields: Fields = answer && !answer.ok ? (answer.fields ?? {}) : {};
  return {
    answer,
    condition,
    isLoading,
    fields,
    requested,
    request: async (params: Previewed) => {
      if (await load(params)) setRequested((before) => before + 1);
    },
    retry: async () => latest && load(latest),
    /** An error stays until its field changes. */
    clear: ({ target }: FormEvent) => {
      if (!answer || answer.ok || !answer.fields || !('name' in target)) return;
      const rest = Object.entries(answer.fields).filter(([path]) => fieldOf(path).name !== String(target.name));
      setAnswer(rest.length > 0 ? { ...answer, fields: Object.fromEntries(rest) } : null);
    },
  };
}

const failed = { ok: false, message: 'The preview could not be loaded.' } as const;

function RuleSections(props: Props & { refused: Refused['place'] }) {
  const {
    organizationId,
    refused,
    project,
    projects,
    rule,
    environments,
    triggers,
    options,
    channels,
    assignees,
    hasEmail,
  } = props;
  const users = assignees.flatMap((one) => (one.kind === 'user' ? [one] : []));
  const [draft, setDraft] = useState(() => draftOf(rule));
  const selectTrigger = useCallback((trigger: Trigger) => setDraft((before) => ({ ...before, trigger })), []);
  const about = draft.trigger === 'metric' || draft.trigger === 'release' ? draft.trigger : 'issue';
  const NumberFields = numberFields[about];
  return (
    <>
      <div className="flex flex-col gap-4 py-5">
        {projects ? <ProjectField projects={projects} selected={project?.slug ?? ''} /> : null}
        <Field
          label="Name"
          name="name"
          required
          maxLength={100}
          autoComplete="off"
          defaultValue={rule.name}
          placeholder="Checkout errors"
          hint="Messages and alerts show this name."
        />
        <OwnerField owner={rule.owner} assignees={assignees} />
        <Checkbox name="enabled" label="On" note="A rule that is off reports nothing." checked={rule.enabled} />
      </div>
      <Part title="Conditions">
        <TriggerField triggers={triggers} initial={rule.trigger} selected={draft.trigger} onSelect={selectTrigger}>
          <NumberFields draft={draft} options={options} onChange={setDraft} />
        </TriggerField>
        <FilterField
          organizationId={organizationId}
          query={rule.query}
          refused={refused}
          projects={project ? [project.slug] : noProjects}
          of={filteredBy(draft, options)}
        />
        <fieldset
          disabled={!hasEnvironments(draft, options)}
          hidden={!hasEnvironments(draft, options)}
          className="min-w-0"
        >
          <EnvironmentField
            environments={environments}
            selected={rule.environments}
            hasProject={project !== null}
            isRelease={about === 'release'}
          />
        </fieldset>
      </Part>
      <Part title="Recipients">
        <TargetFields rule={rule} channels={channels} hasEmail={hasEmail} />
        {channels.length > 0 ? null : (
          <p className="text-12 text-muted">
            Other recipients are{' '}
            <Link href={channelsHref({ projects: [], environments: [] })} className="underline underline-offset-2">
              channels
            </Link>
            .
          </p>
        )}
      </Part>
      <Part title="Timing">
        <RepeatField repeatMs={rule.repeatMs} about={about} />
        <ScheduleField schedule={rule.schedule} />
      </Part>
      <Part title="Follow-up">
        {about !== 'issue' ? null : (
          <Checkbox
            name="reportsResolved"
            label="Report resolved issues"
            note="A message says that an issue was resolved that the rule had reported. PagerDuty always gets it and resolves its incident."
            checked={rule.reportsResolved}
          />
        )}
        <EscalationFields escalation={rule.escalation} users={users} channels={channels} hasEmail={hasEmail} />
      </Part>
    </>
  );
}

const numberFields = { issue: FrequencyFields, metric: MetricFields, release: ReleaseFields };

const noProjects: string[] = [];

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <div className="flex flex-col gap-5">{children}</div>
    </Section>
  );
}

/** Selecting a project loads its environments. */
function ProjectField({ projects, selected }: { projects: NonNullable<Props['projects']>; selected: string }) {
  const router = useRouter();
  const [pending, start] = useTransition();
  return (
    <Select
      label="Project"
      name="project"
      required
      defaultValue={selected}
      aria-busy={pending}
      onChange={({ target: { value } }) => {
        const search = new URLSearchParams(location.search);
        search.set('project', value);
        start(() => router.replace(`/alerts/rules/new?${search}` as Route, { scroll: false }));
      }}
    >
      <option value="">Select a project</option>
      {projects.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </Select>
  );
}
