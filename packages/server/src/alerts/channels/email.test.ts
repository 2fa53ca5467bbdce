import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { BlockList, createServer, type AddressInfo, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Duplex } from 'node:stream';
import { getCACertificates, setDefaultCACertificates, TLSSocket } from 'node:tls';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { limits } from '@seismo/protocol';
import { OutgoingFailure } from '#outgoing/failure.ts';
import { createOutgoing, type OutgoingDeps } from '#outgoing/outgoing.ts';
import { newFolder } from '../../testing/cleanup.ts';
import type { AccountMessage, AlertedIssue, AlertMessage } from '../message.ts';
import { createEmail, type EmailDeps } from './email.ts';
import { metric, metricsMessageOf, release, releasesMessageOf } from './http-channels.fixture.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

interface Received {
  from: string;
  to: string[];
  /** As sent. */
  source: string;
  user: string | undefined;
  isEncrypted: boolean;
}

/** An SMTP server with what it received; without TLS and authentication unless the options say so. */
async function serve(options: SMTPServerOptions = {}, host = '127.0.0.1') {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
          user: session.user,
          isEncrypted: session.secure,
        });
        done(null, '2.0.0 Ok: queued as 4F2');
      });
    },
    ...options,
  });
  // A client that refuses a certificate is an error to the server.
  server.on('error', () => {});
  server.listen(0, host);
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())));
  await once(server.server, 'listening');
  return { received, port: (server.server.address() as AddressInfo).port };
}

/** For `localhost`, signed by itself. */
function newCertificate(): { key: string; cert: string } {
  const folder = newFolder();
  const made = spawnSync(
    'openssl',
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 9 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout key -out crt'.split(
      ' ',
    ),
    { cwd: folder },
  );
  expect(made.status).toBe(0);
  const [key = '', cert = ''] = ['key', 'crt'].map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  return { key, cert };
}

/** In this test. */
function trust(cert: string): void {
  const before = getCACertificates('default');
  onTestFinished(() => setDefaultCACertificates(before));
  setDefaultCACertificates([cert]);
}

const toLoopback = async () => [{ address: '127.0.0.1', family: 4 }];

/** A server that sends a text, and then one more after each line from the client. */
async function script(...replies: (string | ((line: string, socket: Socket) => string))[]) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const rest = [...replies];
    const reply = (line: string) => {
      const next = rest.shift();
      if (next !== undefined) socket.write(typeof next === 'string' ? next : next(line, socket));
    };
    socket.on('error', () => {});
    socket.on('data', (data) => reply(String(data)));
    reply('');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port };
}

function emailTo(port: number, given: Partial<EmailDeps> = {}, connections: Partial<OutgoingDeps> = {}) {
  const internal = { names: new Set<string>(), addresses: new BlockList() };
  return createEmail({
    smtpUrl: new URL(`smtp://127.0.0.1:${port}`),
    from: 'Seismo <alerts@seismo.example>',
    publicUrl: 'https://seismo.example:8443/errors',
    outgoing: createOutgoing({ internal, ...connections }),
    now: () => Date.UTC(2026, 10, 27, 22, 14, 59),
    ...given,
  });
}

const issue: AlertedIssue = {
  id: 7,
  alertId: 5,
  shortId: 'WEB-1A',
  title: 'TypeError: Größe is null',
  detail: 'Cannot read it',
  culprit: 'total.ts',
  level: 'error',
  project: 'web',
  url: 'https://seismo.example/issues/7',
  reasons: [{ trigger: 'new-issue', condition: '', ruleNames: ['Crashes'] }],
  eventCount: 5,
  userCount: 2,
  firstSeenAtMs: 0,
  lastSeenAtMs: 0,
  release: '',
  isFlapping: false,
  isResolved: false,
  acknowledgeUrl: null,
  escalatesAtMs: null,
  isEscalation: false,
};
const message: AlertMessage = {
  about: 'issues',
  id: 42,
  queuedAtMs: 36,
  issues: [issue],
  issueCount: 1,
  alertsUrl: 'https://seismo.example/alerts',
};
const notice: AlertMessage = {
  about: 'notice',
  id: 43,
  queuedAtMs: 36,
  title: 'Test message from Seismo',
  text: ['This is a test.'],
  link: { name: 'View alerts', url: message.alertsUrl },
  why: 'You receive this because you sent a test.',
  alertsUrl: message.alertsUrl,
};
const TO = 'ann@customer.example';

