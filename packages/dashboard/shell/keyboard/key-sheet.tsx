import { Link } from '#ui/link.tsx';
import { Overlay } from '#ui/overlay.tsx';
import { ownPreferences } from '#features/preferences/own-preferences.ts';
import { isDenied } from './denied.ts';
import type { Scope } from './keys.ts';
import { keyLabels, scopeNames, shownKeys } from './shown-keys.ts';

export function KeySheet({ onClose }: { onClose: () => void }) {
  const apple = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return (
    <Overlay label="Keyboard shortcuts" onClose={onClose}>
      <div className="p-5">
        <h2 className="text-16">Keyboard shortcuts</h2>
        <p className="mt-1 mb-4 text-13 text-muted">
          Single-letter shortcuts are {ownPreferences().letterKeys ? 'on' : 'off'}. Change this in your{' '}
          <Link href="/settings/preferences" onClick={onClose} className="text-accent underline underline-offset-2">
            preferences
          </Link>
          .
        </p>
        <div className="grid gap-5">
          {(Object.keys(scopeNames) as Scope[]).map((scope) => (
            <section key={scope} aria-label={scopeNames[scope]}>
              <h3 className="mb-1 text-12 font-medium text-muted">{scopeNames[scope]}</h3>
              <dl>
                {shownKeys
                  .filter((key) => key.scope === scope && !isDenied(key.permission))
                  .map((key) => (
                    <div
                      key={key.id}
                      className="flex items-center justify-between gap-4 border-b border-line py-1.5 text-13"
                    >
                      <dt>{key.label}</dt>
                      <dd className="flex items-center gap-1">
                        {keyLabels(key, apple).map((part) => (
                          <kbd
                            key={part}
                            className="min-w-6 rounded-sm border border-line bg-sunken px-1.5 text-center text-12"
                          >
                            {part}
                          </kbd>
                        ))}
                      </dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </Overlay>
  );
}
