export interface Target {
  dsn: string;
}

/** The issue that a run must create, as in `/api/0/`. Texts must be contained; names and tags must be equal. */
export interface ExpectedIssue {
  title: string;
  level: 'fatal' | 'error' | 'warning' | 'info';
  /** Part of the culprit; `null` if the SDK sends no data for one. */
  culprit: string | null;
  /** Function names of the frames nearest to the throw of the last exception, the throwing function last. */
  functions: string[];
  /** Types of the chain, the innermost cause first. */
  exceptions: string[];
  handled: boolean | null;
  tags: Record<string, string>;
  user: { id?: string; email?: string };
  /** Messages or categories that the breadcrumbs must contain. */
  breadcrumbs: string[];
}

/** A real client and its action. `run` resolves when the server has answered the client. */
export interface Scenario {
  name: string;
  platform: string;
  run(target: Target): Promise<void>;
  expected: ExpectedIssue[];
}
