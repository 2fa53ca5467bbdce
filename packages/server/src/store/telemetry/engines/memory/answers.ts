import type { EventCondition } from '../../condition.ts';
import type { EventRow, LedgerRow } from '../../contract.ts';
import type { Asks, EventBody, EventHead, EventKey, QuestionName, Rows as Answered } from '../../queries/index.ts';
import { holds } from './condition.ts';
import { among, bucketOf, byPlace, groups, people, sum, within } from './order.ts';
import { unmappedFrames } from '../../tables/events.ts';
import type { StoredRows as Rows } from '../../tables/index.ts';
import { shareAnswers } from './shares.ts';

type Answers = { [Name in QuestionName]: (rows: Rows, ask: Asks[Name]) => Answered[Name][] };

/** One small function per question. */
export const answers: Answers = {
  'known-event-ids': ({ events }, ask) =>
    groups(
      events.filter((event) => event.projectId === ask.projectId && ask.eventIds.includes(event.eventId)),
      (event) => [event.eventId],
    ).map(([event]) => ({ eventId: event!.eventId })),

  'event-by-id': ({ events }, ask) =>
    events
      .filter((event) => event.projectId === ask.projectId && event.eventId === ask.eventId)
      .filter((event) => ask.atMs === null || event.atMs === ask.atMs)
      .slice(0, 1)
      .map(withBody),

  'single-event-since': ({ events }, { projectId, issueId, sinceMs }) => {
    const since = events.filter(
      (event) => event.projectId === projectId && event.issueId === issueId && event.atMs >= sinceMs,
    );
    return since.length === 1 ? since.map(withBody) : [];
  },

  'find-event': ({ events }, ask) =>
    groups(
      events.filter((event) => event.eventId === ask.eventId && ask.projectIds.includes(event.projectId)),
      (event) => [event.projectId, event.issueId],
    )
      .flat()
      .map(({ projectId, issueId, eventId }) => ({ projectId, issueId, eventId })),

  'events-of-issue': ({ events }, { projectId, issueId, environments, range, where, before, count }) =>
    events
      .filter(meets(where))
      .filter((event) => event.projectId === projectId && event.issueId === issueId)
      .filter((event) => among(event.environment, environments) && (range === null || within(event.atMs, range)))
      .filter((event) => before === null || byPlace(event, before) < 0)
      .sort((a, b) => byPlace(b, a))
      .slice(0, count)
      .map(headOf),

  'first-events-of-issue': ({ events }, { projectId, issueId, environments, range, where, after, count }) =>
    events
      .filter(meets(where))
      .filter((event) => event.projectId === projectId && event.issueId === issueId)
      .filter((event) => among(event.environment, environments) && (range === null || within(event.atMs, range)))
      .filter((event) => after === null || byPlace(event, after) > 0)
      .sort(byPlace)
      .slice(0, count)
      .map(headOf),

  'newest-of-issue': ({ events }, { projectId, issueId, environments, range, where }) =>
    events
      .filter(meets(where))
      .filter((event) => event.projectId === projectId && event.issueId === issueId)
      .filter((event) => among(event.environment, environments) && (range === null || within(event.atMs, range)))
      .sort(byPlace)
      .slice(-1)
      .map(({ eventId, atMs }) => ({ eventId, atMs })),

  'event-neighbours': ({ events }, { projectId, issueId, at, environments, range, where }) => {
    const places = events
      .filter(meets(where))
      .filter((event) => event.projectId === projectId && event.issueId === issueId)
      .filter((event) => among(event.environment, environments) && (range === null || within(event.atMs, range)))
      .sort(byPlace);
    return [
      {
        previous: places.findLast((event) => byPlace(event, at) < 0)?.eventId ?? null,
        next: places.find((event) => byPlace(event, at) > 0)?.eventId ?? null,
        first: places[0]?.eventId ?? null,
        last: places.at(-1)?.eventId ?? null,
        position: places.filter((event) => byPlace(event, at) <= 0).length,
        total: places.length,
      },
    ];
  },

  'events-of-project': ({ events }, { projectId, where, before, count }) =>
    events
      .filter(meets(where))
      .filter((event) => event.projectId === projectId && (before === null || byPlace(event, before) < 0))
      .sort((a, b) => byPlace(b, a))
      .slice(0, count)
      .map(headOf),

  'event-groups': ({ events }, { projectIds, environments, where, range, by, order, offset, count }) => {
    const found = events
      .filter(meets(where))
      .filter((event) => projectIds.includes(event.projectId) && within(event.atMs, range))
      .filter((event) => among(event.environment, environments));
    const rows = groups(found, (event) => (by.length === 0 ? [''] : by.map((key) => keyOf(event, key)))).map(
      (group) => ({
        keys: by.length === 0 ? [''] : by.map((key) => keyOf(group[0]!, key)),
        events: group.length,
        users: people(group),
        issues: new Set(group.map(({ issueId }) => issueId)).size,
        firstSeenAtMs: Math.min(...group.map(({ atMs }) => atMs)),
        lastSeenAtMs: Math.max(...group.map(({ atMs }) => atMs)),
      }),
    );
    const sign = order?.descending ? -1 : 1;
    if (order) rows.sort((a, b) => sign * (a[order.measure] - b[order.measure]));
    return rows.slice(offset, offset + count);
  },

  'linked-events': ({ events }, { projectIds, where, before, count }) =>
    events
      .filter(meets(where))
      .filter((event) => projectIds.includes(event.projectId))
      .filter((event) => before === null || byPlace(event, before) < 0)
      .sort((a, b) => byPlace(b, a))
      .slice(0, count)
      .map((event) => ({ ...headOf(event), traceId: event.traceId, digest: event.digest })),

  'newest-bodies': ({ events }, { projectId, count }) =>
    events
      .filter((event) => event.projectId === projectId)
      .sort((a, b) => byPlace(b, a))
      .slice(0, count)
      .map(({ eventId, issueId, atMs, body }) => ({ eventId, issueId, atMs, body })),

  'map-coverage': ({ events }, { projectId, range }) =>
    groups(
      events
        .filter((event) => event.projectId === projectId && within(event.atMs, range))
        .filter(({ maps }) => maps.mapped + unmappedFrames(maps) > 0)
        .flatMap((event) => [
          { event, fault: '', frames: event.maps.mapped },
          ...Object.entries(event.maps.faults).map(([fault, frames]) => ({ event, fault, frames })),
        ]),
      ({ event, fault }) => [event.release, fault],
    ).map((parts) => {
      const newest = parts.toSorted((a, b) => byPlace(b.event, a.event))[0]!;
      const { release, eventId, issueId, atMs } = newest.event;
      const frames = sum(parts, (part) => part.frames);
      return { release, fault: newest.fault, frames, events: parts.length, eventId, issueId, atMs };
    }),

  'repairable-count': ({ events }, ask) => [{ events: events.filter(isRepairable(ask)).length }],

  'repairable-bodies': ({ events }, { before, count, ...ask }) =>
    events
      .filter(isRepairable(ask))
      .filter((event) => before === null || byPlace(event, before) < 0)
      .sort((a, b) => byPlace(b, a))
      .slice(0, count)
      .map(({ eventId, issueId, atMs, body }) => ({ eventId, issueId, atMs, body })),

  'stored-per-hour': ({ ledger }, { projectIds, range }) =>
    groups(
      ledger
        .filter((cell) => cell.itemKind === 'event' && cell.outcome === 'stored')
        .filter((cell) => projectIds.includes(cell.projectId) && within(cell.atMs, range)),
      (cell) => [cell.projectId, bucketOf(cell.atMs, 3_600_000)],
    )
      .map((group) => ({
        projectId: group[0]!.projectId,
        hourAtMs: bucketOf(group[0]!.atMs, 3_600_000),
        events: sum(group, (cell) => cell.quantity),
      }))
      .filter((hour) => hour.events !== 0),

  'issues-in-range': ({ events }, { projectIds, environments, releases, where, range, sinceSequence }) =>
    groups(
      events
        .filter(meets(where))
        .filter((event) => event.sequence > (sinceSequence ?? -1))
        .filter((event) => projectIds.includes(event.projectId) && among(event.release, releases))
        .filter((event) => among(event.environment, environments) && within(event.atMs, range)),
      (event) => [event.issueId],
    ).map((ofIssue) => ({
      issueId: ofIssue[0]!.issueId,
      events: ofIssue.length,
      lastSequence: Math.max(...ofIssue.map((event) => event.sequence)),
    })),

  'last-seen-through': ({ events }, { projectIds, issueIds, sequence }) =>
    groups(
      events.filter(
        (event) =>
          event.sequence <= sequence && projectIds.includes(event.projectId) && issueIds.includes(event.issueId),
      ),
      (event) => [event.issueId],
    ).map((ofIssue) => ({
      issueId: ofIssue[0]!.issueId,
      atMs: Math.max(...ofIssue.map((event) => event.atMs)),
    })),

  'issue-users': ({ events }, { projectIds, issueIds, environments, releases, where, range }) =>
    groups(
      events
        .filter(meets(where))
        .filter((event) => projectIds.includes(event.projectId) && issueIds.includes(event.issueId))
        .filter((event) => among(event.release, releases) && event.userKey !== '')
        .filter((event) => among(event.environment, environments) && within(event.atMs, range)),
      (event) => [event.issueId],
    ).map((ofIssue) => ({ issueId: ofIssue[0]!.issueId, users: people(ofIssue) })),

  'issue-series': ({ events }, { projectIds, issueIds, environments, releases, where, range, bucketMs }) =>
    groups(
      events
        .filter(meets(where))
        .filter((event) => projectIds.includes(event.projectId) && issueIds.includes(event.issueId))
        .filter((event) => among(event.release, releases))
        .filter((event) => among(event.environment, environments) && within(event.atMs, range)),
      (event) => [event.issueId, bucketOf(event.atMs, bucketMs)],
    ).map((group) => ({
      issueId: group[0]!.issueId,
      bucketAtMs: bucketOf(group[0]!.atMs, bucketMs),
      events: group.length,
    })),

  'issue-figures': (rows, ask) => {
    const series = answers['issue-series'](rows, ask).map((row) => ({ ...row, users: 0 }));
    const people = answers['issue-users'](rows, ask).map((row) => ({ ...row, bucketAtMs: null, events: 0 }));
    return groups([...series, ...people], ({ issueId }) => [issueId]).flat();
  },

  'tags-of-issue': ({ events }, { projectId, issueId, valuesPerTag }) => {
    const tags = events
      .filter((event) => event.projectId === projectId && event.issueId === issueId)
      .flatMap((event) => Object.entries(event.tags).map(([key, value]) => ({ key, value })));
    return groups(tags, ({ key }) => [key]).flatMap((ofKey) => {
      const values = groups(ofKey, ({ value }) => [value]);
      return values
        .toSorted((a, b) => b.length - a.length)
        .slice(0, valuesPerTag)
        .map((ofValue) => ({
          ...ofValue[0]!,
          events: ofValue.length,
          tagEvents: ofKey.length,
          distinctValues: values.length,
        }));
    });
  },

  'tag-rates': ({ events }, { projectId, issueId, range, valuesPerTag }) => {
    const ofProject = events.filter((event) => event.projectId === projectId && within(event.atMs, range));
    const ofIssue = ofProject.filter((event) => event.issueId === issueId);
    const tags = ofIssue.flatMap((event) => Object.entries(event.tags).map(([key, value]) => ({ key, value })));
    return groups(tags, ({ key }) => [key]).flatMap((ofKey) => {
      const values = groups(ofKey, ({ value }) => [value]);
      return values
        .toSorted((a, b) => b.length - a.length)
        .slice(0, valuesPerTag)
        .map((ofValue) => {
          const { key, value } = ofValue[0]!;
          return {
            key,
            value,
            issueEvents: ofValue.length,
            projectEvents: ofProject.filter((event) => Object.hasOwn(event.tags, key) && event.tags[key] === value)
              .length,
            distinctValues: values.length,
            issueTotal: ofIssue.length,
            projectTotal: ofProject.length,
          };
        });
    });
  },
  'hashes-of-issue': ({ events }, { projectId, issueId }) =>
    groups(
      events.filter((event) => event.projectId === projectId && event.issueId === issueId),
      (event) => [event.hash],
    )
      .map(groupOf)
      .toSorted((a, b) => b.events - a.events),

  'groups-by-map': ({ events }, { projectId, issueId, count }) =>
    groups(
      events
        .filter((event) => event.projectId === projectId && event.issueId === issueId)
        .filter(({ hash, mappedHash }) => mappedHash !== '' && mappedHash !== hash),
      ({ hash, mappedHash }) => [hash, mappedHash],
    )
      .map((alike) => {
        const { mappedHash, culprit } = alike.toSorted(byPlace).at(-1)!;
        return { ...groupOf(alike), mappedHash, culprit };
      })
      .toSorted((a, b) => b.events - a.events)
      .slice(0, count),

  'issue-sums': ({ events }, { projectId, issueIds }) =>
    groups(
      events.filter((event) => event.projectId === projectId && issueIds.includes(event.issueId)),
      (event) => [event.issueId],
    )
      .map((ofIssue) => ofIssue.toSorted(byPlace))
      .map((ofIssue) => ({
        issueId: ofIssue[0]!.issueId,
        events: ofIssue.length,
        firstSeenAtMs: ofIssue[0]!.atMs,
        lastSeenAtMs: ofIssue.at(-1)!.atMs,
        firstRelease: ofIssue.find((event) => event.release !== '')?.release ?? '',
        lastRelease: ofIssue.findLast((event) => event.release !== '')?.release ?? '',
        eventId: ofIssue.at(-1)!.eventId,
      })),

  'issue-environments': ({ events }, { projectId, issueId }) =>
    groups(
      events.filter((event) => event.projectId === projectId && event.issueId === issueId),
      (event) => [event.environment],
    )
      .map((ofOne) => ofOne.toSorted(byPlace))
      .map((ofOne) => ({
        environment: ofOne[0]!.environment,
        events: ofOne.length,
        users: new Set(ofOne.map(({ userKey }) => userKey).filter((key) => key !== '')).size,
        firstSeenAtMs: ofOne[0]!.atMs,
        lastSeenAtMs: ofOne.at(-1)!.atMs,
        firstRelease: ofOne.find((event) => event.release !== '')?.release ?? '',
        lastRelease: ofOne.findLast((event) => event.release !== '')?.release ?? '',
      })),

  'issue-people': ({ events }, { projectId, issueId }) =>
    groups(
      events.filter((event) => event.projectId === projectId && event.issueId === issueId && event.userKey !== ''),
      (event) => [event.userKey],
    ).map(([event]) => ({ userKey: event!.userKey })),

  'tag-keys': (rows, { projectIds, sampleCount, count }) =>
    groups(
      newest(rows, projectIds, sampleCount).flatMap((event) => Object.keys(event.tags)),
      (key) => [key],
    )
      .map((ofKey) => ({ key: ofKey[0]!, events: ofKey.length }))
      .toSorted((a, b) => b.events - a.events)
      .slice(0, count),

  'tag-values': (rows, { projectIds, entry, key, contains, sampleCount, count }) =>
    groups(
      newest(rows, projectIds, sampleCount)
        .filter((event) => Object.hasOwn(event[entry], key.toWellFormed()))
        .map((event) => event[entry][key.toWellFormed()]!)
        .filter((value) => value.toLowerCase().includes(contains.toWellFormed().toLowerCase())),
      (value) => [value],
    )
      .map((ofValue) => ({ value: ofValue[0]!, events: ofValue.length }))
      .toSorted((a, b) => b.events - a.events)
      .slice(0, count),

  'events-with-blob': ({ attachments }, ask) =>
    groups(
      attachments.filter((row) => row.projectId === ask.projectId && row.blobKey === ask.blobKey),
      (row) => [row.eventId],
    )
      .map(([row]) => ({ eventId: row!.eventId }))
      .slice(0, ask.count),

  'attachments-of-event': ({ attachments }, ask) =>
    attachments
      .filter((attachment) => attachment.projectId === ask.projectId && attachment.eventId === ask.eventId)
      .map(({ atMs, filename, contentType, attachmentType, bytes, blobKey }) => ({
        atMs,
        filename,
        contentType,
        attachmentType,
        bytes,
        blobKey,
      })),

  'ledger-by-key': ({ ledger }, ask) =>
    groups(ledgerCells(ledger, ask), (cell) => [cell.projectId, cell.keyId, cell.itemKind, cell.outcome])
      .map((group) => ({
        projectId: group[0]!.projectId,
        keyId: group[0]!.keyId,
        itemKind: group[0]!.itemKind,
        outcome: group[0]!.outcome,
        quantity: sum(group, (cell) => cell.quantity),
        lastAtMs: Math.max(...group.map((cell) => cell.atMs)),
      }))
      .filter((total) => total.quantity !== 0),

  'ledger-course': ({ ledger }, { bucketMs, itemKind, outcome, reason, ...ask }) =>
    groups(
      ledgerCells(ledger, ask)
        .filter((cell) => itemKind === null || cell.itemKind === itemKind)
        .filter((cell) => cell.outcome === outcome && (reason === null || cell.reason === reason)),
      (cell) => [bucketOf(cell.atMs, bucketMs), cell.projectId, cell.keyId],
    )
      .map((group) => ({
        bucketAtMs: bucketOf(group[0]!.atMs, bucketMs),
        projectId: group[0]!.projectId,
        keyId: group[0]!.keyId,
        quantity: sum(group, (cell) => cell.quantity),
        lastAtMs: Math.max(...group.map((cell) => cell.atMs)),
      }))
      .filter((total) => total.quantity !== 0),

  'ledger-totals': ({ ledger }, ask) =>
    groups(ledgerCells(ledger, ask), (cell) => [cell.itemKind, cell.outcome, cell.reason])
      .map((group) => ({
        itemKind: group[0]!.itemKind,
        outcome: group[0]!.outcome,
        reason: group[0]!.reason,
        quantity: sum(group, (cell) => cell.quantity),
      }))
      .filter((total) => total.quantity !== 0),

  'ledger-series': ({ ledger }, { bucketMs, ...ask }) =>
    groups(ledgerCells(ledger, ask), (cell) => [bucketOf(cell.atMs, bucketMs), cell.outcome])
      .map((group) => ({
        bucketAtMs: bucketOf(group[0]!.atMs, bucketMs),
        outcome: group[0]!.outcome,
        quantity: sum(group, (cell) => cell.quantity),
      }))
      .filter((total) => total.quantity !== 0),

  ...shareAnswers,

  'event-count': ({ events }) => [{ events: events.length }],
};

