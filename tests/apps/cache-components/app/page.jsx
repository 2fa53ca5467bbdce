import { addBreadcrumb, captureException, captureMessage, getTraceData, logger } from '@seismo/nextjs';

/** Rendered by the build, where Next lets no component read the clock or random numbers. */
export default async function Page() {
  addBreadcrumb({ message: 'rendering' });
  captureMessage('rendered');
  logger.info('rendered');
  getTraceData();
  const id = captureException(new Error('handled while rendering'));
  return <p>{id.length === 32 ? 'It has an id' : 'It has no id'}</p>;
}
