import { connection } from 'next/server';
import { runtime } from '#server/runtime.ts';

/** Passes the target of error reports to the browser; none before set-up, when there is no project for them. */
export async function OwnReporting() {
  await connection();
  const { ownDsn, tunnelPath, version } = runtime();
  const dsn = await ownDsn();
  if (!dsn) return null;
  return <template data-reporting={JSON.stringify({ dsn, tunnel: tunnelPath, release: `seismo@${version}` })} />;
}
