/** Options of the SDK under test; the page server writes them into the page. */
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
