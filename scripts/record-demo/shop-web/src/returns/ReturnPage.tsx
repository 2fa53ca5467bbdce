import { useState } from 'react';
import * as Sentry from '@sentry/react';
import { ApiError, request } from '../api.ts';

class UploadError extends Error {
  override name = 'UploadError';
}

async function uploadPicture(orderId: string, picture: Blob, log: string[]): Promise<void> {
  log.push(`${picture.type} ${picture.size} bytes`);
  try {
    await request(`/api/orders/${orderId}/pictures`, { method: 'POST', body: picture });
  } catch (cause) {
    log.push(cause instanceof ApiError ? `answered ${cause.status}` : 'not sent');
    throw new UploadError('The picture for the return could not be uploaded', { cause });
  }
}

export function ReturnPage({ orderId }: { orderId: string }) {
  const [state, setState] = useState('');

  async function send() {
    const log = [`return of order ${orderId}`];
    try {
      await uploadPicture(orderId, new Blob([new Uint8Array(48_000)], { type: 'image/jpeg' }), log);
    } catch (error) {
      Sentry.withScope((scope) => {
        scope.setTag('order.id', orderId);
        scope.addAttachment({ filename: 'upload-log.txt', data: log.join('\n'), contentType: 'text/plain' });
        Sentry.captureException(error);
      });
      setState('The picture could not be sent');
    }
  }

  return (
    <main>
      <h1>Return order {orderId}</h1>
      <button id="send" onClick={send}>
        Send picture
      </button>
      <p id="state">{state}</p>
    </main>
  );
}
