import type { EventId, ProjectId } from '@seismo/protocol';
import type { FeedbackFacts } from './contract.ts';

/** A feedback of this project: `mark` is a hexadecimal digit that makes its ID. */
export function feedbackFacts(projectId: ProjectId, mark: string, more: Partial<FeedbackFacts> = {}): FeedbackFacts {
  return {
    projectId,
    feedbackId: mark.repeat(32) as EventId,
    atMs: 1000,
    message: `The pay button does nothing (${mark})`,
    name: 'Ana',
    email: 'ana@example.test',
    url: 'https://shop.example/pay',
    source: 'widget',
    eventId: null,
    eventHash: null,
    digest: '',
    digestHash: null,
    environment: 'production',
    release: 'shop@1',
    userKey: '',
    traceId: '',
    replayId: '',
    tags: { browser: 'Firefox' },
    ...more,
  };
}
