import type { Instrumentation } from 'next';

/** Server errors of the dashboard become events of our own project, as those of any app that uses the kit. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  const { isRefusal } = await import('./server/refusal.ts');
  if (isRefusal(error)) return;
  const { reportRequestError } = await import('./features/reporting/server.ts');
  await reportRequestError(error, request, context);
};
