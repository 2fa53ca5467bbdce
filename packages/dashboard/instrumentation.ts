import type { Instrumentation } from 'next';

/** Reports the dashboard’s server errors to Seismo’s own project. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  const { isRefusal } = await import('./server/refusal.ts');
  if (isRefusal(error)) return;
  const { reportRequestError } = await import('./features/reporting/server.ts');
  await reportRequestError(error, request, context);
};
