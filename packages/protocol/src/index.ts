export * as limits from './limits.ts';
export type { OrganizationId, ProjectId, IssueId, UserId, EventId } from './ids.ts';
export { readEventId } from './ids.ts';
export { itemCategories, itemKindOf, categoryOf } from './items/kinds.ts';
export type { ItemKind, KnownItemKind, DataCategory } from './items/kinds.ts';
export { outcomes, reasons } from './outcome.ts';
export type { Outcome, Fate } from './outcome.ts';
export { levels } from './items/event.ts';
export type {
  Level,
  Json,
  Frame,
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
export { EnvelopeError } from './envelope/envelope.ts';
export type { Envelope, EnvelopeHeader, EnvelopeItem, EnvelopeFault, EnvelopeFaultCode } from './envelope/envelope.ts';
