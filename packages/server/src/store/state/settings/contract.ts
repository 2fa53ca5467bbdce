export interface SettingReads {
  /** A server-wide value, such as the sign-in secret. */
  setting(name: string): Promise<string | null>;
}

export interface SettingWrites {
  setSetting(name: string, value: string): Promise<void>;
}
