/** One run of a demo app: what its SDK sent, in order, and when after the start. */
export interface Visit {
  project: 'shop-web' | 'shop-api' | 'shop-worker';
  scenario: string;
  variant: string;
  userAgent: string;
  envelopes: { afterMs: number; body: Buffer }[];
}
