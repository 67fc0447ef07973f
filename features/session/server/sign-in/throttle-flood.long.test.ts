import { hash } from 'node:crypto'
import type { Store } from '@qd/store'
import { count } from '@qd/store'
import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { sessionMigrations } from '../index.ts'
import type { SessionTables } from '../index.ts'
import { THROTTLE_WINDOW_MS, accountSubject, addressSubject, createLoginThrottle } from './login-throttle.ts'
import { sweep } from '../sweep.ts'

const NOW_MS = 1_800_000_000_000
const NAMES = 20_000
const ADDRESSES = 200

/** Rows as the throttle leaves them; many at once, for what only their number matters to. */
async function fill(store: Store<SessionTables>, rows: number, expiresAt: number): Promise<void> {
  for (let at = 0; at < rows; at += 1_000) {
    const values = Array.from({ length: Math.min(1_000, rows - at) }, (_, index) => {
      const key = hash('sha256', `flood ${expiresAt} ${at + index}`, 'hex')
      return { key, failures: '[1]', expires_at: expiresAt }
    })
    await store.write((tx) => tx.insertInto('login_throttle').values(values).execute())
  }
}

describeOnBothDatabases('a flood of made-up user names', sessionMigrations, (open) => {
  test('[T26] each leaves one short row for 15 minutes, an address no more than 20 of them; then all are gone', async () => {
    const store = await open<SessionTables>()
    const throttle = createLoginThrottle(store, () => NOW_MS)
    let refused = 0
    const guess = async (index: number) => {
      const address = `10.${(index % ADDRESSES) >> 8}.${(index % ADDRESSES) & 255}.1`
      const attempt = throttle.attempt(accountSubject(`name ${index}`), addressSubject(address))
      await attempt.catch(() => refused++)
    }
    const tries = ADDRESSES * 25
    for (let at = 0; at < tries; at += 500) {
      await Promise.all(Array.from({ length: 500 }, (_, index) => guess(at + index)))
    }
    // Of every address 20 guesses counted, whatever the names; what was refused left no row.
    expect(refused).toBe(tries - ADDRESSES * 20)
    expect(await count(store.read, 'login_throttle')).toBe(ADDRESSES * 20 + ADDRESSES)
    const { longest } = await store.read
      .selectFrom('login_throttle')
      .select((eb) => eb.fn.max<string>('failures').as('longest'))
      .executeTakeFirstOrThrow()
    expect(longest.length).toBeLessThan(20 * 15)
    await sweep(store, NOW_MS + THROTTLE_WINDOW_MS - 1)
    expect(await count(store.read, 'login_throttle')).toBe(ADDRESSES * 21)
    await sweep(store, NOW_MS + THROTTLE_WINDOW_MS)
    expect(await count(store.read, 'login_throttle')).toBe(0)
  })

  test('[T26] the sweep takes them in small writes, between which others come in, and leaves those still counted', async () => {
    const store = await open<SessionTables>()
    await fill(store, NAMES, NOW_MS)
    await fill(store, 7, NOW_MS + 1)
    const writes: number[] = []
    const counted: Store<SessionTables> = {
      ...store,
      write: async (change) => {
        const before = await count(store.read, 'login_throttle')
        const result = await store.write(change)
        writes.push(before - (await count(store.read, 'login_throttle')))
        return result
      },
    }
    await sweep(counted, NOW_MS)
    expect(Math.max(...writes)).toBe(1_000)
    expect(await count(store.read, 'login_throttle')).toBe(7)
  })
})
