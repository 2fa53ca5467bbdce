import { clientOf } from '#domain/normalize/user-agent.ts';
import type { Attributes } from '../span.ts';
import type { SpanItem } from './read-spans.ts';

/**
 * Adds what the connection tells about the visitor: the address, only if the client asks for it (as for events), and the
 * browser and its system.
 */
export const describeClient = <Work extends SpanItem>(work: Work): Work => {
  const { spans, origin, isBrowser } = work;
  const inferIp = work.inferIp ?? origin.inferIp;
  for (const { attributes } of spans) {
    setAddress(attributes, inferIp, origin.clientAddress);
    if (isBrowser && origin.userAgent !== null && !attributes.has('user_agent.original')) {
      attributes.set('user_agent.original', origin.userAgent);
    }
    describeUserAgent(attributes, isBrowser);
  }
  return work;
};

function setAddress(attributes: Attributes, inferIp: string | null, clientAddress: string | null): void {
  const stated = attributes.get('user.ip_address');
  const isAsked = stated === '{{auto}}' || (stated === undefined && inferIp === 'auto');
  if (!isAsked) return;
  if (clientAddress === null || inferIp === 'never') attributes.delete('user.ip_address');
  else attributes.set('user.ip_address', clientAddress);
}

function describeUserAgent(attributes: Attributes, isBrowser: boolean): void {
  const userAgent = attributes.get('user_agent.original');
  const client = typeof userAgent === 'string' ? clientOf(userAgent) : null;
  if (!client) return;
  const { browser, os } = client;
  if (browser !== null && !attributes.has('browser.name')) {
    setText(attributes, 'browser.name', browser['name']);
    setText(attributes, 'browser.version', browser['version']);
  }
  // The system of a server span is the server's own.
  if (isBrowser && os !== null && !attributes.has('os.name')) {
    setText(attributes, 'os.name', os['name']);
    setText(attributes, 'os.version', os['version']);
  }
}

function setText(attributes: Attributes, name: string, value: unknown): void {
  if (typeof value === 'string') attributes.set(name, value);
}
