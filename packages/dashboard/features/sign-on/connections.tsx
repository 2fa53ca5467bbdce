import type { ConnectionView } from '@seismo/server';
import { ActionForm } from '#ui/action-form.tsx';
import { Badge } from '#ui/badge.tsx';
import { Section } from '#ui/section.tsx';
import { runtime } from '#server/runtime.ts';
import { accountViewer } from '#server/viewer.ts';
import { beginConnection, disconnect } from './actions.ts';

/** Identity providers of the account user's organizations, each connected to the account or not. */
export async function Connections() {
  const connections = await runtime().query.connections(await accountViewer());
  if (connections.length === 0) return null;
  return (
    <Section title="Single sign-on" note="Sign in to an organization through its identity provider.">
      <ul className="overflow-hidden rounded-md border border-line bg-surface">
        {connections.map((connection) => (
          <Connection key={connection.organizationId} connection={connection} />
        ))}
      </ul>
    </Section>
  );
}

interface Props {
  connection: ConnectionView;
}

function Connection({ connection: { organizationId, organization, name, isConnected } }: Props) {
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-13 not-last:border-b not-last:border-line">
      <span className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
        <span className="flex flex-wrap items-center gap-x-2 font-medium">
          {name} {isConnected ? <Badge tone="good">Connected</Badge> : null}
        </span>
        <span className="block text-12 text-muted">{organization} only</span>
      </span>
      <ActionForm
        action={isConnected ? disconnect.bind(null, organizationId) : beginConnection.bind(null, organizationId)}
        submit={isConnected ? `Disconnect ${name}` : `Connect ${name}`}
        variant="plain"
        small
        className="flex flex-wrap items-center gap-2"
      />
    </li>
  );
}
