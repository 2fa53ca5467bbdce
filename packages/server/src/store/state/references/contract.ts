import type { EventId, IssueId, ProjectId } from '@seismo/protocol';

export interface ReferenceReads {
  /**
   * Events that people refer to: in feedback of the project, and in comments and valid share links of the issue or, with
   * `null`, of all issues of the project. Of each, the newest `REFERENCE_COUNT_MAX`; IDs of other events may be among them.
   */
  eventsReferredTo(of: { projectId: ProjectId; issueId: IssueId | null }, nowMs: number): Promise<EventId[]>;
}
