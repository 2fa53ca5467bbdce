import { notChecked, type Finding, type HealthCheck } from '../contract.ts';

export const singleSignOn: HealthCheck = {
  id: 'single-sign-on',
  title: 'Single sign-on',
  group: 'Network',
  connects: true,
  async run({ stores: { state }, discover }) {
    if (!('store' in state)) return [notChecked('the state store could not be opened')];
    const providers = await state.store.listIdentityProviders();
    if (providers.length === 0) return [{ severity: 'ok', found: 'No identity provider is configured.' }];
    // One after the other: lookups of names are limited.
    const findings: Finding[] = [];
    for (const provider of providers) {
      const { name, issuer } = provider;
      try {
        await discover(provider);
        findings.push({ severity: 'ok', found: `${name} at ${issuer} answers, and its discovery document is valid.` });
      } catch (error) {
        findings.push({
          severity: 'error',
          found: (error as Error).message,
          why: `Nobody can sign in through ${name}. Passwords, passkeys and sign-in links still work.`,
          action: 'Correct Settings › Single sign-on, or the provider.',
        });
      }
    }
    return findings;
  },
};
