/** Where a tunnel sends to. Fixed by configuration: nothing in a request can change it. */
export interface Target {
  url: string;
  origin: string;
  projectId: string;
  publicKey: string;
}

/**
 * Reads a DSN, `https://<key>@<host>/<path>/<project>`, into the ingest address of its project. The key goes into the
 * address, so what an envelope says of itself decides nothing, and the bodies need not be looked into.
 */
export function targetOf(dsn: string): Target {
  const match = DSN.exec(dsn.trim());
  if (!match) {
    throw new Error(`"${dsn.slice(0, 200)}" is not a DSN. Copy the DSN from the project settings under Client keys.`);
  }
  const [, protocol, publicKey, host, path = '', projectId] = match as unknown as string[];
  const origin = `${protocol!.toLowerCase()}://${host}`;
  const query = new URLSearchParams({
    sentry_version: '7',
    sentry_key: publicKey!,
    sentry_client: 'seismo.tunnel/0.1.0',
  });
  return {
    url: `${origin}${path}/api/${projectId}/envelope/?${query}`,
    origin,
    projectId: projectId!,
    publicKey: publicKey!,
  };
}

// The same format as in @seismo/protocol and the SDKs.
const DSN =
  /^(https?):\/\/(\w+)(?::\w*)?@(\[[\w:.%]+\](?::\d{1,5})?|[\w.-]+(?::\d{1,5})?)((?:\/[\w.~-]+)*)\/(\d{1,16})\/?$/i;

/** The DSN of the option, the environment or the build, in this order. */
export function configuredDsn(dsn: string | undefined, env: NodeJS.ProcessEnv, ofBuild?: string): string {
  const found = dsn || env['SEISMO_DSN'] || env['NEXT_PUBLIC_SEISMO_DSN'] || ofBuild;
  if (found) return found;
  throw new Error('No DSN. Set SEISMO_DSN to the DSN from the project settings.');
}
