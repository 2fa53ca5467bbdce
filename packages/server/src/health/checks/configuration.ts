import { isLoopbackHost } from '../loopback.ts';
import type { Finding, HealthCheck } from '../contract.ts';

export const configuration: HealthCheck = {
  id: 'configuration',
  title: 'Configuration',
  group: 'Server',
  async run({ facts }) {
    const findings: Finding[] = facts.unknownSettings.map((name) => ({
      severity: 'warning',
      found: `${name} is set, but Seismo has no such setting.`,
      why: 'A misspelled setting has no effect.',
      action: 'Correct or remove the variable. docs/set-up.md lists all settings.',
    }));
    const { protocol, hostname } = new URL(facts.publicUrl);
    if (!facts.hasPublicUrl && !isLoopbackHost(facts.host)) {
      findings.push({
        severity: 'warning',
        found: `Seismo listens on ${facts.host}, but SEISMO_URL is not set.`,
        why: `DSNs, links and invitations name ${facts.publicUrl}, which other machines cannot reach.`,
        action: 'Set SEISMO_URL to the URL under which browsers reach this server.',
      });
    }
    if (facts.hasPublicUrl && protocol === 'http:' && !isLoopbackHost(hostname)) {
      findings.push({
        severity: 'warning',
        found: `SEISMO_URL is ${facts.publicUrl}, without TLS.`,
        why: 'Passwords, session cookies and reports cross the network in clear text.',
        action: 'Put a proxy with a certificate in front of Seismo and set SEISMO_URL to its https URL.',
      });
    }
    return findings.length > 0 ? findings : [{ severity: 'ok', found: 'The settings are valid.' }];
  },
};
