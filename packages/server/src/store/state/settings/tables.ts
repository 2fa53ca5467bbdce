export interface SettingTables {
  setting: { name: string; value: string };
}
