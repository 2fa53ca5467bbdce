import { CLIENT_BREADCRUMB_COUNT_MAX } from '@seismo/protocol/limits';
import { seconds } from './clock.ts';
import type { Attachment, Breadcrumb, Context, Event, EventHint, Primitive, SeverityLevel, User } from './event.ts';

export type EventProcessor = (event: Event, hint: EventHint) => Event | null | PromiseLike<Event | null>;

export interface ScopeContext {
  user?: User | null | undefined;
  level?: SeverityLevel | undefined;
  tags?: Record<string, Primitive>;
  extra?: Record<string, unknown>;
  contexts?: Record<string, Context | null | undefined>;
  fingerprint?: string[] | undefined;
}

const records = ['user', 'tags', 'extra', 'contexts', 'request'] as const;
const lists = ['breadcrumbs', 'attachments', 'processors'] as const;
const singles = ['level', 'fingerprint', 'transaction'] as const;

/** What every event of the page, or of one `withScope`, carries. Changes make new records and lists: copies share them. */
export class Scope implements ScopeContext {
  user: User | undefined;
  level: SeverityLevel | undefined;
  fingerprint: string[] | undefined;
  transaction: string | undefined;
  request: Event['request'];
  tags: Record<string, Primitive> = {};
  extra: Record<string, unknown> = {};
  contexts: Record<string, Context | null | undefined> = {};
  breadcrumbs: Breadcrumb[] = [];
  attachments: Attachment[] = [];
  processors: EventProcessor[] = [];

  /** Takes over what the other says: a scope, an event, some of their fields, or a function that changes this one. */
  update(other: Scope | ScopeContext | Partial<Scope> | Event | ((scope: Scope) => unknown) | undefined): this {
    if (typeof other === 'function') other(this);
    else if (other) {
      const from = other as Record<string, unknown>;
      const into = this as Record<string, unknown>;
      for (const field of records) if (from[field]) into[field] = { ...(into[field] as object), ...from[field] };
      for (const field of lists) into[field] = [...this[field], ...((from[field] as never[] | undefined) ?? [])];
      for (const field of singles) into[field] = from[field] ?? into[field];
    }
    return this;
  }

  setUser(user: User | null): this {
    this.user = user ?? undefined;
    return this;
  }

  setTags(tags: Record<string, Primitive>): this {
    return this.update({ tags });
  }

  setTag(key: string, value: Primitive): this {
    return this.update({ tags: { [key]: value } });
  }

  setExtras(extra: Record<string, unknown>): this {
    return this.update({ extra });
  }

  setExtra(key: string, value: unknown): this {
    return this.update({ extra: { [key]: value } });
  }

  setContext(name: string, context: Context | null): this {
    return this.update({ contexts: { [name]: context } });
  }

  setLevel(level: SeverityLevel): this {
    return this.update({ level });
  }

  setFingerprint(fingerprint: string[]): this {
    return this.update({ fingerprint });
  }

  setTransactionName(transaction: string): this {
    return this.update({ transaction });
  }

  addEventProcessor(processor: EventProcessor): this {
    return this.update({ processors: [processor] });
  }

  addAttachment(attachment: Attachment): this {
    return this.update({ attachments: [attachment] });
  }

  addBreadcrumb(breadcrumb: Breadcrumb, countMax: number = CLIENT_BREADCRUMB_COUNT_MAX): this {
    this.update({ breadcrumbs: [{ timestamp: seconds(), ...breadcrumb }] });
    this.breadcrumbs = this.breadcrumbs.slice(-countMax || Infinity);
    return this;
  }

  clone(): Scope {
    return new Scope().update(this);
  }

  clear(): this {
    return Object.assign(this, new Scope());
  }
}