/** The header fields of a mail with lines unfolded, and of its parts. */
function headersOf(source: string): string[] {
  const [head = ''] = source.split('\r\n\r\n');
  return head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
}

/** With the encoded words as text. */
function decodedWords(line: string): string {
  const bytes = line
    .replace(/\?= =\?UTF-8\?Q\?/g, '')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, words: string) => words.replaceAll('_', ' '))
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

test('a mail arrives with its envelope, headers and both parts, and the answer is that of the server', async () => {
  const { received, port } = await serve();
  expect(await emailTo(port)(message, TO)).toEqual({ isSent: true, answer: '250 2.0.0 Ok: queued as 4F2' });
  const [mail] = received;
  expect(mail).toMatchObject({ from: 'alerts@seismo.example', to: [TO], isEncrypted: false });
  const headers = headersOf(mail!.source);
  for (const line of [
    'From: Seismo <alerts@seismo.example>',
    `To: ${TO}`,
    'Message-ID: <delivery-42-10@seismo.example>',
    'In-Reply-To: <issue-7@seismo.example>',
    'References: <issue-7@seismo.example>',
    'Date: Fri, 27 Nov 2026 22:14:59 +0000',
    'Auto-Submitted: auto-generated',
    'X-Auto-Response-Suppress: All',
    'MIME-Version: 1.0',
  ]) {
    expect(headers).toContain(line);
  }
  expect(headers.map(decodedWords)).toContain('Subject: [web] WEB-1A TypeError: Größe is null: Cannot read it');
  expect(mail!.source).toMatch(/multipart\/alternative[^]+Content-Type: text\/plain; charset=utf-8[^]+text\/html/);
  const lines = mail!.source.replaceAll('=\r\n', '').split('\r\n');
  expect(lines).toContain('View issue: https://seismo.example/issues/7');
  expect(lines).toContain('</html>');
});

test('every attempt has the same ID, and all messages about an issue are in one thread', async () => {
  const { received, port } = await serve();
  let now = 0;
  const sendEmail = emailTo(port, { now: () => (now += 60_000) });
  for (const id of [42, 42, 43]) await sendEmail({ ...message, id }, TO);
  await sendEmail({ ...message, id: 44, issues: [{ ...issue, id: 8 }] }, TO);
  const ofName = (name: string) =>
    received.map(({ source }) =>
      headersOf(source)
        .find((line) => line.startsWith(`${name}: `))!
        .slice(name.length + 2),
    );
  const ids = [42, 42, 43, 44].map((id) => `<delivery-${id}-10@seismo.example>`);
  expect(ofName('Message-ID')).toEqual(ids);
  const threads = [7, 7, 7, 8].map((id) => `<issue-${id}@seismo.example>`);
  expect(ofName('In-Reply-To')).toEqual(threads);
  expect(ofName('References')).toEqual(threads);
});

test('all messages about a rule are in one thread, and a digest of metrics is in none', async () => {
  const { received, port } = await serve();
  const sendEmail = emailTo(port);
  await sendEmail(metricsMessageOf([metric]), TO);
  await sendEmail({ ...metricsMessageOf([{ ...metric, level: 'ok' }]), id: 43 }, TO);
  await sendEmail(metricsMessageOf([metric, metric]), TO);
  const threads = received.map(({ source }) =>
    headersOf(source).filter((line) => /^(In-Reply-To|References): /.test(line)),
  );
  const thread = ['In-Reply-To: <rule-3@seismo.example>', 'References: <rule-3@seismo.example>'];
  expect(threads.map((lines) => lines.toSorted())).toEqual([thread, thread, []]);
});

