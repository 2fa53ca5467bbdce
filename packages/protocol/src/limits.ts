/**
 * Every size, count, age and time that Seismo accepts. Units are in the names.
 *
 * Values marked "Relay" are those of getsentry/relay `relay-config` (`Limits`), so that everything that Sentry SDKs are
 * tuned for is accepted here as well; smaller ones are ours, chosen for one process with bounded memory.
 */
export * from './client-limits.ts';

const KiB = 1024;
const MiB = 1024 * KiB;

// ─── One request ───────────────────────────────────────────────────────────────────────────────────────────────────
/** Bytes of a request body as sent, still compressed. */
export const BODY_COMPRESSED_BYTES_MAX = 20 * MiB;
/** Bytes of a request body after inflating. Relay allows 200 MiB; one process with 512 MiB does not. */
export const BODY_INFLATED_BYTES_MAX = 64 * MiB;
/**
 * Inflated bytes per byte sent, beyond those that any body may have. Of 1,400 recorded envelopes none exceeds 31 in
 * gzip and 48 in Brotli; a log of one repeated line reaches 170 in gzip.
 */
export const BODY_INFLATION_RATIO_MAX = 200;
/** Bytes that every body may inflate to: a small report may repeat itself. */
export const BODY_INFLATION_FREE_BYTES = 1 * MiB;
/** How long a client may take to send its body. */
export const BODY_READ_TIMEOUT_MS = 30_000;
/**
 * Bytes that have to arrive within each window while a body is read: 1 KiB/s, less than the slowest mobile networks. Slower
 * senders are cut off.
 */
export const BODY_RATE_BYTES_MIN = 10 * KiB;
export const BODY_RATE_WINDOW_MS = 10_000;
/** Codings that may be chained in one `content-encoding` header. */
export const BODY_ENCODING_COUNT_MAX = 1;
/** Bytes of all request bodies in memory at once, from the first byte read until the journal has them on disk. */
export const BODIES_BYTES_MAX = 192 * MiB;
/**
 * A body up to this size counts as small. Of a sender that is not known yet, because its DSN is in the envelope, no more is
 * read before the DSN: a zstd frame has to be that long for its first block to be complete.
 */
export const BODY_SMALL_BYTES_MAX = 256 * KiB;
/**
 * Shares of `BODIES_BYTES_MAX` up to which large and small bodies are accepted: of all, of one network, of one client
 * key. Half of it is enough for the largest body, as sent and inflated.
 */
export const BODIES_LARGE_PERCENT_MAX = { all: 75, network: 50, key: 50 };
export const BODIES_SMALL_PERCENT_MAX = { all: 100, network: 55, key: 75 };
/** Bodies being inflated at once; others wait. Each may need a window of up to 16 MiB. */
export const BODIES_INFLATING_COUNT_MAX = 8;
/** Window of a zstd body as a power of two: 8 MiB, the most that RFC 9659 allows on the web. */
export const ZSTD_WINDOW_BITS_MAX = 23;
/** How long a client that was refused is still listened to, so that it gets to read the answer. */
export const REFUSED_BODY_READ_MS_MAX = 2000;
/** Hops of `X-Forwarded-For` that are read. */
export const FORWARDED_HOP_COUNT_MAX = 32;
/** How far the clock of a tunnel that signs addresses may be off. */
export const SIGNED_ADDRESS_AGE_MS_MAX = 300_000;

// ─── Client keys ───────────────────────────────────────────────────────────────────────────────────────────────────
export const AUTH_CHARS_MAX = 4096;
export const PUBLIC_KEY_CHARS_MAX = 64;
export const DSN_CHARS_MAX = 2048;
/** How long ingest caches a key, or its absence. */
export const KEY_CACHE_MS_MAX = 5000;
export const KEY_CACHE_COUNT_MAX = 10_000;
/** Unknown keys that ingest looks up in the store per second. */
export const KEY_UNKNOWN_LOOKUPS_PER_S_MAX = 100;
/** Slots of the window of a rate limit, which is exact to within one of them. */
export const RATE_WINDOW_SLOT_COUNT = 60;
/** Windows in memory, one for each key and category; the least recently used is removed first. */
export const RATE_WINDOW_COUNT_MAX = 10_000;
/** Refusals of ingest are summed and journaled at most this often per project. */
export const REFUSALS_FLUSH_INTERVAL_MS = 1000;
/** How old the journal's figures may be when they decide about a backlog. */
export const BACKLOG_STATS_MS_MAX = 250;

// ─── One envelope ──────────────────────────────────────────────────────────────────────────────────────────────────
/** Bytes of the envelope header line, which carries the trace's sampling context. */
export const ENVELOPE_HEADER_BYTES_MAX = 64 * KiB;
/** Bytes of each item header line. Real ones stay below 500; this limits the cost of reading a thousand items. */
export const ITEM_HEADER_BYTES_MAX = 8 * KiB;
/** Items in one envelope. */
export const ENVELOPE_ITEM_COUNT_MAX = 1000;
/** The items that a container may claim. SDKs stop at 1000 spans, 100 logs, 1000 metrics. */
export const CONTAINER_ITEM_COUNT_MAX = 10_000;
export const ITEM_TYPE_CHARS_MAX = 64;
/** File name, content type and attachment type of an item. */
export const ITEM_NAME_CHARS_MAX = 1024;
export const SDK_NAME_CHARS_MAX = 128;

// ─── One item, bytes of its payload ────────────────────────────────────────────────────────────────────────────────
export const EVENT_BYTES_MAX = 1 * MiB; // Relay
export const ATTACHMENT_BYTES_MAX = 50 * MiB;
export const CLIENT_REPORT_BYTES_MAX = 100 * KiB; // Relay
export const SESSION_BYTES_MAX = 100 * KiB;
export const CHECK_IN_BYTES_MAX = 100 * KiB; // Relay
export const FEEDBACK_BYTES_MAX = 1 * MiB; // Relay: as an event
export const USER_REPORT_BYTES_MAX = 100 * KiB;
export const OTHER_ITEM_BYTES_MAX = 12 * MiB; // Relay's container

// ─── JSON of an item ───────────────────────────────────────────────────────────────────────────────────────────────
/** Objects and arrays inside each other. Anything deeper refuses the item as `invalid:nesting`. */
export const JSON_DEPTH_MAX = 100;

