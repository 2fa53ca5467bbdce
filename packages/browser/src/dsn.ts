export interface Dsn {
  publicKey: string;
  /** Where envelopes go that are not tunneled. */
  ingestUrl: string;
}

/** Reads `https://<key>[:<old secret>]@<host>[:port][/prefix]/<project>`, the address and credentials of a project. */
export function parseDsn(dsn: string): Dsn | undefined {
  const { protocol, username, host, pathname } = new URL(dsn);
  const [, prefix, project] = /^(.*\/)(\d+)\/?$/.exec(pathname) ?? [];
  return project && username && /^https?:$/.test(protocol)
    ? { publicKey: username, ingestUrl: `${protocol}//${host}${prefix}api/${project}/envelope/` }
    : undefined;
}
