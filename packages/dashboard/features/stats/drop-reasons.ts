/** Why SDKs drop data before sending it: the meaning of each reason and the next step. */
export const dropReasons: Record<string, { means: string; next: string }> = {
  before_send: {
    means: 'A beforeSend function in the application dropped it.',
    next: 'If this is unexpected, check when beforeSend returns null.',
  },
  event_processor: {
    means: 'An SDK integration or filter dropped it, such as ignoreErrors or denyUrls.',
    next: 'Check the filters in the SDK options.',
  },
  sample_rate: {
    means: 'SDK sampling dropped it.',
    next: 'To send more, raise sampleRate or tracesSampleRate.',
  },
  ratelimit_backoff: {
    means: 'This server asked the client to wait because a key exceeded its limit or traffic spiked.',
    next: 'Raise the key limit or reduce traffic. The “Limited” outcome shows when and which key.',
  },
  network_error: {
    means: 'The request failed and was not retried.',
    next: 'Ad blockers and restricted networks can cause this. Send through a tunnel on the page’s origin.',
  },
  send_error: {
    means: 'The server rejected the request with an error.',
    next: 'Check the response in the browser’s network panel, and any proxy between the client and this server.',
  },
  queue_overflow: {
    means: 'The SDK send queue was full.',
    next: 'A burst of one error usually causes this. If it continues, sample events or raise the transport buffer size.',
  },
  buffer_overflow: {
    means: 'An SDK buffer was full, such as the spans of one transaction.',
    next: 'The data that was sent is correct but incomplete. Create fewer spans or end the transaction earlier.',
  },
  cache_overflow: {
    means: 'The SDK’s offline cache was full.',
    next: 'This is expected for clients that were offline for a long time.',
  },
  backpressure: {
    means: 'The SDK lowered its sample rate because it was overloaded.',
    next: 'Lower the sample rates in the application.',
  },
  no_parent_span: {
    means: 'A span started outside of a transaction.',
    next: 'This is expected. To record the span, start a transaction around it.',
  },
  ignored: {
    means: 'An SDK ignore list, such as ignoreSpans, matched it.',
    next: 'Check the ignore lists in the SDK options.',
  },
  invalid: {
    means: 'It was incomplete.',
    next: 'Check the data that the application passes to the SDK.',
  },
  insufficient_data: {
    means: 'It contained too little data, such as a profile with only a few samples.',
    next: 'This is expected for very short operations.',
  },
  callback_error: {
    means: 'A callback in the application, such as beforeSend, threw an error.',
    next: 'Fix the callback. Events that it throws on are not reported.',
  },
  too_big: {
    means: 'It exceeded the SDK size limit.',
    next: 'Send fewer or shorter values in contexts, extra data and breadcrumbs.',
  },
  other: {
    means: 'The client reported an unknown reason.',
    next: 'Check which application uses this key and update its SDK.',
  },
  internal_sdk_error: {
    means: 'The SDK failed while preparing it.',
    next: 'Update the SDK. If the error continues, turn on its debug option to log the cause.',
  },
};
