import type { SessionTables } from '@qd/session/server'
import type { Store } from '@qd/store'
import { oneValue } from './registry.ts'
import type { Registry } from './registry.ts'

/** Sockets, sessions and the state of the store, read when somebody asks. */
export function watchConsole(registry: Registry, store: Store<never>, liveSockets: () => number): void {
  registry.gauge({ name: 'quarterdeck_live_sockets', help: 'Open live sockets.' }, () =>
    oneValue(liveSockets()),
  )
  registry.gauge({ name: 'quarterdeck_sessions', help: 'Sessions that have not ended.' }, async () => {
    const row = await store
      .as<SessionTables>()
      .read.selectFrom('session')
      .select((eb) => eb.fn.countAll<number>().as('sessions'))
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', Date.now())
      .executeTakeFirstOrThrow()
    return oneValue(row.sessions)
  })
  registry.gauge(
    {
      name: 'quarterdeck_storage_full',
      help: 'Whether only signing in and reading go on.',
    },
    () => oneValue(store.condition().isFull ? 1 : 0),
  )
  registry.gauge(
    {
      name: 'quarterdeck_storage_damaged',
      help: 'Whether damage was seen in the database file.',
    },
    () => oneValue(store.condition().damage === null ? 0 : 1),
  )
  registry.gauge({ name: 'quarterdeck_database_up', help: 'Whether the database answers.' }, async () =>
    oneValue(
      await store.ping().then(
        () => 1,
        () => 0,
      ),
    ),
  )
}
