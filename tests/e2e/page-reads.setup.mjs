import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { Server } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Writes each HTTP request's reads of the state store to `page-reads` in the data directory. */
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
    requests.getStore()?.push(sql);
    return all.apply(statement, values);
  };
  return statement;
};
