/** Why clients drop things before they send them, in the words of their SDKs: what it means, and what to do about it. */
export const dropReasons: Record<string, { means: string; next: string }> = {
  before_send: {
    means: 'A beforeSend function of the application said no.',
    next: 'Expected, if it is meant to; otherwise look at what it returns nothing for.',
  },
  event_processor: {
    means: 'An integration or a list of the SDK took it out, such as ignoreErrors or denyUrls.',
    next: 'Expected for what these lists name; they are in the options of the SDK.',
  },
  sample_rate: {
    means: 'The sampling of the SDK left it out.',
    next: 'As many as wanted are sent: sampleRate and tracesSampleRate say how many.',
  },
  ratelimit_backoff: {
    means:
      'This server had asked the client to wait, because a key sent more than its limit or far more came than usual.',
    next: 'Raise the limit of the key, or find what sends so much: the outcome “limited” says when and which key.',
  },
  network_error: {
    means: 'The request did not come through, and was not tried again.',
    next: 'Ad blockers and closed networks do this: send through a tunnel on the origin of the page.',
  },
  send_error: {
    means: 'The server answered with an error, so that the request was not accepted.',
    next: 'The answer says why: look at the request in the network panel, or at what stands between client and server.',
  },
  queue_overflow: {
    means: 'More was to be sent at once than the queue of the SDK holds.',
    next: 'Mostly a burst of one error. If it goes on, sample, or raise the buffer of the transport.',
  },
  buffer_overflow: {
    means: 'A buffer of the SDK was full, such as the spans of one transaction.',
    next: 'What was sent is cut, not wrong: make fewer spans, or end the transaction earlier.',
  },
  cache_overflow: {
    means: 'More was kept while offline than the SDK keeps.',
    next: 'Expected of clients that were offline for long.',
  },
  backpressure: {
    means: 'The SDK sampled less because its own work had piled up.',
    next: 'The application is busier than its reports can follow: lower the sample rates.',
  },
  no_parent_span: {
    means: 'A span began outside of any transaction, where only spans within one are wanted.',
    next: 'Expected. To see it, begin a transaction around it.',
  },
  ignored: {
    means: 'A list of the SDK, such as ignoreSpans, names it.',
    next: 'Expected for what the list names.',
  },
  invalid: {
    means: 'It was not whole enough to be sent.',
    next: 'Often a mistake where it was made by hand: look at what the application hands to the SDK.',
  },
  insufficient_data: {
    means: 'There was too little in it to be of use, such as a profile of a few samples.',
    next: 'Expected of very short work.',
  },
  callback_error: {
    means: 'A function that the application gave to the SDK threw, such as beforeSend.',
    next: 'Look for what it may throw on: nothing is reported while it does.',
  },
  too_big: {
    means: 'It was larger than the SDK sends.',
    next: 'Send less of it: fewer or shorter values in contexts, extras and breadcrumbs.',
  },
  other: {
    means: 'The client named a reason that no SDK is known for.',
    next: 'Look at what sends with this key, and bring the SDK up to date.',
  },
  internal_sdk_error: {
    means: 'The SDK itself failed while it prepared it.',
    next: 'Bring the SDK up to date; if it goes on, its debug option says in the console what fails.',
  },
};
