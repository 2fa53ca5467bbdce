import type { Instrumentation } from 'next';

/** Server errors of the dashboard become events of our own project. The runtime bounds the rate and never throws. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  const { isRefusal } = await import('./server/refusal.ts');
  if (isRefusal(error)) return;
  const { runtime } = await import('./server/runtime.ts');
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : undefined;
  runtime().reportOwnError(error, {
    path: request.path,
    routeType: context.routeType,
    ...(digest === undefined ? {} : { digest }),
  });
};