// ─── An event after normalization: longer is trimmed and noted in `_meta` ──────────────────────────────────────────
export const EXCEPTION_COUNT_MAX = 50;
export const FRAME_COUNT_MAX = 250;
export const THREAD_COUNT_MAX = 100;
export const BREADCRUMB_COUNT_MAX = 100;
export const TAG_COUNT_MAX = 200;
export const TAG_VALUE_CHARS_MAX = 200;
export const MESSAGE_CHARS_MAX = 8192;
export const EXCEPTION_TYPE_CHARS_MAX = 256;
export const SOURCE_LINE_CHARS_MAX = 512;
export const SOURCE_CONTEXT_LINES_MAX = 10;
export const SYMBOL_CHARS_MAX = 256;
export const PATH_CHARS_MAX = 2048;
/** Serialized characters of one entry in `extra`, one context, one breadcrumb's data, one frame's variables. */
export const EXTRA_ITEM_CHARS_MAX = 16 * KiB;
export const EXTRA_CHARS_MAX = 256 * KiB;
export const CONTEXT_CHARS_MAX = 8 * KiB;
export const CONTEXT_COUNT_MAX = 50;
/** React's component stack, in `contexts.react`: it is read whole or not at all. */
export const COMPONENT_STACK_CHARS_MAX = 16 * KiB;
export const BREADCRUMB_DATA_CHARS_MAX = 8 * KiB;
export const FRAME_VARS_CHARS_MAX = 4 * KiB;
export const REQUEST_BODY_CHARS_MAX = 8 * KiB;
export const REQUEST_HEADER_COUNT_MAX = 100;
export const VALUE_DEPTH_MAX = 6;
export const VALUE_BREADTH_MAX = 200;
export const VALUE_STRING_CHARS_MAX = 1024;
export const FINGERPRINT_PART_COUNT_MAX = 16;
export const FINGERPRINT_PART_CHARS_MAX = 512;
export const RELEASE_CHARS_MAX = 200;
export const ENVIRONMENT_CHARS_MAX = 64;
/** Environments of a project in menus. Events of further ones keep theirs and can be searched by it. */
export const ENVIRONMENT_COUNT_MAX = 1000;
export const MODULE_COUNT_MAX = 500;
export const DEBUG_IMAGE_COUNT_MAX = 500;
export const USER_FIELD_CHARS_MAX = 256;
export const META_NOTE_COUNT_MAX = 100;
export const TRANSACTION_CHARS_MAX = 200;
export const TITLE_CHARS_MAX = 256;
export const SHORT_NAME_CHARS_MAX = 64;
/** Next.js's digest of a server error. Its own have ten digits; an error may set one. */
export const DIGEST_CHARS_MAX = 128;
/** Arguments of a console breadcrumb in which a digest is searched. */
export const CONSOLE_ARGUMENT_COUNT_MAX = 10;
/** A longer User-Agent is not parsed, so that pattern matching stays cheap. */
export const USER_AGENT_CHARS_MAX = 512;
/** Parsed User-Agents that are remembered. */
export const USER_AGENT_MEMO_COUNT_MAX = 1000;
/** Keys whose sensitivity is cached. */
export const SENSITIVE_KEY_MEMO_COUNT_MAX = 5000;

// ─── Feedback of visitors ──────────────────────────────────────────────────────────────────────────────────────────
export const FEEDBACK_TAG_COUNT_MAX = 50;
/** Feedback items that one command changes. */
export const FEEDBACK_CHANGE_COUNT_MAX = 1000;

// ─── Source maps ───────────────────────────────────────────────────────────────────────────────────────────────────
/** Bytes of one source map, or of one uploaded script, which may have an inline map. */
export const MAP_BYTES_MAX = 64 * MiB;
/** Segments of one map. A map of 30 MB has about three million. */
export const MAP_SEGMENT_COUNT_MAX = 8_000_000;
export const MAP_SOURCE_COUNT_MAX = 100_000;
export const MAP_NAME_COUNT_MAX = 2_000_000;
export const MAP_SECTION_COUNT_MAX = 10_000;
/** Index maps inside of index maps. */
export const MAP_SECTION_DEPTH_MAX = 3;
/** Cached maps, by their bytes in compact form. */
export const MAP_CACHE_BYTES_MAX = 48 * MiB;
/** Cached original sources, over all maps, and the longest in which a function's name is searched. */
export const SOURCE_CACHE_CHARS_MAX = 4 * MiB;
export const SOURCE_SCAN_CHARS_MAX = 2 * MiB;
/** Lines of source before and after a frame's line. */
export const MAPPED_CONTEXT_LINES = 5;
/** Frames of one event that are mapped, and those that also get source lines. */
export const MAPPED_FRAME_COUNT_MAX = 1000;
export const MAPPED_SOURCE_FRAME_COUNT_MAX = 250;
/** Files of one event whose maps are searched, and bytes of maps that are read. */
export const MAPPED_FILE_COUNT_MAX = 200;
export const MAPPED_EVENT_BYTES_MAX = 128 * MiB;
/** Uploaded names that are compared to find the closest to a file that has no upload. */
export const MAP_CANDIDATE_COUNT_MAX = 2000;

// ─── A span: longer is trimmed, and the span says how many attributes are missing ──────────────────────────────────
export const SPAN_NAME_CHARS_MAX = 1024;
/** With those of its resource. OpenTelemetry's own default is 128 without them. */
export const SPAN_ATTRIBUTE_COUNT_MAX = 256;
export const SPAN_ATTRIBUTE_NAME_CHARS_MAX = 200;
/** Names of each type that are cached as they are stored. */
export const SPAN_ATTRIBUTE_NAME_MEMO_COUNT_MAX = 5000;
/** A query, a stack trace. */
export const SPAN_ATTRIBUTE_CHARS_MAX = 8 * KiB;
/** All attributes together. */
export const SPAN_ATTRIBUTES_CHARS_MAX = 64 * KiB;
export const SPAN_EVENT_COUNT_MAX = 128; // OpenTelemetry's default
export const SPAN_LINK_COUNT_MAX = 128; // OpenTelemetry's default
/** A client that claims to send a smaller share of its traces would count for too many. */
export const TRACE_SAMPLE_RATE_MIN = 1e-6;
/** How long the spans of a trace wait for the others and for errors before the trace is decided about, and how many wait. */
export const TRACE_DECISION_MS = 60_000;
export const UNDECIDED_SPAN_COUNT_MAX = 300_000;
/** An event may arrive so long before the spans of its trace. */
export const TRACE_EVENT_MS_MAX = 60 * 60_000;
/** A smaller share would count a trace for too many. */
export const TRACE_SHARE_MIN = 0.0001;
export const SLOW_TRACE_MS_MAX = 60 * 60_000;
/** New spans of a project and a day of arrival that become a file. */
export const SPAN_FILE_ROW_COUNT_MIN = 61_440;
/** New spans in all projects; beyond, those of the project with the most become a file. Queries read their JSON one by one. */
export const NEW_SPAN_COUNT_MAX = 150_000;
/** New spans that become one file. */
export const SPAN_FILE_NEW_ROW_COUNT_MAX = 250_000;
/** Spans of a file that is joined from others. */
export const SPAN_FILE_ROW_COUNT_MAX = 1_000_000;
/** So many files of a day with less than half of that are joined. */
export const SPAN_FILE_JOIN_COUNT = 8;

