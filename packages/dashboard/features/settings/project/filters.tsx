import type { BrowserFamily, FilterCount, FilterSettings } from '@seismo/server';
import { ChevronRight } from 'lucide-react';
import { Section } from '#ui/section.tsx';
import { count } from '#ui/count.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { ListTextarea } from '#ui/list-textarea.tsx';
import { runtime } from '#server/runtime.ts';
import { targetOf } from '#server/target.ts';
import { runQuery } from '#server/viewer.ts';
import { readProject } from '#features/home/read.ts';
import { projectLock } from './project-lock.ts';
import { previewFilters, saveFilters } from './actions.ts';
import { History } from './history.tsx';
import { SamplingRules } from './sampling-rules.tsx';
import { SettingsForm } from './settings-form.tsx';
import type { ProjectParams } from './project-settings-page.tsx';

type Switch = {
  [Key in keyof FilterSettings]: FilterSettings[Key] extends boolean ? Key : never;
}[keyof FilterSettings];

const switches: { key: Switch; reason: string; name: string; note: string }[] = [
  {
    key: 'browserExtensions',
    reason: 'browser-extension',
    name: 'Browser extensions',
    note: 'Errors from extensions, toolbars or injected scripts.',
  },
  {
    key: 'resizeObserver',
    reason: 'resize-observer',
    name: 'ResizeObserver notices',
    note: '“ResizeObserver loop limit exceeded” and similar notices. The browser skipped a frame; nothing is broken.',
  },
  {
    key: 'scriptError',
    reason: 'script-error',
    name: 'Cross-origin script errors',
    note: '“Script error.” from a script of another origin. Browsers hide its details.',
  },
  {
    key: 'nextControlFlow',
    reason: 'next-control-flow',
    name: 'Next.js control flow',
    note: 'Redirects, not-found and other values that Next.js throws internally. Hydration errors are kept.',
  },
  { key: 'crawlers', reason: 'crawler', name: 'Crawlers', note: 'Clients that identify as a bot or spider.' },
  {
    key: 'localhost',
    reason: 'localhost',
    name: 'Developer machines',
    note: 'Pages on localhost, on 127.0.0.1 or opened from a file.',
  },
];

const browsers: Record<BrowserFamily, string> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  safari: 'Safari',
  opera: 'Opera',
  opera_mini: 'Opera Mini',
  android: 'Android browser',
  ie: 'Internet Explorer',
};

/** A project’s filters, with the number of events each one discarded recently. */
export async function Filters({ params }: { params: ProjectParams }) {
  const { project } = await params;
  const target = targetOf(await readProject(project));
  const locked = await projectLock('saveConfiguration', project);
  const [{ settings, version }, filtered] = await Promise.all([
    runQuery((viewer) => runtime().query.configuration(viewer, project, 'filters')),
    runQuery((viewer) => runtime().query.filterCounts(viewer, project)),
  ]);
  const took = new Map(filtered.map((one) => [one.reason, one]));
  return (
    <>
      <SettingsForm
        save={saveFilters.bind(null, target, version)}
        preview={previewFilters.bind(null, target)}
        locked={locked}
      >
        <div key={version}>
          <p className="mb-4 max-w-[72ch] text-13 text-muted">
            Filtered events are counted but not stored. Turn a filter off to store such events again.
          </p>
          <ul className="overflow-hidden rounded-md border border-line bg-surface">
            {switches.map(({ key, reason, name, note }) => (
              <li key={key} className="px-4 py-3 not-last:border-b not-last:border-line">
                <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
                  <div className="flex min-w-[240px] flex-1">
                    <Checkbox name={key} label={name} note={note} checked={settings[key]} />
                  </div>
                  <DiscardCount one={took.get(reason)} whenNone={settings[key] ? 'None in 7 days' : undefined} />
                </div>
              </li>
            ))}
          </ul>
          <div className="mt-5">
            <Section
              title="Old browsers"
              note="Discard events from browsers older than this version. Leave empty to accept every version."
            >
              <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
                {Object.entries(browsers).map(([family, name]) => (
                  <Field
                    key={family}
                    label={name}
                    type="number"
                    name={`legacyBrowsers.${family}`}
                    min={1}
                    max={9999}
                    defaultValue={settings.legacyBrowsers[family as BrowserFamily] ?? ''}
                    placeholder="Any"
                  />
                ))}
              </div>
              <DiscardCount one={took.get('legacy-browser')} />
            </Section>
            <Section title="Messages, releases and addresses" note="One per line. * matches anything.">
              <div className="flex flex-col gap-4">
                <ListTextarea
                  name="messages"
                  label="Error messages"
                  values={settings.messages}
                  placeholder="TypeError: Failed to fetch*"
                  hint="Matched against “Type: message” and against the message alone."
                >
                  <DiscardCount one={took.get('message')} />
                </ListTextarea>
                <ListTextarea name="releases" label="Releases" values={settings.releases} placeholder="shop@1.*">
                  <DiscardCount one={took.get('release')} />
                </ListTextarea>
                <ListTextarea
                  name="addresses"
                  label="IP addresses"
                  values={settings.addresses}
                  placeholder="203.0.113.0/24"
                  hint="Single addresses, or ranges such as 203.0.113.0/24."
                >
                  <DiscardCount one={took.get('address')} />
                </ListTextarea>
              </div>
            </Section>
            <Section
              title="Sampling"
              note="Keep a share of the events that match a rule. Separate values with commas. The first matching rule applies."
            >
              <SamplingRules rules={settings.sampling} />
              <DiscardCount one={took.get('sampled')} />
            </Section>
          </div>
        </div>
      </SettingsForm>
      <div className="mt-6">
        <History project={project} name="filters" />
      </div>
    </>
  );
}

/** The recent counts and example titles of one filter. */
function DiscardCount({ one, whenNone }: { one: FilterCount | undefined; whenNone?: string | undefined }) {
  if (!one || one.last7d + one.examples.length === 0) {
    return whenNone ? <p className="mt-1 text-12 text-muted max-sm:ml-[26px]">{whenNone}</p> : null;
  }
  return (
    <details className="mt-1 text-12 text-muted max-sm:ml-[26px]">
      <summary className="flex w-fit items-center gap-1 rounded-sm hover:text-ink">
        <ChevronRight size={13} aria-hidden className="chevron shrink-0" />
        {count(one.last24h)} in 24 h, {count(one.last7d)} in 7 days
      </summary>
      <ul className="mt-1.5 flex max-w-[60ch] flex-col gap-1">
        {one.examples.map(({ title }) => (
          <li key={title} className="[overflow-wrap:anywhere] text-ink">
            {title}
          </li>
        ))}
      </ul>
    </details>
  );
}
