/** What the test page tells the SDK under test; the page server writes it into the page. */
export interface PageSettings {
  dsn: string;
  tunnel?: string;
}

declare global {
  interface Window {
    e2eSettings: PageSettings;
    /** Resolves when everything was sent and answered. */
    e2eFlush(): Promise<unknown>;
  }
}
