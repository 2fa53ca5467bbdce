import type { DebugId, ProjectId } from '@seismo/protocol';
import { unmappedFrames, type EventRow } from '../../tables/events.ts';

/** Events with unmapped frames, of the release (`''` matches none) or with one of the debug IDs. */
export interface Reprocessable {
  projectId: ProjectId;
  release: string;
  debugIds: DebugId[];
}

export const reprocessableDuckdb = `
        project_id = $projectId::bigint
          and frames_unmapped > 0
          and (
            (release = $release and release <> '')
            or list_has_any(string_split(unmapped_debug_ids, ' '), $debugIds::varchar[])
          )`;

export function isReprocessable({ projectId, release, debugIds }: Reprocessable): (event: EventRow) => boolean {
  return (event) =>
    event.projectId === projectId &&
    unmappedFrames(event.maps) > 0 &&
    ((release !== '' && event.release === release.toWellFormed()) ||
      event.maps.unmappedDebugIds.some((id) => debugIds.includes(id)));
}
