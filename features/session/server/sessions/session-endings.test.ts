import { openStore } from '@qd/store'
import { makeTestPlace } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { sessionMigrations } from '../index.ts'
import { revokeSessions } from './session-endings.ts'
import type { SessionTables } from '../index.ts'
import { accessInMemory, openDesk } from '../../../../apps/server/testing/session-desk.ts'

test('[T4] a node that dies right after it ended sessions has told the others by its commit', async () => {
  const place = await makeTestPlace('postgres')
  const open = () => openStore<SessionTables>({ ...place.where, migrations: sessionMigrations })
  const [dying, other] = [await open(), await open()]
  const access = accessInMemory()
  const desk = openDesk(other, { access })
  const userId = await desk.addUser('known')
  const token = await desk.tokenOf('known')
  expect(await desk.isSignedIn(token)).toBe(true)
  // Only the write, nothing after it.
  await dying.write((tx) => revokeSessions(tx, { userId }, { reason: 'ended', atMs: 1 }))
  await dying.close()
  await expect.poll(() => desk.isSignedIn(token), { timeout: 15_000 }).toBe(false)
  await desk.close()
  await other.close()
  await place.remove()
})
