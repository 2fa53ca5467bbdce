import type { OrganizationId, UserId } from '@seismo/protocol';
import type { ChannelRecord } from '#store/state/alerts/contract.ts';

/** Browsers in which users get notifications (Web Push). */
export interface BrowserReads {
  /** Of these users, in order of creation: those whose session has not ended. */
  listBrowsers(userIds: UserId[], nowMs: number): Promise<Browser[]>;
  /** `null` if it was deleted or its session has ended. */
  browserById(id: number, nowMs: number): Promise<Browser | null>;
  /** With deleted ones. */
  browserNames(ids: number[]): Promise<Map<number, string>>;
  /** The last attempt that ended, and when the last message was sent. */
  browserRecord(id: number): Promise<ChannelRecord>;
  /** With which this server signs its requests to push services; `null` before the first use, or if the key file was replaced. */
  pushKeys(): Promise<PushKeys | null>;
}

export interface BrowserWrites {
  /** Replaces what the same session or the same endpoint had. */
  addBrowser(browser: NewBrowser): Promise<number>;
  /** Cancels what waits for it. Past messages keep its name, nothing keeps its subscription. */
  deleteBrowser(id: number, nowMs: number): Promise<void>;
  /** Deletes those whose session has ended, and forgets deleted ones that no message names. */
  trimBrowsers(nowMs: number): Promise<void>;
  setPushKeys(keys: PushKeys): Promise<void>;
}

export interface Browser {
  id: number;
  userId: UserId;
  /** That turned it on. The browser gets nothing after its end. */
  sessionHash: string;
  /** The only organization that the session reaches; `null`: all of the user's. */
  organizationId: OrganizationId | null;
  /** Such as "Chrome on Linux". */
  name: string;
  /** `null` if the key that encrypted it is missing. */
  subscription: PushSubscription | null;
  createdAtMs: number;
}

export type NewBrowser = Omit<Browser, 'id' | 'organizationId' | 'subscription'> & {
  subscription: PushSubscription;
  /** SHA-256 of the endpoint. */
  endpointHash: string;
};

/** Where a push service takes messages for a browser, and the keys that encrypt them. Who knows it can send to the browser. */
export interface PushSubscription {
  endpoint: string;
  /** Public key of the browser: a point of P-256 in base64url. */
  p256dh: string;
  /** Shared secret of 16 bytes in base64url. */
  auth: string;
}

/** A pair of keys of P-256 in base64url. */
export interface PushKeys {
  /** An uncompressed point, as browsers take it. */
  publicKey: string;
  privateKey: string;
}
