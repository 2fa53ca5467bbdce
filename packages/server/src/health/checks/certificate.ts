import { OutgoingFailure } from '#outgoing/failure.ts';
import { isLoopbackHost } from '../loopback.ts';
import type { HealthCheck } from '../contract.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Let's Encrypt renews 30 days before the end of 90. */
const DAYS_LEFT_MIN = 14;

export const certificate: HealthCheck = {
  id: 'certificate',
  title: 'Certificate',
  group: 'Network',
  connects: true,
  async run({ facts, outgoing, clock }) {
    const { protocol, hostname, port } = new URL(facts.publicUrl);
    if (protocol !== 'https:') {
      const where = isLoopbackHost(hostname) ? ', which only this machine reaches' : '';
      return [{ severity: 'note', found: `${facts.publicUrl} has no certificate: it uses http${where}.` }];
    }
    const found = await outgoing.certificate(hostname, Number(port) || 443);
    if (found instanceof OutgoingFailure) {
      return [
        {
          severity: 'error',
          found: found.message,
          why: 'Browsers and SDKs probably cannot reach Seismo either.',
          action: 'Check the name in DNS, the proxy, and the firewall. This machine must be able to reach SEISMO_URL.',
        },
      ];
    }
    const daysLeft = Math.floor((found.validToMs - clock.now()) / DAY_MS);
    if (found.failure !== null) {
      return [
        {
          severity: 'error',
          found: `The certificate of ${hostname} is not valid: ${found.failure}.`,
          why: 'Browsers and SDKs refuse the connection, so reports are lost.',
          action:
            'Renew the certificate, with all intermediate certificates and this name in it. If you use your own authority, start Seismo with NODE_EXTRA_CA_CERTS.',
        },
      ];
    }
    if (daysLeft < DAYS_LEFT_MIN) {
      return [
        {
          severity: 'warning',
          found: `The certificate of ${hostname} expires in ${daysLeft} days.`,
          why: 'Reports are lost from then on.',
          action: 'Renew it, and check why it was not renewed automatically.',
        },
      ];
    }
    const by = found.issuer === '' ? '' : ` by ${found.issuer}`;
    return [{ severity: 'ok', found: `The certificate of ${hostname}${by} is valid for ${daysLeft} more days.` }];
  },
};