// ─── Traces ────────────────────────────────────────────────────────────────────────────────────────────────────────
/** Spans of one trace that are read. */
export const TRACE_SPAN_COUNT_MAX = 200_000;
/** Spans of all traces in memory, apart from the trace in use: about 400 bytes each. */
export const TRACE_CACHE_SPAN_COUNT_MAX = 100_000;
/** Rows of a waterfall in one answer. */
export const TRACE_ROW_COUNT_MAX = 500;
/** Segments in the overview of a trace. */
export const TRACE_SEGMENT_COUNT_MAX = 500;
/** Rows of the part of a trace that the page of an event shows. */
export const TRACE_EXCERPT_ROW_COUNT_MAX = 12;
/** Of these, spans above the one in which the error happened, and itself: the root, and the others nearest to the error. */
export const TRACE_EXCERPT_PATH_COUNT_MAX = 8;
/** Levels above a span that are searched for its root. */
export const TRACE_EXCERPT_LEVEL_COUNT_MAX = 50;
/** Spans that are read, to select from: below each span, and beside the error in all. */
export const TRACE_EXCERPT_CHILD_COUNT_MAX = 12;
export const TRACE_EXCERPT_BESIDE_COUNT_MAX = 200;
/** An error younger than this may precede its spans: browsers send those of a page load after it is idle. */
export const SPAN_DELAY_MS_MAX = 5 * 60_000;
/** Fields whose types a request asks for, and characters of each; Sentry's limits. */
export const SPAN_FIELD_COUNT_MAX = 100;
export const SPAN_FIELD_CHARS_MAX = 300;
/** Attributes that are offered as facets. */
export const SPAN_FACET_COUNT_MAX = 40;
/** Names of attributes in a list. */
export const SPAN_ATTRIBUTE_NAME_COUNT_MAX = 1000;
/** Groups of spans of one kind, such as endpoints, that are measured: those that take the most time. */
export const SPAN_GROUP_COUNT_MAX = 1000;
/** Spans of kinds in memory, at least 12 bytes each: those that are compared at once, and all. Beyond, DuckDB reads them. */
export const SPAN_GROUP_CACHE_BYTES_MAX = 16 * MiB;
/** Groups of these that are compared at once, counted in each file, environment and sample rate: some 20 ms. */
export const SPAN_GROUP_CACHE_GROUP_COUNT_MAX = 10_000;
export const SPAN_GROUP_ROW_COUNT_MAX = 100;
/** Releases of one of them. */
export const SPAN_GROUP_RELEASE_COUNT_MAX = 100;
export const SPAN_GROUP_RELEASE_ROW_COUNT_MAX = 5;
/** Its spans whose traces are searched for errors, of each way to select them. */
export const SPAN_GROUP_SAMPLE_COUNT_MAX = 20;
export const SPAN_GROUP_EXAMPLE_COUNT_MAX = 5;
/** Rows of a heat map. */
export const HEATMAP_ROW_COUNT_MAX = 40;
/** What differs: spans of the selection that are read, and as many of the rest; their attributes, and values of each. */
export const DIFFERENCE_SPAN_COUNT_MAX = 10_000;
export const DIFFERENCE_ATTRIBUTE_COUNT_MAX = 200;
export const DIFFERENCE_VALUE_COUNT_MAX = 20;
/** Longer texts are trimmed before they are compared. */
export const DIFFERENCE_VALUE_CHARS_MAX = 200;
/** Ranges of the numbers that have more values. */
export const DIFFERENCE_BIN_COUNT = 8;
/** Fields in the answer. */
export const DIFFERENCE_COUNT_MAX = 30;

// ─── Time ──────────────────────────────────────────────────────────────────────────────────────────────────────────
/** An event older than this at arrival, or newer by more than a minute, gets the server's clock. */
export const EVENT_AGE_MS_MAX = 30 * 24 * 3600 * 1000;
/** Stored as sent: clocks of synchronized machines differ, and a change could reorder events. */
export const CLOCK_AHEAD_MS_MAX = 60_000;
/** A `sent_at` that differs from the server's clock by less is taken as network delay, not as a wrong clock. */
export const CLOCK_DRIFT_MS_MIN = 5 * 60_000;

// ─── Sessions and client reports ───────────────────────────────────────────────────────────────────────────────────
export const SESSION_AGGREGATE_COUNT_MAX = 100; // Relay
export const CLIENT_REPORT_ENTRY_COUNT_MAX = 100; // Relay
/** The maximum sum of a number that clients report. */
export const CLIENT_QUANTITY_MAX = 1_000_000;

// ─── The journal and the pipeline ──────────────────────────────────────────────────────────────────────────────────
/** Journal bytes waiting for the pipeline. A project that has three times as many as are left is answered 429. */
export const JOURNAL_BACKLOG_BYTES_MAX = 2048 * MiB;
/** Journal bytes handed over but not yet flushed beyond which new envelopes are answered 429. */
export const JOURNAL_UNFLUSHED_BYTES_MAX = 128 * MiB;
/** Bytes of holes in the journal's files beyond which the space is given back to the disk. */
export const JOURNAL_FREE_BYTES_MAX = 64 * MiB;
export const BACKLOG_RETRY_AFTER_S = 10;
export const BATCH_ENTRY_COUNT_MAX = 500;
export const BATCH_BYTES_MAX = 16 * MiB;
/** Records in a batch, beyond which its other entries wait: 16 MiB can be 50,000 spans, which take 400 MB as objects and rows. */
export const BATCH_RECORD_COUNT_MAX = 8_192;
/** Tries of an item that makes processing throw or crash before it becomes a dead letter. */
export const PROCESS_TRY_COUNT_MAX = 3;
/** Stored events that are reprocessed before other entries have their turn. */
export const REPROCESS_EVENT_COUNT = 100;
/** Identifiers of one end user in a search, an export or a deletion. */
export const END_USER_IDENTIFIER_COUNT_MAX = 20;
/** Events, and pieces of feedback, that one step of the deletion of an end user's data removes. */
export const END_USER_STEP_COUNT = 500;
/** Issues whose users one step of it searches. */
export const END_USER_STEP_ISSUE_COUNT = 1000;
/** Deletions of end users' data that are listed. */
export const END_USER_DELETION_COUNT_MAX = 200;
/** Attachments of an end user that the export contains; larger ones are named. */
export const EXPORT_ATTACHMENT_BYTES_MAX = 4 * MiB;
/** Dead letters that are read at once to search them. */
export const DEAD_LETTER_READ_BYTES = 1 * MiB;
/** An entry that occupies the worker this long counts as stuck. */
export const PROCESS_STUCK_MS_MAX = 20_000;
/**
 * Bytes of dead letters. A project that has three times as many as are left pauses until some are replayed: none is ever
 * dropped.
 */
