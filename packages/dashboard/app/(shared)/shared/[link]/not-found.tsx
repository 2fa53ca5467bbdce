export { NothingShared as default } from '#features/share/nothing-shared.tsx';