test('all messages about a release in an environment are in one thread, and a digest of releases is in none', async () => {
  const { received, port } = await serve();
  const sendEmail = emailTo(port);
  await sendEmail(releasesMessageOf([release]), TO);
  await sendEmail({ ...releasesMessageOf([{ ...release, rating: 'good' }]), id: 43 }, TO);
  await sendEmail(releasesMessageOf([release, release]), TO);
  const threads = received.map(({ source }) =>
    headersOf(source).filter((line) => /^(In-Reply-To|References): /.test(line)),
  );
  const thread = ['In-Reply-To: <release-9@seismo.example>', 'References: <release-9@seismo.example>'];
  expect(threads.map((lines) => lines.toSorted())).toEqual([thread, thread, []]);
});

test('messages about several issues and notices belong to no thread', async () => {
  const { received, port } = await serve();
  const sendEmail = emailTo(port);
  await sendEmail({ ...message, issues: [issue, issue], issueCount: 2 }, TO);
  await sendEmail({ ...message, issueCount: 2 }, TO);
  await sendEmail(notice, TO);
  expect(received).toHaveLength(3);
  for (const { source } of received) expect(source).not.toMatch(/^(In-Reply-To|References):/m);
});

test('addresses of a public host are in brackets in IDs', async () => {
  const { received, port } = await serve();
  for (const publicUrl of ['http://127.0.0.1:8080', 'http://[::1]:8080']) {
    expect(await emailTo(port, { publicUrl })(message, TO)).toMatchObject({ isSent: true });
  }
  expect(received[0]!.source).toContain('Message-ID: <delivery-42-10@[127.0.0.1]>');
  expect(received[1]!.source).toContain('Message-ID: <delivery-42-10@[IPv6:::1]>');
});

test('without a server, to no address, and while connections are paused, nothing is sent', async () => {
  const { received, port } = await serve();
  expect(await emailTo(port, { smtpUrl: null })(message, TO)).toEqual({
    isSent: false,
    answer: 'Email is not configured. Set SEISMO_SMTP_URL.',
    isPermanent: true,
    retryAfterMs: null,
  });
  for (const to of [
    '',
    'ann',
    'a@b, c@d',
    'Ann <a@b.example>',
    'a@b\r\nRCPT TO:<c@d>',
    'a\u202E@b.example',
    '"a b"@c',
    `${'a'.repeat(400)}@b`,
  ]) {
    const refused = { isSent: false, isPermanent: true, answer: 'The recipient is not an e-mail address.' };
    expect(await emailTo(port)(message, to), to).toMatchObject(refused);
  }
  const paused = emailTo(port, {}, { paused: async () => 'Restored from a backup.' });
  expect(await paused(message, TO)).toMatchObject({
    isSent: false,
    isPermanent: false,
    answer: 'Restored from a backup.',
  });
  expect(received).toEqual([]);
});

// The machine may have no openssl.
test.skipIf(!hasOpenssl)('a server with a self-signed certificate gets neither the password nor the mail', async () => {
  const users: unknown[] = [];
  const onAuth: SMTPServerOptions['onAuth'] = ({ username }, _, done) => {
    users.push(username);
    done(null, { user: username });
  };
  const options = { ...newCertificate(), disabledCommands: [], onAuth };
  const upgraded = await serve(options);
  const wrapped = await serve({ ...options, secure: true });
  for (const url of [`smtp://ann:s3cret@127.0.0.1:${upgraded.port}`, `smtps://ann:s3cret@127.0.0.1:${wrapped.port}`]) {
    expect(await emailTo(0, { smtpUrl: new URL(url) })(message, TO), url).toEqual({
      isSent: false,
      answer: 'The certificate of 127.0.0.1 is not valid: self-signed certificate.',
      isPermanent: false,
      retryAfterMs: null,
    });
  }
  expect([...users, ...upgraded.received, ...wrapped.received]).toEqual([]);
});