export const DEAD_LETTER_BYTES_MAX = 2048 * MiB;

// ─── The disk ──────────────────────────────────────────────────────────────────────────────────────────────────────
/** Free bytes below which the disk counts as full by default: 5 % of the disk, but at most this. */
export const DISK_FLOOR_BYTES_DEFAULT_MAX = 1024 * MiB;
/** Free space beyond the floor before a full disk accepts writes again. */
export const DISK_RECOVERY_MARGIN_PERCENT = 10;
export const DISK_MEASURE_INTERVAL_MS = 2000;
/** How long the disk counts as full after a write failed for lack of space, whatever the measured free space. */
export const DISK_FULL_RETRY_MS = 10_000;
export const DISK_FULL_RETRY_AFTER_S = 60;
/** The reserve file's size, freed for deletions. */
export const DISK_RESERVE_BYTES = 64 * MiB;
/** Percent of the free space at the first start that become the disk budget. */
export const DISK_BUDGET_DEFAULT_PERCENT = 80;
/** Of the disk budget, for files of spans: SDKs send spans without being asked. */
export const SPAN_SHARE_DEFAULT_PERCENT = 25;
export const DISK_BUDGET_BYTES_MIN = 256 * MiB;
/** Percent of the disk budget above which events are thinned, but so many bytes below it at least. */
export const DISK_BUDGET_THIN_PERCENT = 85;
export const DISK_BUDGET_THIN_BYTES_MIN = 64 * MiB;
/** Percent of what starts thinning at which it ends. */
export const DISK_BUDGET_THINNED_PERCENT = 94;
/** Bytes below the budget at which reports are refused: room for logs and checkpoints of what was accepted. */
export const DISK_BUDGET_RESERVE_BYTES = 32 * MiB;

// ─── Retention ─────────────────────────────────────────────────────────────────────────────────────────────────────
export const RETENTION_DAYS_MAX = 3650;
export const EVENT_DAYS_DEFAULT = 90;
export const SESSION_DAYS_DEFAULT = 90;
export const ATTACHMENT_DAYS_DEFAULT = 30;
export const SPAN_DAYS_DEFAULT = 30;
/** How long the IDs and end users of events stay at least, so that repeated reports are duplicates. */
export const EVENT_ID_DAYS_MIN = 30;
/** How long outcomes are stored by the minute; then by the hour. */
export const OUTCOME_MINUTE_DAYS = 30;
/** Rows that one step of retention removes. */
export const RETENTION_STEP_ROW_COUNT_MAX = 20_000;
/** Events of one kind that people refer to, which thinning leaves alone. */
export const REFERENCE_COUNT_MAX = 10_000;
/** Rows of the log of removals on the Stats page. */
export const REMOVAL_VISIBLE_COUNT_MAX = 30;

// ─── Project configuration ─────────────────────────────────────────────────────────────────────────────────────────
/** Stored versions of one document. */
export const CONFIGURATION_VERSION_COUNT_MAX = 100;
/** Stored titles per project and filter, as examples. */
export const FILTERED_EXAMPLE_COUNT_MAX = 5;
/** Entries in one list of a filter, rules of a kind, and characters in one of them. */
export const FILTER_LIST_COUNT_MAX = 200;
export const PATTERN_CHARS_MAX = 500;
export const SAMPLING_RULE_COUNT_MAX = 50;
export const BROWSER_VERSION_MAX = 10_000;

/** For grouping rules: characters in total, characters and number of rules, and conditions per rule. */
export const RULES_CHARS_MAX = 32 * KiB;
export const RULE_LINE_CHARS_MAX = 2000;
export const RULE_COUNT_MAX = 200;
/** Users and teams in one ownership rule. */
export const OWNER_COUNT_MAX = 20;
export const RULE_MATCHER_COUNT_MAX = 20;
export const RULE_PROBLEM_COUNT_MAX = 50;
/** The budget of one kind of rules per event, in units of 64 steps of a glob: 250 frames and 100 rules need less. */
export const RULE_WORK_MAX = 150_000;
/** Texts whose result one condition caches. */
export const RULE_MEMO_COUNT_MAX = 500;
export const RULE_SUMMARY_CHARS_MAX = 200;
export const GROUPING_COMPONENT_COUNT_MAX = 70;

/** Events that a preview looks at, and how long it may take. */
export const PREVIEW_EVENT_COUNT_MAX = 100;
/** Newest spans of the last day, with their most frequent attributes. */
export const PREVIEW_SPAN_COUNT_MAX = 1000;
export const PREVIEW_SPAN_ATTRIBUTE_COUNT_MAX = 200;
export const PREVIEW_MS_MAX = 2000;
export const PREVIEW_FIELD_COUNT_MAX = 50;
export const PREVIEW_VALUE_CHARS_MAX = 80;

/** Scrubbing rules of a project, and names in a selector. */
export const SCRUB_RULE_COUNT_MAX = 50;
export const SELECTOR_PART_COUNT_MAX = 20;

/** Bytes that a project may send in one UTC day, inflated, where it has no setting of its own. */
export const DAY_BUDGET_BYTES_DEFAULT = 10 * 1024 * MiB;
/** Percentages of the budget that one client key, and one network, may use. */
export const DAY_BUDGET_KEY_PERCENT_MAX = 90;
export const DAY_BUDGET_NETWORK_PERCENT_MAX = 50;
/** Networks per project whose bytes are counted; the last senders stay. */
export const DAY_BUDGET_NETWORK_COUNT_MAX = 2000;
export const DAY_BUDGET_BYTES_MIN = 1_000_000;
export const DAY_BUDGET_BYTES_MAX = 1e15;
/** The longest delay for clients: the budget may be raised before the day is over. */
export const DAY_BUDGET_RETRY_AFTER_S_MAX = 900;
/** The maximum age of the budget settings that ingest uses. */
export const DAY_BUDGET_AGE_MS_MAX = 5000;
/** Days for which a project's bytes are stored. */
export const USAGE_DAYS_MAX = 31;

