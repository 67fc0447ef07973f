import { describeStored } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { openMigrations } from './open-migrations.ts'
import type { OpenTables } from './open-tables.ts'
import { OtherNodes } from './other-nodes.ts'
import type { OpenAccount } from './other-nodes.ts'

const fault = (error: unknown): void => {
  throw error
}

describeStored('accounts that are open on several nodes', openMigrations, (open) => {
  async function nodes() {
    const store = await open<OpenTables>()
    const node = () => {
      const here: OpenAccount[] = []
      let changes = 0
      const onChange = () => void (changes += 1)
      const others = new OtherNodes({ store, here: () => here, onChange, onFault: fault })
      return {
        here,
        others,
        changes: () => changes,
        names: (u_id = '7') => others.namesOf({ game: 'g', u_id }),
      }
    }
    const [one, two] = [node(), node()]
    const come = (to: typeof one, username: string, u_id = '7') => {
      to.here.push({ id: username, game: 'g', u_id, username })
      to.others.changed()
    }
    const stop = () => Promise.all([one.others.stop(), two.others.stop()])
    return { store, one, two, come, stop }
  }

  test('each hears of the others by account, and of their going', async () => {
    const { one, two, come, stop } = await nodes()
    come(one, 'ann')
    come(one, 'cat', '8')
    come(two, 'bob')
    await expect.poll(() => [one.names(), two.names()]).toEqual([['bob'], ['ann']])
    expect([one.names('8'), two.names('8')]).toEqual([[], ['cat']])
    expect(one.changes()).toBe(1)
    one.here.shift()
    one.others.changed()
    await expect.poll(() => two.names()).toEqual([])
    await stop()
  })

  test('what another node tells is read; the own rows are not written again', async () => {
    const { store, one, two, come, stop } = await nodes()
    const own = () =>
      store.read.selectFrom('simulator_open').select('ends_at').where('id', '=', 'ann').execute()
    come(one, 'ann')
    await expect.poll(own).toHaveLength(1)
    // Whoever writes the row again says another end of its lease.
    const ends_at = Date.now() + 600_000
    await store.write((tx) =>
      tx.updateTable('simulator_open').set({ ends_at }).where('id', '=', 'ann').execute(),
    )
    come(two, 'bob')
    await expect.poll(() => one.names()).toEqual(['bob'])
    expect(await own()).toEqual([{ ends_at }])
    await stop()
  })

  test('a node that died is forgotten after its lease, and its rows go', async () => {
    const { store, two, come, stop } = await nodes()
    const dead = { id: 'x', node_id: 'dead', game: 'g', u_id: '7', username: 'ann' }
    const lease = (ends_at: number) =>
      store.write((tx) => tx.updateTable('simulator_open').set({ ends_at }).where('id', '=', 'x').execute())
    await store.write((tx) =>
      tx
        .insertInto('simulator_open')
        .values({ ...dead, ends_at: Date.now() + 600_000 })
        .execute(),
    )
    come(two, 'bob')
    await expect.poll(() => two.names()).toEqual(['ann'])
    await lease(Date.now() - 1)
    two.others.changed()
    await expect.poll(() => two.names()).toEqual([])
    await lease(1)
    await two.others.sweep()
    expect(await store.read.selectFrom('simulator_open').select('username').execute()).toEqual([
      { username: 'bob' },
    ])
    await stop()
  })

  test('a node whose rows were swept while it was frozen says again what it has', async () => {
    const { store, one, come, stop } = await nodes()
    const rows = () => store.read.selectFrom('simulator_open').select('username').execute()
    come(one, 'ann')
    await expect.poll(rows).toEqual([{ username: 'ann' }])
    await store.write((tx) => tx.deleteFrom('simulator_open').execute())
    one.others.changed()
    await expect.poll(rows).toEqual([{ username: 'ann' }])
    await stop()
  })
})
