import { OutgoingFailure } from '#outgoing/failure.ts';
import type { Arrival } from '../probe.ts';
import { notChecked, type Finding, type HealthCheck, type ServerFacts } from '../contract.ts';

/** Sends a request to the public URL and looks at how it arrives. */
export const proxy: HealthCheck = {
  id: 'proxy',
  title: 'Public URL and proxy',
  group: 'Network',
  connects: true,
  async run({ facts, outgoing, probe }) {
    if (probe === null) return [notChecked('the server is not running')];
    using expected = probe.expect();
    const url = `${facts.publicUrl}/healthz?probe=${expected.name}`;
    const response = await outgoing.request(url, { namedBy: 'operator' });
    const arrival = expected.arrival();
    if (response instanceof OutgoingFailure || response.status !== 200 || arrival === null) {
      const reason =
        response instanceof OutgoingFailure
          ? response.message
          : `${facts.publicUrl}/healthz answered with status ${response.status}, but the request did not reach this server.`;
      return [
        {
          severity: 'error',
          found: reason,
          why: 'Browsers and SDKs use this URL, and links in invitations contain it.',
          action:
            'Check SEISMO_URL, the proxy, and that this machine can reach its own public URL. If only this machine cannot, you can ignore this finding.',
        },
      ];
    }
    const findings = [...hostFindings(facts, arrival), ...addressFindings(arrival)];
    return findings.length > 0
      ? findings
      : [{ severity: 'ok', found: `A request to ${facts.publicUrl} arrives with the right host and address.` }];
  },
};

function hostFindings({ publicUrl }: ServerFacts, { host, forwardedProtocol }: Arrival): Finding[] {
  const { host: publicHost, protocol } = new URL(publicUrl);
  const findings: Finding[] = [];
  if (host !== publicHost) {
    findings.push({
      severity: 'error',
      found: `Requests to ${publicHost} arrive with the host ${host ?? '(none)'}.`,
      why: 'Pages compare the host with the origin of a form: signing in and every change fail.',
      action: 'Let the proxy pass the host on, for example "proxy_set_header Host $http_host" in nginx.',
    });
  }
  if (protocol === 'https:' && forwardedProtocol !== null && forwardedProtocol !== 'https') {
    findings.push({
      severity: 'warning',
      found: `Requests over https arrive with X-Forwarded-Proto: ${forwardedProtocol}.`,
      why: 'It suggests that a proxy in between speaks http to the next one.',
      action: 'Let the first proxy set X-Forwarded-Proto to https, and the others pass it on.',
    });
  }
  return findings;
}

function addressFindings({ peer, forwardedFor, clientAddress }: Arrival): Finding[] {
  if (forwardedFor !== null && clientAddress === peer) {
    return [
      {
        severity: 'warning',
        found: `A proxy at ${peer ?? 'an unknown address'} forwards requests, but Seismo does not trust it.`,
        why: 'Every report and every sign-in seems to come from the proxy, so limits by address hit everybody at once.',
        action: `If the proxy is yours, set SEISMO_TRUSTED_PROXIES=${peer ?? '<address of the proxy>'}.`,
      },
    ];
  }
  return [];
}