/** Events per minute that no project is limited below, and how far beyond a busy hour a spike begins. */
export const SPIKE_PER_MINUTE_MIN = 500;
/** The same of spans, of which a request has many. */
export const SPAN_SPIKE_PER_MINUTE_MIN = 10_000;
/** Fewer than a span has in any format: an entry of the journal has no more spans than its bytes allow. */
export const SPAN_BYTES_MIN = 50;
export const SPIKE_FACTOR = 10;
/** Hours since a project's first event before anything is a spike: the guard needs a baseline. */
export const SPIKE_HISTORY_HOURS_MIN = 24;
/** Minutes back in which late entries of a batch are still counted with their own. */
export const SPIKE_MINUTES_MAX = 10;
/** A spike has ended when no event was limited for this long. */
export const SPIKE_END_MS = 15 * 60_000;

// ─── The state store ───────────────────────────────────────────────────────────────────────────────────────────────
/** How long a write waits for another thread's or process's transaction before it fails. */
export const STATE_LOCK_WAIT_MS_MAX = 10_000;
/** How often a write is tried that fails only because of another transaction. */
export const STATE_WRITE_ATTEMPT_COUNT_MAX = 5;
/** PostgreSQL: how long a starting server waits for another one to stop before it refuses. */
export const STATE_LEASE_WAIT_MS_MAX = 10_000;
/** PostgreSQL: how long a read or write waits for a server that restarts or fails over. */
export const STATE_RECONNECT_MS_MAX = 5000;
/** PostgreSQL: how long a read may take, how long a transaction may be idle, and connections for reads per thread. */
export const STATE_READ_MS_MAX = 30_000;
export const STATE_IDLE_TRANSACTION_MS_MAX = 60_000;
export const STATE_READER_COUNT_MAX = 4;
/** Rows that a copy of a state store reads at a time. */
export const STATE_COPY_ROW_COUNT = 500;
/** Sequences whose rows of one table are one file of a backup; changes of stored rows are recorded by these ranges. */
export const SEGMENT_SEQUENCE_COUNT = 4096;
/** Bytes of the rows of one file of a backup, unless all of them are of one batch: DuckDB's memory is small. */
export const SEGMENT_BYTES_MAX = 32 * MiB;
/** Marks of backups in the telemetry store: a backup continues an earlier one whose mark is there. */
export const BACKUP_MARK_COUNT_MAX = 100;
/** How long a backup may keep batches from committing, before it fails. */
export const BACKUP_PAUSE_MS_MAX = 10_000;
/** Rounds of a backup that leave no less to copy than an earlier one, before it fails. */
export const BACKUP_ROUND_COUNT_MAX = 8;
/** Bytes of journal entries that a backup reads at a time. */
export const BACKUP_PAGE_BYTES_MAX = 8 * MiB;
/** Bytes of one entry of a backup, which a restore has in memory. */
export const BACKUP_ENTRY_BYTES_MAX = 1024 * MiB;
/** Copies that stay of a store from before its migrations: of the newest schema versions, one each. */
export const MIGRATION_COPY_COUNT_MAX = 3;
/** How often one dashboard page may read the state store. */
export const STATE_READS_PER_PAGE_MAX = 12;
/** Cached prepared statements per connection. */
export const STATEMENT_CACHE_COUNT_MAX = 200;

// ─── Releases and source maps, as they are uploaded ────────────────────────────────────────────────────────────────
/** The chunk size for clients, a power of two as their tools require. */
export const CHUNK_BYTES_MAX = 8 * MiB;
export const CHUNKS_PER_REQUEST_COUNT_MAX = 64;
export const CHUNK_REQUEST_BYTES_MAX = 32 * MiB;
export const CHUNK_CONCURRENCY_COUNT = 4;
/** Chunks being inflated and written at once; others wait. Each is in memory twice. */
export const CHUNKS_PROCESSING_COUNT_MAX = 2;
/** Bytes of one organization's chunks that wait for assembly, and how long they are stored. */
export const CHUNKS_WAITING_BYTES_MAX = 2048 * MiB;
export const CHUNK_AGE_MS_MAX = 3600_000;
/** The size of a bundle as uploaded, and of its inflated content. */
export const BUNDLE_BYTES_MAX = 512 * MiB;
export const BUNDLE_INFLATED_BYTES_MAX = 1024 * MiB;
export const BUNDLE_CHUNK_COUNT_MAX = 4096;
export const BUNDLE_FILE_COUNT_MAX = 20_000;
export const BUNDLE_MANIFEST_BYTES_MAX = 16 * MiB;
/** One source map or minified file. It is in memory once, uncompressed. */
export const ARTIFACT_BYTES_MAX = 128 * MiB;
export const ARTIFACT_URL_CHARS_MAX = 2048;
export const DIST_CHARS_MAX = 64;
/**
 * The names of a build's server actions: the size of an upload, its number of names, and the uploads that are searched.
 */
export const ACTION_MANIFEST_BYTES_MAX = 4 * MiB;
export const ACTION_COUNT_MAX = 20_000;
export const ACTION_MANIFEST_COUNT_MAX = 20;
/** Files of a release in one list. */
export const ARTIFACT_LIST_COUNT_MAX = 1000;
/** A single file of a release, which is hashed on the main thread. */
export const RELEASE_FILE_BYTES_MAX = 40 * MiB;
export const UPLOAD_FIELD_COUNT_MAX = 32;
/** The fields of a release. Commits include their changed files. */
export const RELEASE_BODY_BYTES_MAX = 8 * MiB;
/** The newest releases of a project that searches and pages use: any client with a key can name releases. */
export const RELEASE_OF_PROJECT_COUNT_MAX = 5000;
export const RELEASE_COMMIT_COUNT_MAX = 1000;
export const RELEASE_REF_COUNT_MAX = 20;
export const COMMIT_FILE_COUNT_MAX = 2000;
export const COMMIT_MESSAGE_CHARS_MAX = 8192;
export const DEPLOY_COUNT_MAX = 1000;
export const RELEASE_ENVIRONMENT_COUNT_MAX = 50;
/** Releases that a comparison reads, those whose commits it reads, and those it lists. */
export const COMPARED_RELEASE_COUNT_MAX = 2000;
export const COMPARED_COMMIT_RELEASE_COUNT_MAX = 50;
export const COMPARED_COMMIT_COUNT_MAX = 500;
export const COMPARED_FILE_COUNT_MAX = 200;
/** How long the response to "assemble" waits for the result; after that, it reports that the work continues. */
export const ASSEMBLE_WAIT_MS_MAX = 15_000;

// ─── API ───────────────────────────────────────────────────────────────────────────────────────────────────────────
export const API_BODY_BYTES_MAX = 1 * MiB;
export const API_PAGE_COUNT_MAX = 100;
/** Events on a page of a list with complete events. */
export const EVENT_FULL_PAGE_COUNT_MAX = 20;
/** Columns of a table of events, groups before a page of them, and points of a series. */
export const EVENT_FIELD_COUNT_MAX = 20;
export const EVENT_GROUP_OFFSET_MAX = 10_000;
export const EVENT_SERIES_BUCKET_COUNT_MAX = 2000;
/** Tags whose values are counted over a search, and values of each. */
export const EVENT_FACET_COUNT_MAX = 20;
export const EVENT_FACET_VALUE_COUNT_MAX = 10;
/** Issues on one page of a list; the API has fewer. */
export const ISSUE_PAGE_COUNT_MAX = 200;

