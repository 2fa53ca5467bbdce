export { InvalidLink as default } from '#features/share/invalid-link.tsx';
