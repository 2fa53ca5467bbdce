/** A run of a demo app: the requests of its SDK in order, with their time after the start. */
export interface Visit {
  project: 'shop-web' | 'shop-api' | 'shop-worker';
  /**
   * Builds of shop-web: without debug IDs, with them and uploaded, with them and not uploaded. Servers run their
   * sources.
   */
  build: 'first' | 'production' | 'staging';
  scenario: string;
  variant: string;
  userAgent: string;
  envelopes: { afterMs: number; body: Buffer }[];
}
