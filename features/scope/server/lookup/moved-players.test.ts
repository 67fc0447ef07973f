import { openStore } from '@qd/store'
import { makeTestPlace } from '@qd/store/testing'
import { afterEach, expect, it } from 'vitest'
import { scopeMigrations } from '../migrations.ts'
import type { ScopeTables } from '../tables.ts'
import { createMovedPlayers } from './moved-players.ts'
import { noteHome } from './note-home.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

it('who has moved, and who is back, is known to the other console nodes', async () => {
  const place = await makeTestPlace('postgres')
  closers.push(() => place.remove())
  const openNode = async () => {
    const store = await openStore<ScopeTables>({ ...place.where, migrations: scopeMigrations })
    closers.push(() => store.close())
    const onLoadError = (error: unknown) => {
      throw error
    }
    const moved = createMovedPlayers({ store, onLoadError })
    await moved.start()
    closers.push(() => moved.stop())
    return { store, moved }
  }
  const [one, other] = [await openNode(), await openNode()]
  const player = { game: 'lantern', platform: 3, uId: '30123000045' }
  const homeThere = () => other.moved.current().get(player.uId)?.[0]?.sId
  const polling = { interval: 10, timeout: 10_000 }
  await noteHome(one, { ...player, sId: 124, isMoved: true })
  await expect.poll(homeThere, polling).toBe(124)
  await noteHome(one, { ...player, sId: 123, isMoved: false })
  await expect.poll(homeThere, polling).toBeUndefined()
})
