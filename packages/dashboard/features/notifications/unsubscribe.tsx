import type { UnsubscriptionView } from '@seismo/server';
import { connection } from 'next/server';
import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { isRefusal } from '#server/refusal.ts';
import { runtime } from '#server/runtime.ts';
import { unsubscribe } from './actions.ts';
import { kinds } from './kinds.ts';
import { UnsubscribeForm } from './unsubscribe-form.tsx';
import { tokenOf } from './unsubscribe-token.ts';

/** Opening the page does not unsubscribe, because programs open links in advance. */
export async function Unsubscribe({ params }: { params: Promise<{ token: string }> }) {
  await connection();
  const token = tokenOf((await params).token);
  const found = await runtime()
    .query.unsubscription(token)
    .catch((error: unknown) => {
      if (isRefusal(error)) return error.message;
      throw error;
    });
  if (typeof found === 'string') {
    return (
      <>
        <h1 className="text-20">This link does not work</h1>
        <p className="text-14 text-muted">{found} Sign in to change what you are notified of.</p>
        {settingsLink}
      </>
    );
  }
  const { name, text, after } = wordsOf(found);
  return (
    <UnsubscribeForm
      title={`Unsubscribe from ${name}`}
      text={`${found.email} ${text}`}
      done={`${found.email} is unsubscribed from ${name}.`}
      after={after}
      isDone={found.isDone}
      action={unsubscribe.bind(null, token)}
      link={settingsLink}
    />
  );
}

/** Leads through the sign-in page. */
const settingsLink = (
  <Link href="/settings/notifications" className={buttonClass('plain', false, 'self-start')}>
    Notification settings
  </Link>
);

/** `after`: how to subscribe again. */
function wordsOf(found: UnsubscriptionView): { name: string; text: string; after: string } {
  if (found.from === 'issue') {
    return {
      name: found.shortId,
      text: 'gets no more email about comments on this issue and changes of its status. Mentions and assignments are still sent.',
      after: 'You can subscribe again on the page of the issue.',
    };
  }
  const after = 'You can turn it on again in your notification settings.';
  if (found.from === 'weekly-report') return { name: 'the weekly report', text: 'gets no more weekly reports.', after };
  const { plural } = kinds[found.kind];
  return { name: plural, text: `gets no more email about ${plural}, in any project.`, after };
}
