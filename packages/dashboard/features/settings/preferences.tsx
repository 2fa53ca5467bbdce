import { LetterKeys } from '#features/preferences/letter-keys.tsx';
import { PreferenceOptions } from '#features/preferences/preference-options.tsx';
import { cookiePreferences } from '#server/session.ts';
import { me } from '#server/viewer.ts';
import { Section } from '#ui/section.tsx';

/** The preferences of the account. */
export async function Preferences() {
  const [first] = await Promise.all([cookiePreferences(), me()]);
  return (
    <>
      <Section title="Appearance">
        <PreferenceOptions name="theme" first={first} />
      </Section>
      <Section title="Lists and times">
        <div className="flex flex-col gap-3">
          <PreferenceOptions name="density" first={first} />
          <PreferenceOptions name="zone" first={first} />
        </div>
      </Section>
      <Section title="Keyboard" note="Turn shortcuts off if you use speech input. ⌘K (Ctrl K) keeps working.">
        <LetterKeys first={first} />
      </Section>
    </>
  );
}
