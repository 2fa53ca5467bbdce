import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Mail {
  to: string;
  headers: string;
  /** The plain-text part. */
  text: string;
}

/** A real mail server on this machine. */
export async function startMailServer() {
  const mails: Mail[] = [];
  let refusal: string | null = null;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo(_address, _session, done) {
      done(refusal === null ? null : Object.assign(new Error(refusal), { responseCode: 550 }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push(read(Buffer.concat(chunks).toString(), session.envelope.rcptTo[0]!.address));
        done(null, '2.0.0 Ok: queued');
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    /** For the environment of a server. */
    settings: { SEISMO_SMTP_URL: `smtp://127.0.0.1:${port}`, SEISMO_MAIL_FROM: 'Seismo <alerts@seismo.example>' },
    mails,
    /** From now on it answers 550 with this text, or accepts with `null`. */
    refuse: (text: string | null) => void (refusal = text),
    [Symbol.asyncDispose]: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}

function read(source: string, to: string): Mail {
  const [headers = ''] = source.split('\r\n\r\n', 1);
  const plain = source.slice(source.indexOf('Content-Type: text/plain'));
  // As Nodemailer separates parts; `-- ` begins the footer.
  const [, text = ''] = /\r\n\r\n([^]*?)\r\n----_NmP/.exec(plain) ?? [];
  // Quoted-printable (RFC 2045, section 6.7).
  const decoded = text
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());
  return { to, headers: headers.replace(/\r\n[ \t]+/g, ' '), text: decoded };
}
