'use client';

import { captureFeedback } from '@seismo/browser';
import { useEffect, useSyncExternalStore } from 'react';
import { digestOf } from '../digest.ts';
import { reportOnce } from '../react/reported.ts';
import { applicationError, copyText } from './sentence.ts';

export interface ErrorPageState {
  /** The message that Next used to show. */
  sentence: string;
  digest: string | undefined;
  /** The sentence, the digest and the event, to paste into a support request. */
  copyText(): string;
  /** Sends the visitor's description with the report. */
  sendFeedback(message: string, email?: string): void;
}

const mechanism = { type: 'auto.function.nextjs.error_page', handled: false };

const never = () => () => {};

/** For your own `error.tsx`: reports the error, and returns the message and the digest. */
export function useErrorPage(error: Error & { digest?: string }): ErrorPageState {
  useEffect(() => void reportOnce(error, mechanism), [error]);
  const host = useSyncExternalStore(
    never,
    () => location.host,
    () => '',
  );
  const digest = digestOf(error);
  const sentence = applicationError(host, digest);
  return {
    sentence,
    digest,
    copyText: () => copyText(sentence, digest, reportOnce(error, mechanism)),
    sendFeedback(message, email) {
      const associatedEventId = reportOnce(error, mechanism);
      captureFeedback({
        message,
        source: 'error_page',
        ...(email && { email }),
        ...(associatedEventId && { associatedEventId }),
        ...(digest && { tags: { digest } }),
      });
    },
  };
}
