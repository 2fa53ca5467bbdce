import { Section } from '#ui/section.tsx';

/** A session that an organization's identity provider began reaches that organization only; the account reaches further. */
export function ReadOnlyAccount({ title }: { title: string }) {
  return (
    <Section title={title}>
      <p className="max-w-[72ch] text-13 text-muted">
        You signed in through your organization’s identity provider, so this session cannot change your account. Sign in
        with your password, a passkey or a sign-in link to change it.
      </p>
    </Section>
  );
}
