import type { SettingReads, SettingWrites } from './contract.ts';

export interface SettingData {
  settings: { name: string; value: string }[];
}

export function emptySettings(): SettingData {
  return { settings: [] };
}

export function settingReads(current: () => SettingData): SettingReads {
  return {
    setting: async (name) => current().settings.find((setting) => setting.name === name)?.value ?? null,
  };
}

export function settingWrites(data: SettingData): SettingWrites {
  return {
    async setSetting(name, value) {
      data.settings = [...data.settings.filter((setting) => setting.name !== name), { name, value }];
    },
  };
}
