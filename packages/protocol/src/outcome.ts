import type { ItemKind } from './items/kinds.ts';

/** Every item ends in exactly one outcome, so the outcomes add up to the number of received items. */
export type Outcome =
  | 'stored'
  | 'filtered'
  | 'limited'
  | 'invalid'
  | 'duplicate'
  | 'too-large'
  | 'unsupported'
  | 'failed';

export const outcomes: readonly Outcome[] = [
  'stored',
  'filtered',
  'limited',
  'invalid',
  'duplicate',
  'too-large',
  'unsupported',
  'failed',
];

/** Each reason with the explanation that the Stats page shows. `stored` has the empty reason. */
export const reasons = {
  stored: { '': 'Stored and counted.' },
  duplicate: { 'event-id': 'The project already has an event or feedback with this ID.' },
  filtered: {
    'key-inactive': 'The client key is disabled.',
    'browser-extension': 'A browser extension threw the error, not the page.',
    'resize-observer': 'A harmless ResizeObserver notice about a skipped frame.',
    'script-error': 'A cross-origin script threw an error. The browser reports only "Script error."',
    'next-control-flow': 'Next.js throws it to redirect, show a 404 or leave static rendering. It is not an error.',
    crawler: 'The user agent is a crawler.',
    localhost: 'The error happened on localhost.',
    'legacy-browser': 'The project does not support this browser version.',
    message: 'The message matches a project filter.',
    release: 'The release matches a project filter.',
    address: 'The IP address matches a project filter.',
    sampled: 'A project sampling rule dropped it.',
  },
  limited: {
    'key-rate': 'The client key exceeded its rate limit.',
    spike: 'Spike protection dropped events or spans above the project limit.',
    'day-budget': 'The project, client key or sender exceeded its daily byte limit.',
    'disk-full': 'The server disk was full.',
    'not-stored': 'The server could not write to disk.',
    backlog: 'The server processing queue was full.',
  },
  invalid: {
    json: 'The payload is not JSON.',
    shape: 'The payload is valid JSON but has the wrong structure.',
    nesting: 'The payload exceeds the nesting limit.',
    'event-id': 'The event ID is not 32 hexadecimal digits.',
    framing: 'The envelope is truncated or its item lengths are wrong.',
    timeout: 'The request body arrived too slowly.',
    'no-event': 'The attachment arrived without its event.',
    'no-message': 'The feedback has no message.',
    protobuf: 'The payload is not a protobuf message of its kind.',
    span: 'The span has no trace ID, span ID or times.',
  },
  'too-large': {
    item: 'The item exceeds the size limit for its kind.',
    inflation: 'The compressed body expands beyond the allowed ratio.',
    count: 'The envelope contains too many items, or the item too many records.',
  },
  unsupported: Object.fromEntries(
    [
      'log',
      'trace_metric',
      'check_in',
      'replay_event',
      'replay_recording',
      'replay_video',
      'profile',
      'profile_chunk',
      'statsd',
      'unknown',
    ].map((kind) => [kind, 'Seismo does not support this kind yet. The item was counted but not stored.']),
  ) as Record<
    Exclude<
      ItemKind,
      | 'event'
      | 'attachment'
      | 'client_report'
      | 'session'
      | 'sessions'
      | 'feedback'
      | 'user_report'
      | 'transaction'
      | 'span'
    >,
    string
  >,
  failed: {
    error: 'Processing threw an error. The item is a dead letter that keeps the error and can be replayed.',
    crash: 'Processing crashed the worker. The item is a dead letter and can be replayed.',
    stuck: 'Processing did not finish in time. The item is a dead letter and can be replayed.',
  },
} as const satisfies Record<Outcome, Record<string, string>>;

/** One discriminated union of every (outcome, reason) pair: a reason that is not listed above does not compile. */
export type Disposition = { [O in Outcome]: { outcome: O; reason: keyof (typeof reasons)[O] & string } }[Outcome];
