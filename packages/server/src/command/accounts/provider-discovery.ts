import type { Configuration, CustomFetch } from 'openid-client';
import { limits } from '@seismo/protocol';
import { OutgoingFailure } from '#outgoing/failure.ts';
import type { Outgoing } from '#outgoing/outgoing.ts';
import type { IdentityProvider } from '#store/state/contract.ts';
import type { Clock } from '#platform/clock.ts';
import { Refusal } from '#platform/refusal.ts';
import { setNewest } from '#platform/set-newest.ts';

/** Loaded when the first provider is used. */
export const openid = () => import('openid-client');

/**
 * The discovery document of a provider, cached for minutes, a failure for half a minute, so that repeated clicks on
 * "Sign in with" send nothing more. Throws a `Refusal` at the field `issuer`.
 */
export type DiscoverProvider = (provider: IdentityProvider) => Promise<Configuration>;

export function createProviderDiscovery(outgoing: Outgoing, clock: Clock): DiscoverProvider {
  const remembered = new Map<string, { configuration: Promise<Configuration>; untilMs: number }>();
  return (provider) => {
    const { organizationId, issuer, clientId, clientSecret } = provider;
    const key = JSON.stringify([organizationId, issuer, clientId, clientSecret]);
    const before = remembered.get(key);
    if (before && before.untilMs > clock.now()) return before.configuration;
    const configuration = discover(outgoing, provider);
    // Concurrent calls share one request.
    const entry = { configuration, untilMs: Infinity };
    const rememberFor = (ms: number) => () => void (entry.untilMs = clock.now() + ms);
    configuration.then(
      rememberFor(limits.IDENTITY_DISCOVERY_AGE_MS_MAX),
      rememberFor(limits.IDENTITY_FAILURE_AGE_MS_MAX),
    );
    setNewest(remembered, key, entry, limits.IDENTITY_DISCOVERY_COUNT_MAX);
    return configuration;
  };
}

async function discover(
  outgoing: Outgoing,
  { issuer, clientId, clientSecret, name }: IdentityProvider,
): Promise<Configuration> {
  if (clientSecret === null) {
    throw new Refusal(
      'conflict',
      `The client secret of ${name} cannot be read: secret.key in the data directory is missing or was replaced. An owner can enter the client secret again.`,
    );
  }
  const client = await openid();
  const viaOutgoing: CustomFetch = async (url, { method, headers, body }) => {
    const text = body instanceof URLSearchParams ? body.toString() : body;
    const sent = typeof text === 'string' ? { method, headers, body: text } : { method, headers };
    const response = await outgoing.request(url, sent);
    if (response instanceof OutgoingFailure) throw response;
    return response;
  };
  return client
    .discovery(new URL(issuer), clientId, clientSecret, undefined, {
      [client.customFetch]: viaOutgoing,
      timeout: limits.OUTGOING_DURATION_MS_MAX / 1000,
      execute: isLoopback(issuer) ? [client.allowInsecureRequests] : [],
    })
    .catch((error: unknown) => {
      const message = `${name} at ${issuer} is not usable as an OpenID Connect provider: ${whyNot(error)}`;
      throw new Refusal('invalid', message, 'issuer');
    });
}

/** Without TLS only where no network is between. */
export function isLoopback(url: string): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/|$)/.test(url);
}

/** A message for the owner who entered the URL. */
function whyNot(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: { status?: number } };
  switch (code) {
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
      return `its /.well-known/openid-configuration returned ${cause?.status ?? 'an error'}. Check the issuer URL.`;
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
      return 'its /.well-known/openid-configuration is not JSON. Check the issuer URL.';
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return 'it reports a different issuer. Enter the issuer exactly as the provider writes it.';
    default:
      return reasonOf(error);
  }
}

/** The sentence of the outgoing layer where it was that, else of the library. */
export function reasonOf(error: unknown): string {
  const failure = [error, (error as Error | null)?.cause].find((each) => each instanceof OutgoingFailure);
  if (failure) return (failure as OutgoingFailure).message;
  return `${error instanceof Error ? error.message.slice(0, 200) : 'unknown reason'}.`;
}
