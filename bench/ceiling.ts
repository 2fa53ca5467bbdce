import { createServer } from 'node:http';

/** The machine's limits: `bare` reads the body and drops it; `parse` also runs JSON.parse on the event of an envelope. */
const parse = process.argv[2] === 'parse';

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (parse) JSON.parse(Buffer.concat(chunks).toString('utf8').split('\n')[2]!);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 }).end('{}');
  });
});
server.listen(Number(process.argv[3]), '127.0.0.1', () => process.stdout.write('ready\n'));
