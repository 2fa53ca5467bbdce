import { connection } from 'next/server';
import { Badge } from '#ui/badge.tsx';
import { ConfirmByName } from '#ui/confirm-by-name.tsx';
import { Section } from '#ui/section.tsx';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { Time } from '#lib/time/time.tsx';
import { first, type RawParams } from '#explorer/url-state.ts';
import { runtime } from '#server/runtime.ts';
import { accountViewer, runQuery } from '#server/viewer.ts';
import { deleteToken } from './actions.ts';
import { tokenScopes } from './scopes.ts';
import { NewToken } from './new-token.tsx';

export async function Tokens({ search }: { search: Promise<RawParams> }) {
  await connection();
  const preset = first((await search).for);
  const tokens = await runQuery((viewer) => runtime().query.apiTokens(viewer));
  const { memberships } = await accountViewer();
  // A token cannot exceed its creator’s permissions.
  const scopes = tokenScopes.filter((scope) =>
    memberships.some(({ role }) => runtime().roleScopes[role].includes(scope)),
  );
  const nowMs = Date.now();
  return (
    <>
      <ul className="overflow-hidden rounded-md border border-line bg-surface">
        {tokens.map((token) => (
          <li
            key={token.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-13 not-last:border-b not-last:border-line"
          >
            <span className="font-medium">{token.label}</span>
            <code className="min-w-0 text-12 [overflow-wrap:anywhere] text-muted">{token.scopes.join(' ')}</code>
            <span className="ml-auto text-12 text-muted">
              {token.lastUsedAtMs === null ? (
                'Never used'
              ) : (
                <>
                  Used <Time atMs={token.lastUsedAtMs} nowMs={nowMs} ago />
                </>
              )}
              {token.expiresAtMs !== null && token.expiresAtMs >= nowMs ? (
                <>
                  , expires <ExactTime atMs={token.expiresAtMs} to="minute" />
                </>
              ) : null}
            </span>
            {token.expiresAtMs !== null && token.expiresAtMs < nowMs ? <Badge tone="warning">Expired</Badge> : null}
            <ConfirmByName
              button="Delete"
              label={`Delete the token ${token.label}`}
              variant="quiet"
              small
              title={`Delete the token ${token.label}?`}
              name={token.label}
              submit="Delete token"
              action={deleteToken.bind(null, token.id)}
            >
              Programs that use this token lose access. This cannot be undone.
            </ConfirmByName>
          </li>
        ))}
        {tokens.length === 0 ? <li className="px-4 py-6 text-center text-13 text-muted">No tokens yet</li> : null}
      </ul>
      <div className="mt-6">
        <Section
          title="New token"
          note="For sentry-cli, bundler plugins and scripts. A token never exceeds your own permissions."
        >
          <NewToken key={preset} scopes={scopes} preset={preset} />
        </Section>
      </div>
    </>
  );
}