function ledgerCells(ledger: LedgerRow[], { projectIds, range, keyId }: Asks['ledger-totals']): LedgerRow[] {
  return ledger.filter(
    (cell) =>
      projectIds.includes(cell.projectId) && within(cell.atMs, range) && (keyId === undefined || cell.keyId === keyId),
  );
}

function groupOf(events: EventRow[]): Answered['hashes-of-issue'] {
  const inOrder = events.toSorted(byPlace);
  const [oldest, newest] = [inOrder[0]!, inOrder.at(-1)!];
  return {
    hash: newest.hash,
    events: events.length,
    users: people(events),
    firstSeenAtMs: oldest.atMs,
    lastSeenAtMs: newest.atMs,
    eventId: newest.eventId,
    title: newest.title,
  };
}

function isRepairable({ projectId, release, debugIds }: Asks['repairable-count']): (event: EventRow) => boolean {
  return (event) =>
    event.projectId === projectId &&
    unmappedFrames(event.maps) > 0 &&
    ((release !== '' && event.release === release.toWellFormed()) ||
      event.maps.wanted.some((id) => debugIds.includes(id)));
}

function newest({ events }: Rows, projectIds: readonly number[], count: number): EventRow[] {
  return events
    .filter((event) => projectIds.includes(event.projectId))
    .sort((a, b) => byPlace(b, a))
    .slice(0, count);
}

const meets = (where: EventCondition | null) => (event: EventRow) => where === null || holds(where, event);

function withBody(event: EventRow): EventBody {
  const { dist, traceId, digest, body } = event;
  return { ...headOf(event), dist, traceId, digest, body };
}

function keyOf(event: EventRow, key: EventKey): string {
  if ('number' in key) return String(event[key.number]);
  if ('column' in key) return event[key.column];
  if ('handled' in key) return event.handled === null ? '' : String(event.handled);
  if ('bucketMs' in key) return String(bucketOf(event.atMs, key.bucketMs));
  const name = key.key.toWellFormed();
  return Object.hasOwn(event[key.entry], name) ? event[key.entry][name]! : '';
}

function headOf(event: EventRow): EventHead {
  const { eventId, projectId, issueId, atMs, receivedAtMs, level, platform, environment, release } = event;
  const { transaction, userKey, handled, title, culprit, tags, attributes, hash } = event;
  return {
    eventId,
    projectId,
    issueId,
    atMs,
    receivedAtMs,
    level,
    platform,
    environment,
    release,
    transaction,
    userKey,
    handled,
    title,
    culprit,
    tags,
    attributes,
    hash,
  };
}
