import type { Me } from '@seismo/server';
import { connection } from 'next/server';
import { Empty } from '#ui/states/empty.tsx';
import { ActionForm } from '#ui/action-form.tsx';
import { ConfirmByName } from '#ui/confirm-by-name.tsx';
import { Code } from '#ui/code.tsx';
import { Field } from '#ui/field.tsx';
import { Section } from '#ui/section.tsx';
import { roles } from '#features/members/roles.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery, me, organizationId } from '#server/viewer.ts';
import { deleteProvider, saveProvider } from './actions.ts';

/** The identity provider of the organization. */
export async function SignOn() {
  await connection();
  const [{ organizations }, shown] = await Promise.all([me(), organizationId()]);
  const organization = organizations.find(({ id }) => id === shown);
  if (!organization || !runtime().rolesWith('saveIdentityProvider').includes(organization.role)) {
    return (
      <Empty title="For owners">
        <p>Who may sign in without an invitation is for the owners of the organization to say.</p>
      </Empty>
    );
  }
  return <Provider organization={organization} />;
}

async function Provider({ organization: { id, slug, name } }: { organization: Me['organizations'][number] }) {
  const { redirectAddress, provider } = await runQuery((viewer) => runtime().query.identityProvider(viewer, slug));
  return (
    <>
      <Section title={name} note="Register Seismo at the provider with this redirect address.">
        <Code text={redirectAddress} label="redirect address" />
        <ActionForm
          action={saveProvider.bind(null, id)}
          submit={provider ? 'Save' : 'Set it up'}
          className="mt-5 flex max-w-[480px] flex-col gap-4"
        >
          <Field
            label="Name on the button"
            name="name"
            required
            maxLength={60}
            defaultValue={provider?.name}
            placeholder="Acme"
            autoComplete="off"
          />
          <Field
            label="Issuer"
            name="issuer"
            type="url"
            required
            defaultValue={provider?.issuer}
            placeholder="https://login.example.com"
            autoComplete="off"
          />
          <Field label="Client id" name="clientId" required defaultValue={provider?.clientId} autoComplete="off" />
          <Field
            label="Client secret"
            name="clientSecret"
            type="password"
            required={!provider}
            autoComplete="off"
            hint={provider ? 'Empty: the stored secret stays, as long as the issuer does.' : undefined}
          />
          <Field
            label="Domains"
            name="domains"
            defaultValue={provider?.domains.join(' ')}
            placeholder="example.com"
            autoComplete="off"
            hint="A verified e-mail address at one of these gets an account on the first sign-in. Empty: members only."
          />
          <label className="flex items-center gap-2 text-13">
            New accounts are
            <select name="role" defaultValue={provider?.role ?? 'member'} className="select">
              {roles.map((role) => (
                <option key={role}>{role}</option>
              ))}
            </select>
          </label>
        </ActionForm>
      </Section>
      {provider && provider.records.length > 0 ? (
        <Section title="Verify domains" note="Add these TXT records to DNS, then save again.">
          <ul className="flex flex-col gap-3">
            {provider.records.map(({ domain, name: record, value }) => (
              <li key={domain} className="flex min-w-0 flex-col gap-1.5">
                <span className="text-13 [overflow-wrap:anywhere] text-muted">
                  {domain} makes no accounts until it is verified.
                </span>
                <Code text={`${record} TXT ${value}`} label={`TXT record of ${domain}`} />
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {provider ? (
        <Section title="End single sign-on" note="Accounts stay; who has no password needs a new way in.">
          <ConfirmByName
            button={`Remove ${provider.name}`}
            title={`Remove ${provider.name}?`}
            name={provider.name}
            submit={`Remove ${provider.name}`}
            action={deleteProvider.bind(null, id)}
          >
            Nobody signs in through it any more. Who has no password needs a link to sign in.
          </ConfirmByName>
        </Section>
      ) : null}
    </>
  );
}
