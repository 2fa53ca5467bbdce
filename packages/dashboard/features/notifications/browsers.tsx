import type { BrowserView } from '@seismo/server';
import { Time } from '#lib/time/time.tsx';
import { ActionForm } from '#ui/action-form.tsx';
import { Badge } from '#ui/badge.tsx';
import { Section } from '#ui/section.tsx';
import { removeBrowser, testBrowser } from './actions.ts';
import { ThisBrowser } from './this-browser.tsx';

/** The user's browsers that get notifications, and the state of this one. */
export function Browsers({ browsers, nowMs }: { browsers: BrowserView[]; nowMs: number }) {
  return (
    <Section
      title="Browser notifications"
      note="At once, also what is sent daily by email. They end in a browser when you sign out there."
    >
      <ThisBrowser id={browsers.find(({ isThis }) => isThis)?.id ?? null} />
      {browsers.length === 0 ? null : (
        <ul
          aria-label="Browsers with notifications"
          className="mt-3 overflow-hidden rounded-md border border-line bg-surface"
        >
          {browsers.map((browser) => (
            <Browser key={browser.id} browser={browser} nowMs={nowMs} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Browser({ browser, nowMs }: { browser: BrowserView; nowMs: number }) {
  const { id, name, createdAtMs, lastSentAtMs, lastAttempt, isThis } = browser;
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-13 not-last:border-b not-last:border-line">
      <span className="min-w-0 flex-1 basis-56">
        <span className="flex flex-wrap items-center gap-x-2 font-medium [overflow-wrap:anywhere]">
          {name} {isThis ? <Badge tone="good">This browser</Badge> : null}
        </span>
        <span className="block text-12 text-muted">
          Turned on <Time atMs={createdAtMs} nowMs={nowMs} ago />
          {lastSentAtMs === null ? null : (
            <>
              , last notification <Time atMs={lastSentAtMs} nowMs={nowMs} ago />
            </>
          )}
        </span>
        {lastAttempt === null || lastAttempt.isSent ? null : (
          <span className="block text-12 [overflow-wrap:anywhere] text-error">
            Not sent <Time atMs={lastAttempt.atMs} nowMs={nowMs} ago />: {lastAttempt.answer}
          </span>
        )}
      </span>
      <ActionForm
        action={testBrowser.bind(null, id)}
        submit="Send test"
        variant="plain"
        small
        className="flex flex-wrap items-center gap-2"
      />
      {isThis ? null : (
        <ActionForm
          action={removeBrowser.bind(null, id)}
          submit="Remove"
          variant="plain"
          small
          className="flex flex-wrap items-center gap-2"
        />
      )}
    </li>
  );
}
