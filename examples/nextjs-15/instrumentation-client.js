import { init } from '@seismo/nextjs';

init();
