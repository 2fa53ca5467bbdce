import type { PrivacySettings } from '@seismo/server';
import { Section } from '#ui/section.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { ListTextarea } from '#ui/list-textarea.tsx';
import { runtime } from '#server/runtime.ts';
import { targetOf } from '#server/target.ts';
import { runQuery } from '#server/viewer.ts';
import { readProject } from '#features/home/read.ts';
import { projectLock } from './project-lock.ts';
import { previewPrivacy, savePrivacy } from './actions.ts';
import { History } from './history.tsx';
import type { ProjectParams } from './project-settings-page.tsx';
import { ScrubRules } from './scrub-rules.tsx';
import { SettingsForm } from './settings-form.tsx';

const parts: Record<keyof PrivacySettings['defaults'], [name: string, note: string]> = {
  texts: ['Texts', 'Messages, titles, breadcrumbs and lines of source: tokens, card numbers, passwords in URLs.'],
  data: ['Data', 'Tags, contexts, extra data and data of breadcrumbs, by the names of their keys.'],
  request: ['Request', 'Address, headers, cookies, query and body.'],
  user: ['User', 'Name and data of the user. Id, e-mail and address are kept unless a rule below takes them.'],
  variables: ['Variables', 'Local variables of stack frames.'],
};

const addresses: Record<PrivacySettings['userAddress'], [name: string, note: string]> = {
  keep: ['Keep', 'As the SDK sends them.'],
  shorten: ['Shorten', '203.0.113.9 becomes 203.0.113.0; of IPv6 the first three groups stay.'],
  drop: ['Do not keep', 'Visitors are then told apart by id, e-mail or name only.'],
};

/** What is taken out of events before they are stored. */
export async function Privacy({ params }: { params: ProjectParams }) {
  const { project } = await params;
  const target = targetOf(await readProject(project));
  const locked = await projectLock('saveConfiguration', project);
  const { settings, version } = await runQuery((viewer) => runtime().query.configuration(viewer, project, 'privacy'));
  return (
    <>
      <SettingsForm
        save={savePrivacy.bind(null, target, version)}
        preview={previewPrivacy.bind(null, target)}
        locked={locked}
      >
        <div key={version}>
          <p className="mb-4 max-w-[72ch] text-13 text-muted">
            Scrubbing happens before an event is grouped and stored: what is taken out is nowhere. Events that are
            stored already stay as they are.
          </p>
          <Section title="Secrets" note="Parts of an event in which Seismo looks for secrets by itself.">
            <Boxes>
              {Object.entries(parts).map(([part, [name, note]]) => (
                <Checkbox
                  key={part}
                  name={`defaults.${part}`}
                  label={name}
                  note={note}
                  checked={settings.defaults[part as keyof PrivacySettings['defaults']]}
                />
              ))}
            </Boxes>
          </Section>
          <Section title="IP addresses of visitors">
            <Boxes>
              {Object.entries(addresses).map(([value, [name, note]]) => (
                <Checkbox
                  key={value}
                  type="radio"
                  name="userAddress"
                  value={value}
                  label={name}
                  note={note}
                  checked={settings.userAddress === value}
                />
              ))}
            </Boxes>
          </Section>
          <Section title="Keys" note="One a line; * stands for anything.">
            <div className="grid gap-4 sm:grid-cols-2">
              <ListTextarea
                name="sensitiveFields"
                label="Always take out"
                values={settings.sensitiveFields}
                placeholder="customer_*"
              />
              <ListTextarea
                name="safeFields"
                label="Never a secret"
                values={settings.safeFields}
                placeholder="session_duration"
                hint="The defaults leave their values alone."
              />
            </div>
          </Section>
          <Section
            title="Rules"
            note={
              <>
                Where: <code className="text-12">**</code> is everywhere, <code className="text-12">$user.email</code>,{' '}
                <code className="text-12">extra.**</code>, <code className="text-12">$frame.vars</code>,{' '}
                <code className="text-12">request.headers.x-api-key</code>.
              </>
            }
          >
            <ScrubRules rules={settings.rules} />
          </Section>
        </div>
      </SettingsForm>
      <div className="mt-6">
        <History project={project} name="privacy" />
      </div>
    </>
  );
}

function Boxes({ children }: { children: React.ReactNode }) {
  return <div className="flex flex-col gap-2.5">{children}</div>;
}
