import type { Server } from '../running-server.ts';
import type { ExpectedIssue } from './scenario.ts';

interface Issue {
  id: string;
  title: string;
  culprit: string | null;
  level: string;
}

interface Frame {
  function: string | null;
  inApp: boolean;
}

interface ExceptionValue {
  type: string;
  mechanism: { handled: boolean | null } | null;
  stacktrace: { frames: Frame[] } | null;
}

interface Event {
  tags: { key: string; value: string }[];
  user: { id?: string | null; email?: string | null } | null;
  entries: ({ type: string } & (
    | { type: 'exception'; data: { values: ExceptionValue[] } }
    | { type: 'breadcrumbs'; data: { values: { category: string | null; message: string | null }[] } }
  ))[];
}

/** `HTMLButtonElement.checkOut` is `checkOut` called as a listener. */
function bareName(name: string | null): string {
  return name?.split('.').at(-1) ?? '?';
}

function exceptionsOf(event: Event): ExceptionValue[] {
  return event.entries.flatMap((entry) => (entry.type === 'exception' ? entry.data.values : []));
}

function breadcrumbsOf(event: Event): string[] {
  const crumbs = event.entries.flatMap((entry) => (entry.type === 'breadcrumbs' ? entry.data.values : []));
  return crumbs.flatMap(({ category, message }) => [category ?? '', message ?? '']);
}

/** The server's data of an issue in the form of the expectation, so that a test can compare both as a whole. */
export async function reportedIssues(
  server: Server,
  slug: string,
  expected: ExpectedIssue[],
): Promise<ExpectedIssue[]> {
  const issues = await server.get<Issue[]>(`/api/0/projects/main/${slug}/issues/`);
  return Promise.all(
    issues.map(async ({ id, title, culprit, level }) => {
      const event = await server.get<Event>(`/api/0/organizations/main/issues/${id}/events/latest/`);
      const hoped = expected.find((candidate) => candidate.title === title);
      const exceptions = exceptionsOf(event);
      const thrown = exceptions.at(-1);
      const tags = Object.fromEntries(event.tags.map(({ key, value }) => [key, value]));
      const crumbs = breadcrumbsOf(event);
      const names = (thrown?.stacktrace?.frames ?? [])
        .filter((frame) => frame.inApp)
        .map((frame) => bareName(frame.function));
      return {
        title,
        level: level as ExpectedIssue['level'],
        culprit:
          hoped?.culprit && culprit?.includes(hoped.culprit) ? hoped.culprit : hoped?.culprit === null ? null : culprit,
        functions: hoped?.functions.length ? names.slice(-hoped.functions.length) : [],
        exceptions: exceptions.map(({ type }) => type),
        handled: thrown?.mechanism?.handled ?? null,
        tags: Object.fromEntries(Object.entries(tags).filter(([key]) => hoped === undefined || key in hoped.tags)),
        user: Object.fromEntries(
          Object.entries(event.user ?? {}).filter(([key]) => hoped === undefined || key in hoped.user),
        ),
        breadcrumbs: hoped?.breadcrumbs.filter((crumb) => crumbs.includes(crumb)) ?? crumbs,
      };
    }),
  );
}
