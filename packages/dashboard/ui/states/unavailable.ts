/** Shown while PostgreSQL is away. */
export const unavailable = {
  title: 'The database is unavailable',
  text: 'Seismo cannot reach its PostgreSQL database. Reports of known projects are accepted and wait in the journal. Try again in a minute.',
};
