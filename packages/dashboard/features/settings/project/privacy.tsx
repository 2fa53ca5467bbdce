import type { PrivacySettings } from '@seismo/server';
import { Section } from '#ui/section.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Link } from '#ui/link.tsx';
import { ListTextarea } from '#ui/list-textarea.tsx';
import { runtime } from '#server/runtime.ts';
import { targetOf } from '#server/target.ts';
import { may, runQuery } from '#server/viewer.ts';
import { readProject } from '#features/home/read.ts';
import { projectLock } from './project-lock.ts';
import { previewPrivacy, savePrivacy } from './actions.ts';
import { History } from './history.tsx';
import type { ProjectParams } from './project-settings-page.tsx';
import { ScrubRules } from './scrub-rules.tsx';
import { SettingsForm } from './settings-form.tsx';

const parts: Record<keyof PrivacySettings['defaults'], [name: string, note: string]> = {
  texts: ['Texts', 'Tokens, card numbers and passwords in messages, titles, breadcrumbs and source lines.'],
  data: ['Data', 'Tags, contexts, extra data and breadcrumb data, matched by key name.'],
  request: ['Request', 'URL, headers, cookies, query and body.'],
  user: ['User', 'Name and data of the user. ID, email and IP address are kept unless a rule below removes them.'],
  variables: ['Variables', 'Local variables of stack frames.'],
};

const addresses: Record<PrivacySettings['userAddress'], [name: string, note: string]> = {
  keep: ['Keep', 'Store addresses as the SDK sends them.'],
  shorten: ['Shorten', '203.0.113.9 becomes 203.0.113.0. IPv6 addresses keep their first three groups.'],
  drop: ['Do not store', 'Users are then counted by ID, email or name only.'],
};

/** Data to remove from events before they are stored. */
export async function Privacy({ params }: { params: ProjectParams }) {
  const { project } = await params;
  const target = targetOf(await readProject(project));
  const locked = await projectLock('saveConfiguration', project);
  const mayFind = await may('findEndUser');
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
            Seismo scrubs events before grouping and storing them, so removed data is never stored. Stored events do not
            change.
          </p>
          <Section title="Secrets" note="Parts of an event that Seismo scans for secrets.">
            <Checkboxes>
              {Object.entries(parts).map(([part, [name, note]]) => (
                <Checkbox
                  key={part}
                  name={`defaults.${part}`}
                  label={name}
                  note={note}
                  checked={settings.defaults[part as keyof PrivacySettings['defaults']]}
                />
              ))}
            </Checkboxes>
          </Section>
          <Section title="User IP addresses">
            <Checkboxes>
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
            </Checkboxes>
          </Section>
          <Section title="Keys" note="One per line. * matches anything.">
            <div className="grid gap-4 sm:grid-cols-2">
              <ListTextarea
                name="sensitiveFields"
                label="Always remove"
                values={settings.sensitiveFields}
                placeholder="customer_*"
              />
              <ListTextarea
                name="safeFields"
                label="Never remove"
                values={settings.safeFields}
                placeholder="session_duration"
                hint="The scan for secrets skips these keys."
              />
            </div>
          </Section>
          <Section
            title="Rules"
            note={
              <>
                Examples for “Where”: <code className="text-12">**</code> (everywhere),{' '}
                <code className="text-12">$user.email</code>, <code className="text-12">extra.**</code>,{' '}
                <code className="text-12">$frame.vars</code>, <code className="text-12">request.headers.x-api-key</code>
                .
              </>
            }
          >
            <ScrubRules rules={settings.rules} />
          </Section>
        </div>
      </SettingsForm>
      {mayFind ? (
        <p className="mt-6 text-13">
          <Link href={`/settings/end-users?project=${encodeURIComponent(project)}`} className="underline">
            Find, export or delete the stored data of one end user
          </Link>
        </p>
      ) : null}
      <div className="mt-6">
        <History project={project} name="privacy" />
      </div>
    </>
  );
}

function Checkboxes({ children }: { children: React.ReactNode }) {
  return <div className="flex flex-col gap-2.5">{children}</div>;
}
