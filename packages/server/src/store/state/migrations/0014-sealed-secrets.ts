import { sql, type Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';

/** Seeds of authenticators and secrets of identity providers were kept in clear. */
export async function up(db: Kysely<unknown>, { secrets }: StateEngine): Promise<void> {
  const seeds = await sql<{ id: number; secret: string }>`select person_id as id, secret from authenticator`.execute(
    db,
  );
  for (const { id, secret } of seeds.rows) {
    const sealed = secrets.seal(secret, `authenticator ${id}`);
    await sql`update authenticator set secret = ${sealed} where person_id = ${id}`.execute(db);
  }
  const providers = await sql<{ id: number; secret: string }>`
    select organization_id as id, client_secret as secret from identity_provider`.execute(db);
  for (const { id, secret } of providers.rows) {
    const sealed = secrets.seal(secret, `identity provider ${id}`);
    await sql`update identity_provider set client_secret = ${sealed} where organization_id = ${id}`.execute(db);
  }
}
