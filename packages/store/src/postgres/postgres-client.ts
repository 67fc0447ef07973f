import type pg from 'pg'

/** For a new connection as well as for a place in a busy pool: a caller is told soon, and may come again. */
const CONNECT_TIMEOUT_MS = 3_000

/** What every connection of ours has in common. */
export function clientConfig(databaseUrl: string): pg.ClientConfig {
  return {
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    fallback_application_name: 'quarterdeck',
  }
}

/** Ends a connection without waiting for the other side, which may be silent for ever. */
export function cut(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