// ─── Input of users ───────────────────────────────────────────────────────────────────────────────────────────────
/** Characters of a search query, and terms in it. */
export const QUERY_CHARS_MAX = 1000;
export const QUERY_TERM_COUNT_MAX = 40;
/** Consecutive words in one term, such as a phrase, and wildcards in one value. */
export const QUERY_PHRASE_WORD_COUNT_MAX = 20;
export const QUERY_WILDCARD_COUNT_MAX = 5;
/** How long one read of a search may take before it is stopped. */
export const SEARCH_MS_MAX = 5000;
/**
 * Comparisons that a search may run in the calling thread, tens of milliseconds; larger searches run in a process of
 * their own.
 */
export const SEARCH_COMPARISON_COUNT_MAX = 250_000;
/** Such processes, the memory of an answer in each, and how long an idle one stays. */
export const SEARCH_PROCESS_COUNT_MAX = 2;
export const SEARCH_PROCESS_BYTES_MAX = 64 * MiB;
export const SEARCH_PROCESS_IDLE_MS_MAX = 120_000;
/** Waiting searches, in total and per user; further ones are refused. */
export const SEARCH_WAITING_COUNT_MAX = 256;
export const SEARCH_WAITING_PER_USER_COUNT_MAX = 64;
/** Characters of the text by which feedback and releases are searched; words of a feedback search. */
export const TEXT_SEARCH_CHARS_MAX = 200;
export const FEEDBACK_WORD_COUNT_MAX = 10;
/** Nested parentheses and negations; values of one list. */
export const QUERY_DEPTH_MAX = 10;
export const QUERY_LIST_COUNT_MAX = 100;
/** Saved searches of each list: of a user, and shared ones of an organization. */
export const SAVED_SEARCH_COUNT_MAX = 100;
/** Searches that are counted beside a list; those after them have no number. */
export const COUNTED_SEARCH_COUNT_MAX = 20;
/** Newest events from which names and values of tags are suggested, and visible suggestions. */
export const SUGGESTION_SAMPLE_COUNT_MAX = 5000;
export const SUGGESTION_COUNT_MAX = 20;
/** The page Explore: columns of spans or errors, fields to group by, measures of groups, and groups in its charts. */
export const EXPLORE_COLUMN_COUNT_MAX = 8;
export const EXPLORE_GROUP_COUNT_MAX = 4;
export const EXPLORE_MEASURE_COUNT_MAX = 4;
export const EXPLORE_SERIES_COUNT_MAX = 5;
/**
 * Texts of one issue in the search index: characters of each, of both groups (errors and stacks; the rest), and the
 * number of texts.
 */
export const SEARCH_TEXT_CHARS_MAX = 500;
export const ISSUE_TEXT_CHARS_MAX = 8192;
export const ISSUE_TEXT_COUNT_MAX = 500;
export const CURSOR_CHARS_MAX = 300;
/** Projects or environments named in one filter. */
export const FILTER_NAME_COUNT_MAX = 100;
export const FIND_COUNT_MAX = 20;
/** Of these, projects, releases, teams and users each. */
export const FIND_KIND_COUNT_MAX = 4;
/** Events of one error code (DuckDB reads wide columns late for up to 50 rows), and events linked to one event. */
export const LINKED_EVENT_COUNT_MAX = 40;
export const EVENT_LINK_COUNT_MAX = 5;
/** Shorter text in the palette is not looked up as an error code. */
export const ERROR_CODE_CHARS_MIN = 4;
export const TAG_VALUE_COUNT_DEFAULT = 10;
/** The newest events among which the recommended one is selected. */
export const RECOMMENDED_CANDIDATE_COUNT = 10;
/** Releases marked in the chart of an issue. */
export const RELEASE_MARK_COUNT_MAX = 40;
/** An issue in Markdown: frames of a stack, those with source, and the last breadcrumbs. */
export const MARKDOWN_FRAME_COUNT_MAX = 30;
export const MARKDOWN_SOURCE_COUNT_MAX = 5;
export const MARKDOWN_BREADCRUMB_COUNT_MAX = 15;
export const MARKDOWN_CELL_CHARS_MAX = 300;
export const DEAD_LETTER_VISIBLE_COUNT_MAX = 100;
/** Bytes of a dead letter that a user sees. */
export const DEAD_LETTER_TEXT_BYTES_MAX = 64 * 1024;
/** Dead letters that one command replays. */
export const DEAD_LETTER_REPLAY_COUNT_MAX = 10_000;
/** Concurrent exports and previews, each in a separate thread, in total and per user, and those that may wait. */
export const HEAVY_COUNT_MAX = 3;
export const HEAVY_PER_USER_COUNT_MAX = 2;
export const HEAVY_WAITING_COUNT_MAX = 16;
/** How long one may take until its result or its first bytes. */
export const HEAVY_ANSWER_MS_MAX = 30_000;
/** How long a client may read nothing of an export or download before it is aborted. */
export const SENDING_STALL_MS_MAX = 30_000;
/** Bytes of an export that move between threads at once. */
export const EXPORT_PIECE_BYTES = 16 * KiB;
/** Concurrent downloads of uploaded files, in total and per user. */
export const DOWNLOAD_COUNT_MAX = 8;
export const DOWNLOAD_PER_USER_COUNT_MAX = 4;
/** The delay for a client when all slots are taken. */
export const TOO_MANY_RETRY_AFTER_S = 5;
/** Rows of one export. For more, narrow the search or page through the API. */
export const EXPORT_ISSUE_COUNT_MAX = 10_000;
export const EXPORT_FEEDBACK_COUNT_MAX = 10_000;
export const EXPORT_RELEASE_COUNT_MAX = 10_000;
export const EXPORT_EVENT_COUNT_MAX = 5000;
/** Spans, errors or groups of the page Explore. */
export const EXPORT_EXPLORED_COUNT_MAX = 10_000;
export const EXPORT_EXPLORED_PAGE_COUNT = 2500;
export const EXPORT_AUDIT_COUNT_MAX = 50_000;
/** Issues changed by one command. */
export const ISSUE_CHANGE_COUNT_MAX = 1000;
/** Events and hashes in one split. */
export const SPLIT_COUNT_MAX = 500;
/** Groups of one issue that one regroup moves, those with most events first. */
export const REGROUP_GROUP_COUNT_MAX = 50;
/** Similar issues on an issue page. */
export const SIMILAR_COUNT_MAX = 5;
/** The project's newest issues of the same type among which similar ones are searched. */
export const SIMILAR_CANDIDATE_COUNT = 100;
/** How long a change can be taken back. */
export const UNDO_AGE_MS_MAX = 3600 * 1000;
export const COMMENT_CHARS_MAX = 10_000;
export const COMMENT_COUNT_MAX = 1000;
/** An archive waits for no more events or users than this, and for no longer. */
export const ARCHIVE_COUNT_MAX = 1_000_000_000;
export const ARCHIVE_MS_MAX = 366 * 24 * 3600 * 1000;
/** Distinct users within a window that an archive can wait for: each of them is stored with the issue. */
export const ARCHIVE_WINDOW_USER_COUNT_MAX = 1000;
export const SUSPECT_COMMIT_COUNT_MAX = 3;
/** Repositories of one project. */
export const SOURCE_MAPPING_COUNT_MAX = 50;
/** Releases, and as many commits, that are offered when an issue is resolved in one. */
export const RESOLUTION_OPTION_COUNT_MAX = 20;
export const TEAM_COUNT_MAX = 500;
/** Organizations of one user; every request reads them. */
export const ORGANIZATION_COUNT_MAX = 100;
/** A reader of the outbox receives publications of other processes within this time. */
export const OUTBOX_POLL_MS = 1000;
export const OUTBOX_SAVE_MS = 5000;
/** Ids to skip after a state store was set back: more than the outbox uses within `OUTBOX_SAVE_MS`. */
export const OUTBOX_LOST_ID_COUNT_MAX = 100_000;
/** Rows that a reader reads at once. */
export const OUTBOX_READ_COUNT_MAX = 1000;
/** A reader with older rows to read raises an alarm. */
export const OUTBOX_LAG_MS_MAX = 300_000;
/** How old what owners see of the server's health may be, and the age of waiting reports that needs their attention. */
export const HEALTH_AGE_MS_MAX = 5000;
export const ATTENTION_BACKLOG_MS_MAX = 300_000;
/** Rows that one advance of an outbox reader deletes. */
export const OUTBOX_TRIM_COUNT_MAX = 5000;
/** Issues that the scheduler transitions in one transaction. */
export const ISSUE_TRANSITION_COUNT_MAX = 500;
/** Environments, and as many releases, that an issue is known to have been seen in: the newest. */
export const FIRST_SEEN_COUNT_MAX = 500;
/** Inflated bytes of a stored event; normalized events are far smaller. */
export const STORED_EVENT_BYTES_MAX = 32 * MiB;
export const SLUG_CHARS_MAX = 50;
export const NAME_CHARS_MAX = 64;
export const EMAIL_CHARS_MAX = 254;
export const PLATFORM_CHARS_MAX = 64;
export const KEY_COUNT_MAX = 50;
/** Columns of a list, as the user selected them. */
export const COLUMN_COUNT_MAX = 30;
/** Optional columns of a list of events, which are named like keys of the search. */
export const EVENT_COLUMN_COUNT_MAX = 8;
export const API_TOKEN_COUNT_MAX = 100;
export const KEY_RATE_COUNT_MAX = 1_000_000_000;
export const KEY_RATE_WINDOW_S_MAX = 24 * 3600;

