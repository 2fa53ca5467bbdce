export * as limits from './limits.ts';
export type { OrganizationId, ProjectId, IssueId, UserId, TeamId, EventId, DebugId } from './ids.ts';
export { readEventId, readDebugId } from './ids.ts';
export { itemCategories, itemKindOf, categoryOf, itemBytesMax, attachmentParents } from './items/kinds.ts';
export type { ItemKind, KnownItemKind, DataCategory } from './items/kinds.ts';
export { outcomes, reasons } from './outcome.ts';
export type { Outcome, Disposition } from './outcome.ts';
export { levels } from './items/event.ts';
export type {
  Level,
  Json,
  Frame,
  FrameImage,
  Stacktrace,
  Mechanism,
  ExceptionValue,
  Thread,
  Breadcrumb,
  EventUser,
  EventRequest,
  EventPayload,
  MetaNote,
  Grouping,
  GroupingComponent,
  StoredEvent,
} from './items/event.ts';
export { decodedPath, nameOfFrame } from './frame-name.ts';
export { readDigest } from './items/digest.ts';
export { mappingErrors } from './items/frame-map.ts';
export type { FrameMap, MappedFrame, UnmappedFrame, GeneratedFrame, MappingErrorCode } from './items/frame-map.ts';
export { EnvelopeError, recordCountOf } from './envelope/envelope.ts';
export type {
  Envelope,
  EnvelopeHeader,
  EnvelopeItem,
  EnvelopeProblem,
  EnvelopeProblemCode,
} from './envelope/envelope.ts';
export { readEnvelope } from './envelope/read.ts';
export { writeEnvelope } from './envelope/write.ts';
export type { ItemDraft } from './envelope/write.ts';
export { testEnvelope, testSdkName } from './test-event.ts';
export { parseJson, decodeUtf8 } from './json.ts';
export type { ParsedJson } from './json.ts';
export { parseDsn, formatDsn, dsnAt, readProjectId } from './dsn.ts';
export type { Dsn } from './dsn.ts';
export { readAuthHeader, readAuthQuery, readPublicKey } from './auth.ts';
export { writeRateLimits } from './rate-limits.ts';
export type { RateLimit } from './rate-limits.ts';
export { readSentryTrace, readTraceparent, readBaggage } from './trace.ts';
export type { TraceParent } from './trace.ts';
export { Notes, FieldLocation } from './lenient/notes.ts';
export {
  isFields,
  readText,
  readLooseText,
  readBoolean,
  readInteger,
  readFields,
  readList,
  isSafeKey,
  fitText,
} from './lenient/read.ts';
export type { Fields } from './lenient/read.ts';
export { readJson, readJsonRecord } from './lenient/json.ts';