// The machine may have no openssl.
test.skipIf(!hasOpenssl)('with a valid certificate, TLS is used from the start or when it is offered', async () => {
  const { key, cert } = newCertificate();
  trust(cert);
  const options = { key, cert, disabledCommands: ['AUTH'] };
  const upgraded = await serve(options);
  const wrapped = await serve({ ...options, secure: true });
  const send = (url: string) => emailTo(0, { smtpUrl: new URL(url) }, { lookup: toLoopback })(message, TO);
  expect(await send(`smtp://localhost:${upgraded.port}`)).toMatchObject({ isSent: true });
  expect(await send(`smtps://localhost:${wrapped.port}`)).toMatchObject({ isSent: true });
  expect(upgraded.received).toMatchObject([{ isEncrypted: true, to: [TO] }]);
  expect(wrapped.received).toMatchObject([{ isEncrypted: true, to: [TO] }]);
  // The certificate is of another host.
  for (const url of [`smtp://elsewhere.test:${upgraded.port}`, `smtps://elsewhere.test:${wrapped.port}`]) {
    expect(await send(url), url).toMatchObject({
      isSent: false,
      isPermanent: false,
      answer: expect.stringMatching(/^The certificate of elsewhere\.test is not valid: Hostname/),
    });
  }
  expect([...upgraded.received, ...wrapped.received]).toHaveLength(2);
});

test('user and password come from the URL, and wrong ones are a temporary failure', async () => {
  const { received, port } = await serve({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _, done) {
      if (password === 'p@ss:w/rd') done(null, { user: username });
      else done(Object.assign(new Error('5.7.8 Wrong password'), { responseCode: 535 }));
    },
  });
  const send = (auth: string) => emailTo(0, { smtpUrl: new URL(`smtp://${auth}@127.0.0.1:${port}`) })(message, TO);
  expect(await send('ann%40x.example:p%40ss%3Aw%2Frd')).toMatchObject({ isSent: true });
  expect(received).toMatchObject([{ user: 'ann@x.example' }]);
  const wrong = { isSent: false, isPermanent: false };
  expect(await send('ann:wrong')).toMatchObject({ ...wrong, answer: '535 5.7.8 Wrong password' });
  expect(await send('ann:%zz')).toMatchObject({ ...wrong, answer: '535 5.7.8 Wrong password' });
  expect(await send('ann')).toMatchObject(wrong);
  expect(received).toHaveLength(1);
});

const outside = Object.values(networkInterfaces())
  .flat()
  .find((each) => each && !each.internal && each.family === 'IPv4')?.address;

// The machine may have no address but its own.
test.skipIf(!outside)('a password does not leave the machine without encryption', async () => {
  const users: (string | undefined)[] = [];
  const { received, port } = await serve(
    {
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      authOptional: true,
      onAuth({ username }, _, done) {
        users.push(username);
        done(null, { user: username });
      },
    },
    outside,
  );
  const send = (auth: string) => emailTo(0, { smtpUrl: new URL(`smtp://${auth}${outside}:${port}`) })(message, TO);
  expect(await send('ann:secret@')).toMatchObject({
    isSent: false,
    isPermanent: false,
    answer: expect.stringContaining('does not offer encryption (STARTTLS), so the password was not sent'),
  });
  expect([users, received]).toEqual([[], []]);
  expect(await send('')).toMatchObject({ isSent: true });
});

test('a failure tells no password, also if the server repeats it, repeats a part, or the end is cut', async () => {
  const answerOf = async (...replies: Parameters<typeof script>) => {
    const { port } = await script('220 hello\r\n', ...replies);
    const smtpUrl = new URL(`smtp://ann:s3cret-word@127.0.0.1:${port}`);
    const sent = await emailTo(0, { smtpUrl })(message, TO);
    expect(sent).toMatchObject({ isSent: false, isPermanent: false });
    return sent.answer;
  };
  const plain = '250-hello\r\n250 AUTH PLAIN\r\n';
  const echo = (line: string) => `500 ${line.trim()} s3cret-word\r\n`;
  expect(await answerOf(plain, echo)).toBe('500 AUTH PLAIN *** ***');
  expect(await answerOf(plain, (line) => `500 ${line.trim().slice(0, -3)}\r\n`)).toBe('500 AUTH PLAIN ***');
  // The end of the answer is within the password.
  const filler = 'x'.repeat(limits.DELIVERY_ANSWER_CHARS_MAX - '500  s3cre'.length);
  expect(await answerOf(plain, `500 ${filler} s3cret-word\r\n`)).toBe(`500 ${filler} ***`);
  const login = ['250-hello\r\n250 AUTH LOGIN\r\n', '334 VXNlcm5hbWU6\r\n', '334 UGFzc3dvcmQ6\r\n'];
  expect(await answerOf(...login, echo)).toBe('500 *** ***');
  // Not a reply of SMTP, so in the words of the client.
  expect(await answerOf(plain, (line) => `what is ${line.trim()}\r\n`)).toMatch(/what is AUTH PLAIN \*\*\*$/);
});

