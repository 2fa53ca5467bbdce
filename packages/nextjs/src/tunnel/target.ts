/** The target of a tunnel. Only the configuration sets it; a request cannot change it. */
export interface Target {
  url: string;
  origin: string;
  projectId: string;
  publicKey: string;
}

/**
 * The ingest address of a DSN, `https://<key>@<host>/<path>/<project>`. It contains the key, so the envelope's own DSN
 * has no effect and bodies need no parsing.
 */
export function targetOf(dsn: string): Target {
  const match = DSN.exec(dsn.trim());
  if (!match) {
    throw new Error(`"${dsn.slice(0, 200)}" is not a DSN. Copy the DSN from the project settings under Keys.`);
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