// ─── Sign-in ───────────────────────────────────────────────────────────────────────────────────────────────────────
export const PASSWORD_CHARS_MIN = 10;
export const PASSWORD_CHARS_MAX = 200;
export const SESSION_AGE_MS_MAX = 30 * 24 * 3600 * 1000;
/** How exactly the last use of a session or a token is known. */
export const LAST_USED_PRECISION_MS = 60_000;
/** Between the two steps of signing in, or of making a passkey. */
export const CEREMONY_AGE_MS_MAX = 10 * 60_000;
/** Of an identity provider: each of its settings, and the domains it may bring. */
export const IDENTITY_CHARS_MAX = 500;
export const IDENTITY_DOMAIN_COUNT_MAX = 20;
/** How long a provider's discovery document, or its failure, is cached, and how many. */
export const IDENTITY_DISCOVERY_AGE_MS_MAX = 10 * 60_000;
export const IDENTITY_FAILURE_AGE_MS_MAX = 30_000;
export const IDENTITY_DISCOVERY_COUNT_MAX = 1000;
export const RECOVERY_CODE_BYTES = 10;
export const SECOND_FACTOR_CHARS_MAX = 40;
export const PASSKEY_COUNT_MAX = 20;
export const INVITATION_AGE_MS_MAX = 7 * 24 * 3600 * 1000;
/** Open invitations of an organization. */
export const INVITATION_COUNT_MAX = 500;
/** Mail with invitations within the window: to one address, and from one user. */
export const INVITATION_MAIL_COUNT_MAX = 3;
export const INVITATION_MAIL_USER_COUNT_MAX = 100;
export const INVITATION_MAIL_WINDOW_MS = 3_600_000;
/** Share links of one issue, and how often one address may open any. */
export const SHARE_COUNT_MAX = 20;
export const SHARE_OPENING_COUNT_MAX = 60;
/** Single sign-on redirects and returns that one address may start per window. */
export const SIGN_ON_COUNT_MAX = 60;
/** The window in which these two are counted, and the number of counted addresses. */
export const REQUEST_WINDOW_MS = 60_000;
export const REQUEST_ADDRESSES_TRACKED_COUNT_MAX = 10_000;
export const SIGN_IN_LINK_AGE_MS_MAX = 15 * 60_000;
/** Work that waits for its turn after an answer, such as mail about accounts. */
export const BACKGROUND_COUNT_MAX = 200;
/** Of a link that resets a password. */
export const PASSWORD_RESET_AGE_MS_MAX = 60 * 60_000;
export const SIGN_IN_WINDOW_MS = 15 * 60_000;
/** Failed sign-ins within the window after which an e-mail address, or a network address, has to wait. */
export const SIGN_IN_FAILURE_COUNT_MAX = 5;
export const SIGN_IN_ADDRESS_FAILURE_COUNT_MAX = 20;
/** Addresses remembered by the sign-in throttle; the oldest are forgotten first. */
export const SIGN_IN_TRACKED_COUNT_MAX = 10_000;

