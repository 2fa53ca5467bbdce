import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { Server } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Writes each HTTP request's reads of the state store to `page-reads` in the data directory. Reads that run in one go count as one: on
 * PostgreSQL they are one statement.
 */
const notes = join(process.env.SEISMO_DATA_DIR, 'page-reads');
const requests = new AsyncLocalStorage();

const { emit } = Server.prototype;
Server.prototype.emit = function (event, request, response, ...rest) {
  if (event !== 'request') return emit.call(this, event, request, response, ...rest);
  const reads = [];
  // Next.js rewrites the URL of a request.
  const path = request.url;
  response.once('close', () => appendFileSync(notes, `${JSON.stringify({ path, reads })}\n`));
  return requests.run(reads, () => emit.call(this, event, request, response));
};

const { prepare } = DatabaseSync.prototype;
DatabaseSync.prototype.prepare = function (sql) {
  const statement = prepare.call(this, sql);
  if (!/\/state\.\w+$/.test(this.location() ?? '')) return statement;
  const { all } = statement;
  statement.all = (...values) => {
    note(requests.getStore(), sql);
    return all.apply(statement, values);
  };
  return statement;
};

let joined = null;

function note(reads, sql) {
  if (!reads) return;
  if (joined === reads) return void (reads[reads.length - 1] += `\n  ${sql}`);
  reads.push(sql);
  joined = reads;
  queueMicrotask(() => (joined = null));
}
