import { watchPeak } from '@qd/contract-kit/testing/memory'
import { openStoreForTest } from '@qd/store/testing'
import { redisBinMigrations } from '../bin/bin-migrations.ts'
import type { BinTables } from '../bin/bin-tables.ts'
import { keysDesk } from './keys-desk.ts'
import { plainDatabase } from './plain-database.ts'

/*
 * Opens a window of a string over the call of the page, on the Redis of that port: `read-window.ts PORT KEY OFFSET`. Prints the
 * window and the memory it took at most.
 */
const [port, key, offset] = process.argv.slice(2)
const database = plainDatabase(Number(port))
const store = await openStoreForTest<BinTables>('sqlite', redisBinMigrations)
const { app, ask } = keysDesk(store, () => database)

const grown = watchPeak()
const window = await ask('key/window', { key, place: { kind: 'string' }, offset: Number(offset) })
console.log(JSON.stringify({ window, bytes: grown() }))

database.close()
await app.close()
await store.close()
