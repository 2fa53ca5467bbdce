export interface Step {
  title: string;
  code: string;
}

/** A JavaScript call of `init` with only the DSN. */
export const initOf = (dsn: string): string => `Sentry.init({\n  dsn: ${JSON.stringify(dsn)},\n});`;

export const install = (code: string): Step => ({ title: 'Install the SDK', code });

export const throwStep = (code: string, title = 'Throw an error'): Step => ({ title, code });
