export { people } from './users.ts';
export { demoEnvelopes, demoProjects } from './replay.ts';
export { sampledProject } from './set-up.ts';
export { story } from './story.ts';
export { demoTraffic } from './traffic/traffic.ts';
