export interface SettingReads {
  /** A server-wide value, such as the sign-in secret. */
  setting(name: string): Promise<string | null>;
  /** Those of these names that have a value. */
  settings(names: string[]): Promise<Map<string, string>>;
}

export interface SettingWrites {
  setSetting(name: string, value: string): Promise<void>;
}
