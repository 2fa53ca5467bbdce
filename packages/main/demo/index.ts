export { people } from './people.ts';
export { demoEnvelopes, demoProjects } from './replay.ts';
export { story } from './story.ts';
