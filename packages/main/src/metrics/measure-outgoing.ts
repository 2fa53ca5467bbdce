import type { Outgoing } from '@seismo/server/parts';
import type { Metrics } from './metrics.ts';

/** The same connections, with their durations and results in the metrics. */
export function measureOutgoing(outgoing: Outgoing, metrics: Pick<Metrics, 'outgoingBegan'>): Outgoing {
  return {
    ...outgoing,
    async request(url, given) {
      const ended = metrics.outgoingBegan();
      const response = await outgoing.request(url, given);
      if (response instanceof Error) ended(response.reason);
      else ended(response.ok ? 'ok' : 'error-status');
      return response;
    },
  };
}
