import { tunnel } from '@seismo/nextjs/tunnel';

export const { POST } = tunnel();
