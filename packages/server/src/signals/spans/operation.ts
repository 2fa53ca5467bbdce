import type { Span } from './span.ts';

/**
 * What kind of work a span is, in the words of Sentry's SDKs (`http.server`, `db`, `queue.publish`), which also name it for
 * spans of OpenTelemetry (@sentry/opentelemetry `utils/parseSpanDescription.ts`, read 2026-11). `''` if nothing tells.
 */
export function operationOf({ kind, attributes }: Pick<Span, 'kind' | 'attributes'>): string {
  const given = attributes.get('sentry.op');
  if (typeof given === 'string' && given !== '') return given;
  if (attributes.has('http.request.method')) {
    return kind === 'server' ? 'http.server' : kind === 'client' ? 'http.client' : 'http';
  }
  if (attributes.has('db.system.name')) return 'db';
  if (attributes.has('rpc.system.name')) return 'rpc';
  if (attributes.has('messaging.system')) {
    return kind === 'producer' ? 'queue.publish' : kind === 'consumer' ? 'queue.process' : 'queue';
  }
  const trigger = attributes.get('faas.trigger');
  if (typeof trigger === 'string') return trigger;
  const generated = attributes.get('gen_ai.operation.name');
  if (typeof generated === 'string') return `gen_ai.${generated}`;
  return attributes.has('graphql.operation.type') ? 'graphql' : '';
}
