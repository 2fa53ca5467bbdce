import type { Instrumentation } from 'next';

/** Server errors of the dashboard become events of our own project, as those of any app that uses the kit. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  const { isRefusal } = await import('./server/refusal.ts');
  if (isRefusal(error)) return;
  const { reportRequestError } = await import('./features/reporting/server.ts');
  // The address of a shared page opens it: it belongs into no report.
  const path = request.path.replace(/^\/shared\/[^/?]+/, '/shared/[link]');
  await reportRequestError(error, { ...request, path }, context);
};
