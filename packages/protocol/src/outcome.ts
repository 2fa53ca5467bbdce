import type { ItemKind } from './items/kinds.ts';

/**
 * What can become of an item. Every item received ends in exactly one of these; the ledger adds them up and the sum
 * equals `received`.
 */
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

/** Every reason beside its one-line explanation, as the ledger shows it. `''` is the reason of `stored`. */
export const reasons = {
  stored: { '': 'Stored and counted.' },
  duplicate: { 'event-id': 'An event or a feedback with this id was already stored in the project.' },
  filtered: {
    'key-inactive': 'The client key it came with is switched off.',
    'browser-extension': "An extension of the visitor's browser threw it, not the page.",
    'resize-observer': 'A notice of ResizeObserver that a frame was skipped; nothing is broken.',
    'script-error': 'A script of another origin threw; the browser tells nothing but "Script error."',
    'next-control-flow': 'Next.js throws it to redirect, to show a 404 or to leave static rendering; not an error.',
    crawler: 'A crawler was the visitor.',
    localhost: 'It happened on a developer machine.',
    'legacy-browser': 'The browser is older than the project supports.',
    message: 'The message matches a pattern of the project.',
    release: 'The release matches a pattern of the project.',
    address: 'The IP address is in a range of the project.',
    sampled: 'A sampling rule of the project left it out.',
  },
  limited: {
    'key-rate': 'The client key sent more than its rate limit allows.',
    spike: 'Far more events came within a minute than the project usually has; the excess was let go.',
    'day-budget': 'The project, the client key or the sender had used up its bytes for the day.',
    'disk-full': 'The disk of the server was full.',
    'not-stored': 'The server could not write it to the disk.',
    backlog: 'The server had more waiting to be processed than it accepts.',
  },
  invalid: {
    json: 'The payload is not JSON.',
    shape: 'The payload is JSON but not an object of the expected kind.',
    nesting: 'The payload nests deeper than is accepted.',
    'event-id': 'The event id is not 32 hexadecimal digits.',
    framing: 'The envelope is cut off or its lengths do not fit its content.',
    timeout: 'The body arrived too slowly and was cut off.',
    'no-event': 'An attachment came without the event it belongs to.',
    'no-message': 'A feedback came without a message.',
  },
  'too-large': {
    item: 'The item is larger than its kind may be.',
    inflation: 'The body inflates to far more than was sent, more than any real report does.',
    count: 'The envelope holds more items than are accepted.',
  },
  unsupported: Object.fromEntries(
    [
      'transaction',
      'span',
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
    ].map((kind) => [kind, 'This server does not store this kind yet; it was counted and let go.']),
  ) as Record<
    Exclude<ItemKind, 'event' | 'attachment' | 'client_report' | 'session' | 'sessions' | 'feedback' | 'user_report'>,
    string
  >,
  failed: {
    error: 'Processing threw an error. The item is a dead letter that keeps the error and can be replayed.',
    crash: 'Processing ended the worker. The item is a dead letter and can be replayed.',
    stuck: 'Processing did not finish in time. The item is a dead letter and can be replayed.',
  },
} as const satisfies Record<Outcome, Record<string, string>>;

/** One discriminated union of every (outcome, reason) pair: a reason that is not listed above does not compile. */
export type Disposition = { [O in Outcome]: { outcome: O; reason: keyof (typeof reasons)[O] & string } }[Outcome];
