/** Shown while PostgreSQL is away. */
export const unavailable = {
  title: 'The database is unavailable',
  text: 'Seismo cannot reach its PostgreSQL database. Seismo still accepts reports from client keys that it has seen since its start, and processes them later. Try again in a minute.',
};
