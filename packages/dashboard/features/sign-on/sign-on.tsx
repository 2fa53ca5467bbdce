import type { Me } from '@seismo/server';
import { connection } from 'next/server';
import { Empty } from '#ui/states/empty.tsx';
import { ActionForm } from '#ui/action-form.tsx';
import { ConfirmByName } from '#ui/confirm-by-name.tsx';
import { Code } from '#ui/code.tsx';
import { DangerRow, DangerZone } from '#ui/danger-zone.tsx';
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
      <Empty title="Only owners can set up single sign-on">
        <p>Ask an owner of the organization.</p>
      </Empty>
    );
  }
  return <Provider organization={organization} />;
}

async function Provider({ organization: { id, slug } }: { organization: Me['organizations'][number] }) {
  const { redirectAddress, provider } = await runQuery((viewer) => runtime().query.identityProvider(viewer, slug));
  return (
    <>
      <Section
        title="Identity provider"
        note="Register Seismo with your provider, using this redirect URL. Then enter what the provider shows you."
      >
        <Code text={redirectAddress} label="redirect URL" />
        <ActionForm
          action={saveProvider.bind(null, id)}
          submit={provider ? 'Save' : 'Set up'}
          className="mt-5 flex max-w-[480px] flex-col gap-4"
        >
          <Field
            label="Button label"
            name="name"
            required
            maxLength={60}
            defaultValue={provider?.name}
            placeholder="Acme"
            autoComplete="off"
            hint="The sign-in page shows “Sign in with” and this name."
          />
          <Field
            label="Issuer"
            name="issuer"
            type="url"
            required
            defaultValue={provider?.issuer}
            placeholder="https://login.example.com"
            autoComplete="off"
            hint="The provider’s URL without /.well-known/openid-configuration."
          />
          <Field label="Client ID" name="clientId" required defaultValue={provider?.clientId} autoComplete="off" />
          <Field
            label="Client secret"
            name="clientSecret"
            type="password"
            required={!provider}
            autoComplete="off"
            hint={provider ? 'Leave empty to keep the stored secret. A new issuer needs a new secret.' : undefined}
          />
          <Field
            label="Domains"
            name="domains"
            defaultValue={provider?.domains.join(' ')}
            placeholder="example.com"
            autoComplete="off"
            hint="People with a verified email address at these domains get an account when they first sign in. Leave empty for members only."
          />
          <label className="flex items-center gap-2 text-13">
            Role of new accounts
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
                  No accounts are created for {domain} until it is verified.
                </span>
                <Code text={`${record} TXT ${value}`} label={`TXT record of ${domain}`} />
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {provider ? (
        <DangerZone>
          <DangerRow
            title="Remove single sign-on"
            note="Accounts stay. Members without a password need a one-time link to sign in."
          >
            <ConfirmByName
              button={`Remove ${provider.name}`}
              title={`Remove ${provider.name}?`}
              name={provider.name}
              submit={`Remove ${provider.name}`}
              action={deleteProvider.bind(null, id)}
            >
              Members can no longer sign in through this provider. Members without a password need a one-time link.
            </ConfirmByName>
          </DangerRow>
        </DangerZone>
      ) : null}
    </>
  );
}
