/** Of the trace context: 32 hexadecimal digits, or `''`. */
export function traceIdOf(contexts: Record<string, Record<string, unknown>>): string {
  const traceId = contexts['trace']?.['trace_id'];
  return typeof traceId === 'string' && /^[0-9a-f]{32}$/.test(traceId) ? traceId : '';
}
