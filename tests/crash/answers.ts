/** The Web API's answers of a drained server about a filled data folder, without values that depend on the time. */
export async function answersOf(url: string, token: string, projects: readonly string[]): Promise<object> {
  const get = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${url}/api/0${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const range = 'start=2026-11-20T00:00:00&end=2026-12-01T00:00:00';
  const byTitle = (one: Fields, other: Fields) => String(one['shortId']).localeCompare(String(other['shortId']));
  const perProject = async (slug: string) => {
    const issues = await get<Fields[]>(`/projects/main/${slug}/issues/?query=&limit=100&${range}`);
    return {
      issues: await Promise.all(
        issues.toSorted(byTitle).map(async (issue) => {
          const { activity, ...detail } = await get<Fields & { activity: Fields[] }>(`/issues/${String(issue['id'])}/`);
          const hashes = await get<Fields[]>(`/issues/${String(issue['id'])}/hashes/`);
          return {
            // Without the ID: which of two projects gets the lower number depends on the version.
            ...fieldsOf(issue, ['shortId', 'title', 'culprit', 'level', 'count', 'userCount', 'firstSeen', 'lastSeen']),
            ...fieldsOf(detail, ['status', 'priority', 'isBookmarked', 'hasSeen', 'numComments', 'assignedTo']),
            activity: activity.map((each) => fieldsOf(each, ['type', 'data'])),
            hashes: hashes.map(({ id }) => String(id)).toSorted(),
          };
        }),
      ),
      feedback: (await get<Fields[]>(`/projects/main/${slug}/user-feedback/?status=`)).map((each) =>
        fieldsOf(each, ['id', 'eventID', 'name', 'email', 'comments']),
      ),
      releases: (await get<Fields[]>(`/projects/main/${slug}/releases/`)).map((each) =>
        fieldsOf(each, ['version', 'newGroups', 'dateCreated', 'firstEvent', 'lastEvent']),
      ),
    };
  };
  const stats = await get<{ groups: object[] }>(
    `/organizations/main/stats_v2/?field=sum(quantity)&groupBy=outcome&groupBy=reason&groupBy=project&category=error&interval=1d&${range}`,
  );
  const all: Record<string, object> = {
    stats: stats.groups.map((group) => fieldsOf(group as Fields, ['by', 'totals'])),
  };
  for (const slug of projects) all[slug] = await perProject(slug);
  return all;
}

type Fields = Record<string, unknown>;

function fieldsOf(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
