import { isIP, type Socket } from 'node:net';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { limits } from '@seismo/protocol';
import { canonicalHost } from '#outgoing/addresses.ts';
import { invalidCertificate, timedOut, type Connection } from '#outgoing/connect.ts';
import { OutgoingFailure } from '#outgoing/failure.ts';
import type { Outgoing } from '#outgoing/outgoing.ts';
import type { EmailMessage } from '../message.ts';
import type { UnsubscribeLink } from '../unsubscribe.ts';
import type { SendResult } from './channel.ts';
import { emailOf } from './email-text.ts';
import { oneLine, threadOf } from './words.ts';

export interface EmailDeps {
  /** `smtp:` encrypts if the server offers it, `smtps:` always. `null` if the operator has configured no server. */
  smtpUrl: URL | null;
  /** As in the header: an address, or a name with an address in angle brackets. */
  from: string;
  publicUrl: string;
  outgoing: Outgoing;
  now: () => number;
}

/** Email to one address, in a single attempt. Never throws: an attempt that fails is an answer, too. */
export type SendEmail = (
  message: EmailMessage,
  to: string,
  unsubscribe?: UnsubscribeLink | null,
) => Promise<SendResult>;

/** Email through the operator's SMTP server. */
export function createEmail({ smtpUrl, from, publicUrl, outgoing, now }: EmailDeps): SendEmail {
  const server = smtpUrl && smtpServer(smtpUrl);
  const domain = mailDomain(publicUrl);
  return async (message, to, unsubscribe = null) => {
    if (server === null) return failed('Email is not configured. Set SEISMO_SMTP_URL.', 'permanent');
    if (!isAddress(to)) return failed('The recipient is not an e-mail address.', 'permanent');
    const mail = mailOf(message, unsubscribe, { from, to, domain, atMs: now() });
    const connection = await outgoing.connect({ ...server.target, namedBy: 'operator' });
    const sent =
      connection instanceof OutgoingFailure
        ? failed(connection.message, 'temporary')
        : await sendOver(connection, server, domain, mail);
    const answer = withoutLinks(message, unsubscribe, withoutSecrets(sent.answer, server));
    return { ...sent, answer: oneLine(answer, limits.DELIVERY_ANSWER_CHARS_MAX) };
  };
}

/** Of one reply, and of all replies before TLS starts. */
const RECEIVED_BYTES_MAX = 64 * 1024;

interface SmtpServer {
  target: { host: string; port: number; tls: boolean };
  user: string;
  password: string;
}

function smtpServer(url: URL): SmtpServer {
  const tls = url.protocol === 'smtps:';
  const host = decoded(url.hostname);
  return {
    target: { host: canonicalHost(host) ?? host, port: Number(url.port) || (tls ? 465 : 587), tls },
    user: decoded(url.username),
    password: decoded(url.password),
  };
}

/** As it is if it is not percent-encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A domain for IDs of messages and for the greeting: addresses are in brackets there. */
function mailDomain(publicUrl: string): string {
  const host = canonicalHost(new URL(publicUrl).hostname) ?? 'localhost';
  if (isIP(host) === 6) return `[IPv6:${host}]`;
  return isIP(host) === 4 ? `[${host}]` : host;
}

/** One address without a name, quotes or anything that separates addresses. */
function isAddress(text: string): boolean {
  return (
    text.length <= limits.EMAIL_CHARS_MAX &&
    /^[^\s\p{Cc}\p{Cf}@<>()[\]\\,;:"]+@[^\s\p{Cc}\p{Cf}@<>()[\]\\,;:"]+$/u.test(text)
  );
}

interface MailFields {
  from: string;
  to: string;
  domain: string;
  atMs: number;
}

