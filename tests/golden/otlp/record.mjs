#!/usr/bin/env node
/**
 * Runs a program and stores the requests that it sends to port 4318 (or PORT) as pairs of `.json` and `.bin`:
 * `node record.mjs <folder> <name> <answer> '<language and versions as JSON>' -- <command>…`.
 * The answer is `ok`, `partial`, or a status. A second and later request gets the suffix `.02`, `.03`, and so on.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const [folder, name, answer, client] = process.argv.slice(2);
const command = process.argv.slice(process.argv.indexOf('--') + 1);
const started = Date.now();
let requests = 0;

const message = 'two spans are older than the retention';
/** ExportTraceServiceResponse with partial_success { rejected_spans: 2, error_message }, and google.rpc.Status { message }. */
const partial = Buffer.concat([Buffer.from([0x0a, message.length + 4, 0x08, 2, 0x12, message.length]), Buffer.from(message)]);
const failure = (text) => Buffer.concat([Buffer.from([0x12, text.length]), Buffer.from(text)]);

function respond(response, json) {
  const type = json ? 'application/json' : 'application/x-protobuf';
  const status = answer === 'ok' || answer === 'partial' ? 200 : Number(answer);
  const headers = { 'content-type': type, ...(status === 429 ? { 'retry-after': '1' } : {}) };
  let body;
  if (answer === 'ok') body = json ? '{}' : '';
  else if (answer === 'partial')
    body = json ? JSON.stringify({ partialSuccess: { rejectedSpans: '2', errorMessage: message } }) : partial;
  else body = json ? JSON.stringify({ message: `answer ${answer}` }) : failure(`answer ${answer}`);
  response.writeHead(status, headers).end(body);
}

const server = createServer((request, response) => {
  const at = Date.now() - started;
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const headers = {};
    for (let i = 0; i < request.rawHeaders.length; i += 2) {
      const header = request.rawHeaders[i].toLowerCase();
      headers[header] = header in headers ? `${headers[header]}, ${request.rawHeaders[i + 1]}` : request.rawHeaders[i + 1];
    }
    requests += 1;
    const file = join(folder, requests === 1 ? name : `${name}.${String(requests).padStart(2, '0')}`);
    const { method, url: path } = request;
    writeFileSync(`${file}.json`, `${JSON.stringify({ client: JSON.parse(client), method, path, headers }, null, 2)}\n`);
    writeFileSync(`${file}.bin`, Buffer.concat(chunks));
    console.log(`${(at / 1000).toFixed(2)} s ${method} ${path} ${answer}`);
    respond(response, /json/.test(headers['content-type'] ?? ''));
  });
});

server.listen(Number(process.env.PORT ?? 4318), '127.0.0.1', () => {
  const program = spawn(command[0], command.slice(1), { stdio: ['ignore', 'inherit', 'inherit'] });
  program.on('exit', (code) => {
    console.log(`${((Date.now() - started) / 1000).toFixed(2)} s exit ${code}, ${requests} requests`);
    server.closeAllConnections();
    server.close();
  });
});
