export interface Target {
  dsn: string;
}

/** The issue that a run must lead to, as `/api/0/` tells it. Texts are contained; names and tags are equal. */
export interface ExpectedIssue {
  title: string;
  level: 'fatal' | 'error' | 'warning' | 'info';
  /** Part of the culprit; `null` when the SDK sends nothing a culprit could be made of. */
  culprit: string | null;
  /** Function names of the frames nearest to the throw of the last exception, the throwing one last. */
  functions: string[];
  /** Types of the chain, the innermost cause first. */
  exceptions: string[];
  handled: boolean | null;
  tags: Record<string, string>;
  user: { id?: string; email?: string };
  /** Messages or categories of breadcrumbs that must be among them. */
  breadcrumbs: string[];
}

/** A real client doing something real. `run` resolves when the client has been answered. */
export interface Scenario {
  name: string;
  platform: string;
  run(target: Target): Promise<void>;
  expected: ExpectedIssue[];
}
