import { openStore } from '@qd/store'
import { makeTestPlace } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { createAccess } from './create-access.ts'
import { accessMigrations } from './index.ts'
import type { AccessTables } from './index.ts'

test('[T4] a node that dies right after it changed rights has told the others by its commit, and only by it', async () => {
  const place = await makeTestPlace('postgres')
  const open = () => openStore<AccessTables>({ ...place.where, migrations: accessMigrations })
  const [dying, other] = [await open(), await open()]
  const heard: string[] = []
  const [there, here] = [createAccess(other), createAccess(dying)]
  there.onChange((userId) => heard.push(`there ${userId}`))
  here.onChange((userId) => heard.push(`here ${userId}`))
  const many = Array.from(
    { length: 400 },
    (_, index) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  )
  const write = (userIds: readonly string[], fault?: Error) =>
    dying.write(async (tx) => {
      here.announceChanges(tx, [...userIds, ...userIds])
      if (fault !== undefined) throw fault
    })
  await expect(write(['refused'], new Error('refused'))).rejects.toThrow('refused')
  expect(heard).toEqual([])
  await write(many)
  // Here it is known before the write resolves: the next call reads anew. Each is told once.
  expect(heard.filter((line) => line.startsWith('here'))).toEqual(many.map((id) => `here ${id}`))
  await dying.close()
  const toldThere = () => heard.filter((line) => line.startsWith('there'))
  await expect.poll(() => toldThere().length, { timeout: 15_000 }).toBe(400)
  expect(toldThere()).toEqual(many.map((id) => `there ${id}`))
  await other.close()
  await place.remove()
})