// ─── Outgoing connections ──────────────────────────────────────────────────────────────────────────────────────────
/** One request with everything it needs: lookups, connections, redirects, bodies. */
export const OUTGOING_DURATION_MS_MAX = 10_000;
/** Time without data on a connection, or without an answer of a name server. */
export const OUTGOING_IDLE_MS_MAX = 5000;
/** The same for protocols other than HTTP: mail servers may greet late. */
export const OUTGOING_CONNECTION_DURATION_MS_MAX = 60_000;
export const OUTGOING_CONNECTION_IDLE_MS_MAX = 30_000;
/** Bytes of a response's body after decoding. */
export const OUTGOING_BODY_BYTES_MAX = MiB;
export const OUTGOING_CONNECTIONS_PER_HOST_MAX = 16;
export const OUTGOING_CONNECTION_COUNT_MAX = 64;
/** Concurrent lookups of names. Each occupies one of the four threads that the file system and password hashing use. */
export const OUTGOING_LOOKUP_COUNT_MAX = 2;
/** Between two heartbeats to the URL of the operator. */
export const HEARTBEAT_INTERVAL_MS = 60_000;

// ─── Alerts ────────────────────────────────────────────────────────────────────────────────────────────────────────
/** Issues that one message lists; it counts the others. */
export const DELIVERY_ISSUE_COUNT_MAX = 20;
/** Of what happened to one issue, those that one message describes. */
export const DELIVERY_ACTIVITY_COUNT_MAX = 10;
/** Projects in which a user is notified of other things than elsewhere. */
export const NOTIFICATION_PROJECT_COUNT_MAX = 100;
/** How long a thread of a channel is continued after its last message. */
export const CHANNEL_THREAD_AGE_MS_MAX = 30 * 24 * 3600 * 1000;
/** The body of a request of Slack. */
export const SLACK_BODY_BYTES_MAX = 256 * 1024;
/** Slack's own recommendation against replayed requests. */
export const SLACK_REQUEST_AGE_MS_MAX = 5 * 60 * 1000;
/** How long a link that links a user of Slack is valid. */
export const SLACK_LINK_MS_MAX = 15 * 60 * 1000;
export const SLACK_LINK_CHARS_MAX = 2000;
export const SLACK_NAME_CHARS_MAX = 80;
/** Browsers of one user that get notifications. */
export const BROWSER_COUNT_MAX = 10;
/** Characters of the address at a push service that a browser gives. */
export const PUSH_ENDPOINT_CHARS_MAX = 2048;
/** Characters of a link to unsubscribe; those that Seismo makes have at most 250. */
export const UNSUBSCRIBE_TOKEN_CHARS_MAX = 300;
/** Issues that a weekly report lists. */
export const WEEK_ISSUE_COUNT_MAX = 5;
/** Projects that a weekly report lists. */
export const WEEK_PROJECT_COUNT_MAX = 5;
/** Characters stored of a receiver's answer. */
export const DELIVERY_ANSWER_CHARS_MAX = 500;
/** A rule that fires again for the same issue sends no message within this time, unless the rule has another one. */
export const ALERT_REPEAT_MS_DEFAULT = 30 * 60_000;
export const ALERT_RULE_COUNT_MAX = 100;
export const ALERT_RULE_NAME_CHARS_MAX = 100;
export const ALERT_RULE_ENVIRONMENT_COUNT_MAX = 20;
/** Users to whom a rule reports alerts that were not acknowledged. */
export const ALERT_ESCALATION_USER_COUNT_MAX = 20;
export const ALERT_ESCALATION_BATCH_COUNT_MAX = 1000;
/** Of an organization. */
export const MAINTENANCE_WINDOW_COUNT_MAX = 100;
export const MAINTENANCE_WINDOW_NAME_CHARS_MAX = 100;
/** Of a window that is active once. */
export const MAINTENANCE_WINDOW_MS_MAX = 90 * 24 * 3600 * 1000;
/** How long the list has windows that have ended. */
export const MAINTENANCE_WINDOW_AGE_MS_MAX = 30 * 24 * 3600 * 1000;
/** How far the preview of a rule looks back, and at how many changes of issues. */
export const ALERT_PREVIEW_MS = 14 * 24 * 3600 * 1000;
export const ALERT_PREVIEW_CHANGE_COUNT_MAX = 5000;
/** Windows in which issues reached the number of a rule, that one evaluation or preview reads. */
export const ALERT_WINDOW_COUNT_MAX = 50_000;
/** Between two looks at which rules with numbers are due. */
export const ALERT_EVALUATION_INTERVAL_MS = 10_000;
/** How long after the end of a time range an evaluation counts as its end. */
export const ALERT_EVALUATION_DELAY_MS = 60_000;
/** Rules are not evaluated while reports wait longer than this to be processed: numbers would be too low. */
export const ALERT_LAG_MS_MAX = 60_000;
/** Messages of a rule about the same issue within this window; then it is considered to flap. */
export const ALERT_FLAP_WINDOW_MS = 24 * 3600 * 1000;
export const ALERT_FLAP_COUNT_MAX = 2;
/** Messages of a rule because a metric got worse, within the same window. */
export const ALERT_METRIC_FLAP_COUNT_MAX = 10;
/** Older events do not alert, as those of an import. */
export const ALERT_EVENT_AGE_MS_MAX = 24 * 3600 * 1000;
/** How long alerts and ended deliveries are stored, and how many one step deletes. */
export const ALERT_AGE_MS_MAX = 90 * 24 * 3600 * 1000;
export const ALERT_TRIM_COUNT_MAX = 1000;
/** Releases of a project that are measured at a time, and those that one step measures. */
export const RELEASE_SUMMARY_OPEN_COUNT_MAX = 50;
export const RELEASE_SUMMARY_BATCH_COUNT_MAX = 20;
/** A problem of the server that was not found for so long is over. */
export const SERVER_PROBLEM_OVER_MS = 10 * 60_000;
/** Messages to one recipient per window. What fires meanwhile joins the next message. */
export const DELIVERY_PER_WINDOW_MAX = 3;
export const DELIVERY_WINDOW_MS = 60_000;
/** Messages that are being sent at the same time. */
export const DELIVERY_CONCURRENCY_MAX = 8;
/** Attempts at one message over about a day, and the waits between them. */
export const DELIVERY_ATTEMPT_COUNT_MAX = 10;
export const DELIVERY_BACKOFF_MS_MIN = 15_000;
export const DELIVERY_BACKOFF_MS_MAX = 4 * 3600 * 1000;
/** After so many failed attempts at one message, others are told that its channel does not work. */
export const CHANNEL_FAILED_ATTEMPT_COUNT = 4;
/** Channels that sent nothing for this long are unproven: their owners are asked to send a test. */
export const CHANNEL_SILENT_MS_MAX = 30 * 24 * 3600 * 1000;
export const CHANNEL_COUNT_MAX = 50;
export const CHANNEL_NAME_CHARS_MAX = 100;
export const CHANNEL_SETTING_CHARS_MAX = 2048;
/** Between two looks at the queue, in case another process has changed it or the connections were paused. */
export const DELIVERY_POLL_MS = 5000;