function mailOf(
  message: EmailMessage,
  unsubscribe: UnsubscribeLink | null,
  { from, to, domain, atMs }: MailFields,
): SendMailOptions {
  const { subject, text, html } = emailOf(message, unsubscribe);
  const thread = threadOf(message);
  // No mail has this ID. All messages about the issue, rule or release reply to it, so mail programs group them in a thread.
  const first = thread === null ? null : `<${thread}@${domain}>`;
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    date: new Date(atMs),
    // The same for every attempt, so that receivers can drop a repeated one. A new installation counts from one again.
    messageId: `<${message.about === 'account' ? 'account' : 'delivery'}-${message.id}-${message.queuedAtMs.toString(36)}@${domain}>`,
    ...(first !== null && { inReplyTo: first, references: [first] }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      // RFC 2369, and RFC 8058 for mail programs with a button of their own.
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe.url}/one-click>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

async function sendOver(
  { socket, closed }: Connection,
  server: SmtpServer,
  domain: string,
  mail: SendMailOptions,
): Promise<SendResult> {
  const { host, port, tls } = server.target;
  const transport = createTransport({
    // Nodemailer opens no connection: it speaks over this one, and without it fails.
    getSocket: (_, give) => give(null, { connection: socket, secured: tls }),
    host,
    port,
    secure: tls,
    name: domain,
    ...(server.user !== '' && { auth: { user: server.user, pass: server.password } }),
    // Without encryption, hosts on the way could read the password.
    requireTLS: server.password !== '' && !isLoopback(socket),
    // Nodemailer replaces the limit that the socket has, by the same.
    socketTimeout: socket.timeout,
    socketCloseTimeout: 0,
    maxResponseSize: RECEIVED_BYTES_MAX,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // Nodemailer queues empty lines without limit. Unlike `on`, this does not start to read before Nodemailer listens.
  socket.prependListener('data', () => {
    if (socket.bytesRead > RECEIVED_BYTES_MAX) {
      socket.destroy(new OutgoingFailure('too-large', `${host} sent more than ${RECEIVED_BYTES_MAX / 1024} KiB.`));
    }
  });
  // Nodemailer waits forever for a connection that was closed before it listened. Its own error comes first.
  const gone = new AbortController();
  void closed.then(() => setImmediate(() => gone.abort()));
  try {
    const { response } = await transport.sendMail({ ...mail, signal: gone.signal });
    return { isSent: true, answer: response };
  } catch (error) {
    socket.destroy();
    const cause = await closed;
    const { responseCode } = error as SmtpError;
    // The limits of connections close it without the words of a server.
    if (cause instanceof OutgoingFailure && !responseCode) return failed(cause.message, 'temporary');
    return failureOf(error as SmtpError, host);
  } finally {
    socket.destroy();
    await closed;
  }
}

const isLoopback = ({ remoteAddress = '' }: Socket) => /^(::ffff:)?127\.|^::1$/.test(remoteAddress);

/** `code` is from Nodemailer and `originalCode` from Node.js. `response` is the reply of the server with `responseCode`. */
interface SmtpError extends Error {
  code?: string;
  originalCode?: string;
  response?: string;
  responseCode?: number;
}

/** Replies to a missing, weak or wrong authentication: the operator can fix it. */
const authenticationCodes: readonly number[] = [530, 534, 535, 538];

function failureOf(error: SmtpError, host: string): SendResult {
  const { code, response, responseCode } = error;
  if (code === 'ETLS' && responseCode) {
    const answer = `${host} does not offer encryption (STARTTLS), so the password was not sent: ${response}`;
    return failed(answer, 'temporary');
  }
  if (!responseCode || !response) return failed(causeOf(error, host), 'temporary');
  const isPermanent = responseCode >= 500 && code !== 'EAUTH' && !authenticationCodes.includes(responseCode);
  return failed(response, isPermanent ? 'permanent' : 'temporary');
}

const closings: readonly string[] = ['Connection closed unexpectedly', 'Message sending aborted'];
const resets: readonly string[] = ['ECONNRESET', 'EPIPE'];

function causeOf(error: SmtpError, host: string): string {
  const { code, originalCode = '', message } = error;
  if (code === 'ETIMEDOUT') return timedOut(host).message;
  if (/^(?!ERR_SSL).*(CERT|SIGNATURE)/.test(originalCode)) return invalidCertificate(host, error).message;
  if (closings.includes(message) || resets.includes(originalCode)) return `${host} closed the connection.`;
  return `${host}: ${message}`;
}

function failed(answer: string, kind: 'permanent' | 'temporary'): SendResult {
  return { isSent: false, answer, isPermanent: kind === 'permanent', retryAfterMs: null };
}

/**
 * Some servers repeat the command that they did not understand, or a part of it. Call this before a cut, which would leave
 * parts of secrets.
 */
function withoutSecrets(answer: string, { user, password }: SmtpServer): string {
  if (password === '') return answer;
  const encoded = [`\0${user}\0${password}`, password].map((secret) => Buffer.from(secret).toString('base64'));
  return [...encoded, password]
    .reduce((text, secret) => text.replaceAll(secret, '***'), answer)
    .replace(/[\w+/=]{8,}/g, (part) => (encoded.some((secret) => secret.includes(part)) ? '***' : part));
}

/** A filter may repeat the link that it did not like. What ends a link about an account, or one to unsubscribe, is a secret. */
function withoutLinks(message: EmailMessage, unsubscribe: UnsubscribeLink | null, answer: string): string {
  const url = message.about === 'account' ? message.link.url : unsubscribe?.url;
  if (url === undefined) return answer;
  const secret = url.split('/').at(-1)!;
  return answer.replace(/[\w-]{8,}/g, (part) => (secret.includes(part) || part.includes(secret) ? '***' : part));
}
