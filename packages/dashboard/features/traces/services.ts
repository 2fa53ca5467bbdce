import type { TraceService } from '@seismo/server';

/** Services in the order of their appearance have the colors of series. */
export const serviceColor = (index: number): string => `var(--series-${(index % 8) + 1})`;

export const serviceName = ({ name, project }: Pick<TraceService, 'name' | 'project'>): string => name || project.name;
