import { CLIENT_BREADCRUMB_COUNT_MAX } from '@seismo/protocol/client-limits';
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

/**
 * The data of every event of the page or of one `withScope`. Changes create new records and lists, because copies share
 * them.
 */
export class Scope implements ScopeContext {
  declare user?: User | undefined;
  declare level?: SeverityLevel;
  declare fingerprint?: string[];
  declare transaction?: string;
  declare request?: Event['request'];
  declare tags?: Record<string, Primitive>;
  declare extra?: Record<string, unknown>;
  declare contexts?: Record<string, Context | null | undefined>;
  declare breadcrumbs?: Breadcrumb[];
  declare attachments?: Attachment[];
  declare processors?: EventProcessor[];

  /** Merges another scope, an event, some of their fields, or a function that changes this scope. */
  update(other: Scope | ScopeContext | Partial<Scope> | Event | ((scope: Scope) => unknown) | undefined): this {
    if (typeof other === 'function') other(this);
    else {
      const into = this as Record<string, unknown>;
      for (const [field, value] of Object.entries(other ?? {})) {
        // Records and lists grow, anything else is replaced.
        const grows = typeof value === 'object' && field !== 'fingerprint';
        const before = into[field];
        if (value)
          into[field] = grows
            ? Array.isArray(value)
              ? [...((before as []) ?? []), ...value]
              : { ...(before as object), ...value }
            : value;
      }
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
    this.breadcrumbs = this.breadcrumbs!.slice(-countMax || Infinity);
    return this;
  }

  clone(): Scope {
    return new Scope().update(this);
  }

  clear(): this {
    for (const field in this) delete (this as Record<string, unknown>)[field];
    return this;
  }
}
