export { register, onRequestError } from '@seismo/nextjs';
