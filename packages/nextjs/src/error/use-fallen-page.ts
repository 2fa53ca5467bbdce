'use client';

import { captureFeedback } from '@seismo/browser';
import { useEffect, useSyncExternalStore } from 'react';
import { digestOf } from '../digest.ts';
import { reportOnce } from '../react/reported.ts';
import { applicationError, copyText } from './sentence.ts';

export interface FallenPage {
  /** The words that Next used to show. */
  sentence: string;
  digest: string | undefined;
  /** The sentence, the digest and the event, to paste into a support request. */
  copyText(): string;
  /** Sends the visitor's description with the report. */
  sendFeedback(message: string, email?: string): void;
}

const mechanism = { type: 'auto.function.nextjs.error_page', handled: false };

const never = () => () => {};

/** For an `error.tsx` with a design of its own: reports the error, and has the words and the digest. */
export function useFallenPage(error: Error & { digest?: string }): FallenPage {
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