test('replies with 4xx are temporary, with 5xx permanent, at every step', async () => {
  const fail = (code: number) => Object.assign(new Error('not now'), { responseCode: code });
  for (const code of [421, 450, 451, 550, 554]) {
    const steps: SMTPServerOptions[] = [
      { onConnect: (_, done) => done(fail(code)) },
      { onMailFrom: (_, __, done) => done(fail(code)) },
      { onRcptTo: (_, __, done) => done(fail(code)) },
      { onData: (stream, _, done) => void stream.resume().on('end', () => done(fail(code))) },
    ];
    for (const [index, step] of steps.entries()) {
      const { port } = await serve(step);
      const sent = await emailTo(port)(message, TO);
      expect(sent, `${code} at step ${index}`).toMatchObject({
        isSent: false,
        isPermanent: code >= 500,
        retryAfterMs: null,
        answer: expect.stringMatching(new RegExp(`^${code} .*not now`)),
      });
    }
  }
});

test('a server that requires authentication is a temporary failure, because the operator can add it', async () => {
  const { port } = await serve({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  expect(await emailTo(port)(message, TO)).toMatchObject({
    isSent: false,
    isPermanent: false,
    answer: expect.stringMatching(/^530 /),
  });
});

test('a closed port is a temporary failure', async () => {
  expect(await emailTo(1)(message, TO)).toEqual({
    isSent: false,
    isPermanent: false,
    answer: 'Could not connect to 127.0.0.1 on port 1.',
    retryAfterMs: null,
  });
});

const dialog = ['220 hello\r\n', '250 hello\r\n', '250 ok\r\n', '250 ok\r\n', '354 go\r\n'];

/** Each of the two limits alone, so that a test of the other would not end. */
const never = 3_600_000;

test('a server that is silent at any step, or never ends its reply, is a temporary failure', async () => {
  const late = {
    isSent: false,
    isPermanent: false,
    answer: '127.0.0.1 did not respond in time.',
    retryAfterMs: null,
  };
  for (let count = 0; count <= dialog.length; count++) {
    const { port } = await script(...dialog.slice(0, count));
    const sendEmail = emailTo(port, {}, { connectionIdleMs: 100, connectionDurationMs: never });
    expect(await sendEmail(message, TO), `after ${count} replies`).toEqual(late);
  }
  const { port } = await script('220 hello\r\n', (_, socket) => {
    const timer = setInterval(() => socket.write('250-more\r\n'), 10);
    socket.on('close', () => clearInterval(timer));
    return '';
  });
  expect(await emailTo(port, {}, { connectionIdleMs: never, connectionDurationMs: 200 })(message, TO)).toEqual(late);
});

test('a server that hangs up or resets the connection at any step is a temporary failure', async () => {
  const hangUp = (_: string, socket: Socket) => (socket.destroySoon(), '');
  const reset = (_: string, socket: Socket) => (socket.resetAndDestroy(), '');
  for (let count = 0; count <= dialog.length; count++) {
    // A reset before the first line may come before the connection is open.
    for (const end of count === 0 ? [hangUp] : [hangUp, reset]) {
      const { port } = await script(...dialog.slice(0, count), end);
      const sent = await emailTo(port, {}, { connectionIdleMs: never, connectionDurationMs: never })(message, TO);
      expect(sent, `${end.name} after ${count} replies`).toMatchObject({
        isSent: false,
        isPermanent: false,
        answer: '127.0.0.1 closed the connection.',
      });
    }
  }
});

test('a connection that is closed before the client listens is a temporary failure', async () => {
  const { port } = await serve();
  const internal = { names: new Set<string>(), addresses: new BlockList() };
  const outgoing = createOutgoing({ internal, connectionIdleMs: never, connectionDurationMs: never });
  const connect: typeof outgoing.connect = async (target) => {
    const connection = await outgoing.connect(target);
    if (connection instanceof OutgoingFailure) throw connection;
    connection.socket.destroy();
    await connection.closed;
    return connection;
  };
  expect(await emailTo(port, { outgoing: { ...outgoing, connect } })(message, TO)).toMatchObject({
    isSent: false,
    isPermanent: false,
    answer: '127.0.0.1 closed the connection.',
  });
});

/** Writes as fast as the client reads. */
function flood(socket: Duplex, text: string): '' {
  const more = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', more).on('error', () => {});
  more();
  return '';
}

test('a server that sends megabytes is cut off', async () => {
  for (const text of ['250-more\r\n', 'more', '\r\n']) {
    const { port } = await script('220 hello\r\n', (_, socket) => flood(socket, text.repeat(1000)));
    const sent = await emailTo(port, {}, { connectionIdleMs: never, connectionDurationMs: never })(message, TO);
    expect(sent, text).toMatchObject({
      isSent: false,
      isPermanent: false,
      answer: '127.0.0.1 sent more than 64 KiB.',
    });
  }
});

// The machine may have no openssl.
test.skipIf(!hasOpenssl)('a server that never ends its reply over TLS is cut off', async () => {
  const certificate = newCertificate();
  trust(certificate.cert);
  const { port } = await script('220 hello\r\n', '250-hello\r\n250 STARTTLS\r\n', (_, socket) => {
    socket.write('220 go\r\n');
    socket.removeAllListeners('data');
    flood(new TLSSocket(socket, { isServer: true, ...certificate }), '250-more\r\n'.repeat(1000));
    return '';
  });
  const smtpUrl = new URL(`smtp://localhost:${port}`);
  const sendEmail = emailTo(
    0,
    { smtpUrl },
    { lookup: toLoopback, connectionIdleMs: never, connectionDurationMs: never },
  );
  expect(await sendEmail(message, TO)).toMatchObject({
    isSent: false,
    isPermanent: false,
    answer: 'localhost: Server response exceeds maximum allowed size',
  });
});

test('an answer is one printable line of limited length', async () => {
  const { port } = await script(`550-5.7.1 no\x1b[31m \u202Eway\r\n550 ${'x'.repeat(5000)}\r\n`);
  const { answer } = await emailTo(port)(message, TO);
  expect(answer).toMatch(/^550-5\.7\.1 no\[31m way 550 x+…$/);
  expect(answer).toHaveLength(limits.DELIVERY_ANSWER_CHARS_MAX);
});

test('connections are free again after each mail, sent or not', async () => {
  const good = await serve();
  const bad = await serve({ onMailFrom: (_, __, done) => done(Object.assign(new Error('no'), { responseCode: 550 })) });
  for (const [port, answer] of [
    [good.port, '250 2.0.0 Ok: queued as 4F2'],
    [bad.port, '550 no'],
  ] as const) {
    const sendEmail = emailTo(port);
    const asManyAsMay = Array.from({ length: limits.OUTGOING_CONNECTIONS_PER_HOST_MAX }, () => null);
    for (let round = 0; round < 2; round++) {
      const sent = await Promise.all(asManyAsMay.map(() => sendEmail(message, TO)));
      expect(new Set(sent.map((each) => each.answer))).toEqual(new Set([answer]));
    }
  }
});

test('hostile texts of events change neither recipients nor headers, and a huge title makes no huge mail', async () => {
  const { received, port } = await serve();
  const attack = `x\r\nBcc: eve@evil.example\r\n\r\n.\r\nRCPT TO:<eve@evil.example>\r\n\u202Etxt\u2066<img src=x><!channel>`;
  const huge = `${attack}${'A'.repeat(10_000_000)}`;
  const texts = { title: huge, detail: huge, culprit: attack, project: attack, release: attack, shortId: attack };
  const hostile = {
    ...issue,
    ...texts,
    reasons: [{ trigger: 'new-issue' as const, condition: '', ruleNames: [attack] }],
  };
  const sendEmail = emailTo(port);
  expect(await sendEmail({ ...message, issues: [hostile] }, TO)).toMatchObject({ isSent: true });
  const many = Array.from({ length: limits.DELIVERY_ISSUE_COUNT_MAX }, () => hostile);
  expect(await sendEmail({ ...message, issues: many, issueCount: 99 }, TO)).toMatchObject({ isSent: true });
  expect(await sendEmail(message, TO)).toMatchObject({ isSent: true });
  const names = ({ source }: Received) => headersOf(source).map((line) => line.split(':')[0]);
  expect(received).toHaveLength(3);
  for (const mail of received) {
    expect(mail.to).toEqual([TO]);
    expect(mail.source.length).toBeLessThan(200_000);
    const [, html] = mail.source.replaceAll('=\r\n', '').split('Content-Type: text/html');
    expect(html).toContain('</html>');
    expect(html).not.toContain('<img');
  }
  expect(names(received[0]!)).toEqual(names(received[2]!));
  expect(received[0]!.source.length).toBeLessThan(20_000);
});

test('a mail that its recipient can end has a link for that, and headers for a button of the mail program', async () => {
  const { received, port } = await serve();
  const token = 'c27f5a0b:ujKUP8ci-xbz6pIQ1GjIYTNQ8JuhqqlX3ZN50lZz5fasseEMOt-nMt52LGNd';
  const unsubscribe = { name: 'Unsubscribe from this issue', url: `https://seismo.example/unsubscribe/${token}` };
  await emailTo(port)(message, TO, unsubscribe);
  await emailTo(port)(message, TO);
  const [ended, other] = received.map(({ source }) => source);
  expect(headersOf(ended!)).toContain(`List-Unsubscribe: <${unsubscribe.url}/one-click>`);
  expect(headersOf(ended!)).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const lines = ended!.replaceAll('=\r\n', '').split('\r\n');
  expect(lines).toContain(`Unsubscribe from this issue: ${unsubscribe.url}`);
  expect(other).not.toMatch(/unsubscribe/i);

  const filter = await serve({
    onData(stream, _session, done) {
      stream.resume();
      stream.on('end', () => done(Object.assign(new Error(`Bad link ${unsubscribe.url}`), { responseCode: 554 })));
    },
  });
  expect(await emailTo(filter.port)(message, TO, unsubscribe)).toMatchObject({
    answer: '554 Bad link https://seismo.example/unsubscribe/***:***',
  });
});

test('a message about an account keeps the secret of its link out of the answer, whole or in part', async () => {
  const secret = 'q3J_yLx-0aBcDeFgHiJkLmNoPqRsTuVwXyZ01234567';
  const account: AccountMessage = {
    about: 'account',
    id: 44,
    queuedAtMs: 36,
    title: 'Reset your Seismo password',
    text: ['The link works once.'],
    link: { name: 'Set new password', url: `https://seismo.example/sign-in/reset/${secret}` },
    why: 'You receive this because a reset was requested.',
  };
  let echo = '';
  const { received, port } = await serve({
    onData(stream, _session, done) {
      stream.resume();
      stream.on('end', () => done(Object.assign(new Error(echo), { responseCode: 554 })));
    },
  });
  for (const [repeated, answer] of [
    [`Bad link ${account.link.url}`, '554 Bad link https://seismo.example/sign-in/reset/***'],
    [`Bad ${secret.slice(3, 20)}= ${secret.slice(20)}`, '554 Bad ***= ***'],
  ] as const) {
    echo = repeated;
    expect(await emailTo(port)(account, TO)).toMatchObject({ isSent: false, answer });
  }
  const good = await serve();
  await emailTo(good.port)(account, TO);
  expect(headersOf(good.received[0]!.source)).toContain('Message-ID: <account-44-10@seismo.example>');
  for (const to of [`${TO}\r\nBcc: eve@evil.example`, `${TO},eve@evil.example`, `x <${TO}>`]) {
    expect(await emailTo(good.port)(account, to)).toMatchObject({ isSent: false, isPermanent: true });
  }
  expect([received.length, good.received.length]).toEqual([0, 1]);
});
