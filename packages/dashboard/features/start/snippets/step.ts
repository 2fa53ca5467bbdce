export interface Step {
  says: string;
  code: string;
}

/** A JavaScript call of `init` with nothing but the DSN. */
export const initOf = (dsn: string): string => `Sentry.init({\n  dsn: ${JSON.stringify(dsn)},\n});`;

export const install = (code: string): Step => ({ says: 'Install the SDK', code });

export const thrown = (code: string, says = 'Throw an error'): Step => ({ says, code });
