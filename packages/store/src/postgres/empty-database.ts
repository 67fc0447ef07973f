import pg from 'pg'
import { StoreError } from '../store-error.ts'
import { clientConfig } from './postgres-client.ts'

/** Makes a database ready for a restore; refuses one a console runs on, and one that was used unless `isReplacing`. */
export async function emptyDatabase(databaseUrl: string, isReplacing: boolean): Promise<null> {
  const client = new pg.Client(clientConfig(databaseUrl))
  client.on('error', () => undefined)
  await client.connect().catch((cause: unknown) => {
    throw new StoreError('store_unavailable', `PostgreSQL: ${String(cause)}`, { cause })
  })
  try {
    const running = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name = 'quarterdeck listener'`,
    )
    if (running.rows.length > 0) {
      throw new StoreError('store_locked', 'A console runs on this database: stop it first.')
    }
    const found = await client.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables
       where table_schema = current_schema() and table_type = 'BASE TABLE'`,
    )
    if (found.rows.length === 0) return null
    if (!isReplacing)
      throw new StoreError(
        'store_misuse',
        'The database is in use already: give --replace to lose what it holds.',
      )
    await client.query(`drop table ${found.rows.map(({ name }) => name).join(', ')} cascade`)
    return null
  } finally {
    await client.end()
  }
}
