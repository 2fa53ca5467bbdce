import { connection } from 'next/server';
import { ConfirmByName } from '#ui/confirm-by-name.tsx';
import { Badge } from '#ui/badge.tsx';
import { plural } from '#ui/count.ts';
import { Section } from '#ui/section.tsx';
import { Time } from '#lib/time/time.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { deletePasskey } from './actions.ts';
import { Authenticator } from './authenticator.tsx';
import { NewPasskey } from './new-passkey.tsx';

/** Two-step sign-in and passkeys of the account. */
export async function TwoStepSignIn() {
  await connection();
  const { enabledAtMs, recoveryCodesLeft, passkeys, passkeyProblem } = await runQuery((viewer) =>
    runtime().query.secondFactor(viewer),
  );
  const nowMs = Date.now();
  return (
    <>
      <Section
        title="Two-step sign-in"
        note="Requires a code from your phone after your password."
        actions={enabledAtMs === null ? <Badge>Off</Badge> : <Badge tone="good">On</Badge>}
      >
        {enabledAtMs === null ? null : (
          <p className="mb-3 text-13 text-muted">
            Since <Time atMs={enabledAtMs} nowMs={nowMs} />. {plural(recoveryCodesLeft, 'recovery code')} left.
          </p>
        )}
        <Authenticator key={String(enabledAtMs)} isOn={enabledAtMs !== null} />
      </Section>
      <Section title="Passkeys" note="Sign in with your fingerprint, face or PIN instead of a password and code.">
        {passkeyProblem ? (
          <p className="max-w-[72ch] text-13 text-muted">{passkeyProblem}</p>
        ) : (
          <>
            {passkeys.length > 0 ? (
              <ul className="mb-4 overflow-hidden rounded-md border border-line bg-surface">
                {passkeys.map((passkey) => (
                  <li
                    key={passkey.id}
                    className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-13 not-last:border-b not-last:border-line"
                  >
                    <span className="font-medium [overflow-wrap:anywhere]">{passkey.label}</span>
                    <span className="ml-auto text-12 text-muted">
                      {passkey.lastUsedAtMs === null ? (
                        'Never used'
                      ) : (
                        <>
                          Used <Time atMs={passkey.lastUsedAtMs} nowMs={nowMs} ago />
                        </>
                      )}
                    </span>
                    <ConfirmByName
                      button="Delete"
                      label={`Delete the passkey ${passkey.label}`}
                      variant="quiet"
                      small
                      title={`Delete the passkey ${passkey.label}?`}
                      name={passkey.label}
                      submit="Delete passkey"
                      action={deletePasskey.bind(null, passkey.id)}
                    >
                      This passkey stops working. This cannot be undone.
                    </ConfirmByName>
                  </li>
                ))}
              </ul>
            ) : null}
            <NewPasskey />
          </>
        )}
      </Section>
    </>
  );
}
