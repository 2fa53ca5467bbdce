export interface SettingReads {
  /** A server-wide value, such as the sign-in secret. */
  setting(name: string): Promise<string | null>;
  /** Those of these names that have a value. */
  settings(names: string[]): Promise<Map<string, string>>;
  /** The engine and its version, such as `SQLite 3.53.0`. */
  engineVersion(): Promise<string>;
}

export interface SettingWrites {
  setSetting(name: string, value: string): Promise<void>;
}
