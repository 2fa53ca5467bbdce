import { writeEnvelope, type EventId } from '@seismo/protocol';
import { idFor } from '../chance.ts';
import type { PlacedSpan } from './trace.ts';

const file = '/srv/office/src/app/orders/[id]/actions.ts';

/** Next.js makes it of message and stack, so it is the same for each of these errors. */
export const REFUND_DIGEST = '2814630571';

/** The error of a failed refund, as @seismo/nextjs reports it: with its digest, and in the span of the server action. */
export function refundError(action: PlacedSpan, release: string, email: string): Uint8Array<ArrayBuffer> {
  const atMs = action.endMs - 1;
  const eventId = idFor(action.traceId, 'refund') as EventId;
  const event = {
    event_id: eventId,
    timestamp: Math.round(atMs) / 1000,
    level: 'error',
    platform: 'node',
    environment: 'production',
    release,
    transaction: action.segment.step.name,
    user: { email },
    exception: {
      values: [
        {
          type: 'RefundRejected',
          value: 'The refund exceeds the captured amount',
          mechanism: { type: 'auto.function.nextjs.on_request_error', handled: false },
          stacktrace: {
            frames: [
              {
                function: 'executeActionAndPrepareForRender',
                filename: '/srv/office/node_modules/next/dist/server/app-render/action-handler.js',
                lineno: 1089,
                colno: 27,
                in_app: false,
              },
              {
                function: 'refundOrder',
                filename: file,
                lineno: 21,
                colno: 11,
                in_app: true,
                pre_context: [
                  'export async function refundOrder(id: string, cents: number) {',
                  '  const answer = await payments.refund({ order: id, cents });',
                  "  if (answer.status === 'rejected') {",
                ],
                context_line: "    throw new RefundRejected('The refund exceeds the captured amount');",
                post_context: ['  }', "  await setState(id, 'refunded');", '  revalidatePath(`/orders/${id}`);'],
              },
            ],
          },
        },
      ],
    },
    contexts: {
      trace: { trace_id: action.traceId, span_id: action.spanId },
      nextjs: {
        digest: REFUND_DIGEST,
        router_kind: 'App Router',
        router_path: '/orders/[id]',
        route_type: 'action',
        request_path: '/orders/10517',
      },
      runtime: { name: 'node', version: 'v24.21.0' },
    },
  };
  return writeEnvelope({ eventId, sentAtMs: atMs }, [
    { type: 'event', payload: new TextEncoder().encode(JSON.stringify(event)) },
  ]);
}
