import { AppError } from '@qd/contract-kit'
import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { sessionMigrations } from '../index.ts'
import type { SessionTables } from '../index.ts'
import { nameMigrations } from '../migrations/name-migrations.ts'
import { writeLooks } from './new-name.ts'
import { openDesk } from '../../../../apps/server/testing/session-desk.ts'

function codeOf(error: unknown): readonly [string, string | undefined] {
  if (error instanceof AppError) return [error.def.code, error.field]
  throw error
}
const added = (adding: Promise<string>) => adding.then(() => 'added' as const, codeOf)
const LOOKS_TAKEN = ['username_looks_taken', 'username']

describeOnBothDatabases('names of new accounts', sessionMigrations, (open) => {
  test('a name that looks like one in use is refused, in use or not any more', async () => {
    const desk = openDesk(await open<SessionTables>())
    const id = await desk.addUser('admin')
    for (const name of [
      'admin.',
      '-admin',
      '@admin_',
      'admln',
      'adm1n',
      'adımin',
      'admın',
      'ADMlN',
      'adrnin',
    ])
      expect([name, await added(desk.addUser(name))]).toEqual([name, LOOKS_TAKEN])
    expect(await added(desk.addUser('ａｄｍｉｎ'))).toEqual(['username_taken', 'username'])
    await desk.feature.accounts.setDisabled(desk.commit, id, true)
    expect(await added(desk.addUser('admin_'))).toEqual(LOOKS_TAKEN)
    expect(await added(desk.addUser('admins'))).toBe('added')
    await desk.close()
  })

  test('what is wrong with a name is said', async () => {
    const desk = openDesk(await open<SessionTables>())
    const refused = (name: string) => added(desk.addUser(name))
    expect(await refused('аdmin')).toEqual(['username_mixed', 'username'])
    expect(await refused('user٤۴')).toEqual(['username_mixed', 'username'])
    expect(await refused('ƒoo')).toEqual(['username_characters', 'username'])
    expect(await refused('..')).toEqual(['username_invalid', 'username'])
    const said = await desk.addUser('ƒooᎠ').catch((error: unknown) => error)
    expect((said as AppError).params).toEqual({ characters: 'ƒ (U+0192) Ꭰ (U+13A0)' })
    await desk.close()
  })

  test('of names that look alike and are made at once, one is made', async () => {
    const desk = openDesk(await open<SessionTables>())
    const names = ['rnei', 'mei', 'mei.', 'meı', 'me1', '_mei', 'mel', 'MEI-']
    const all = await Promise.all(names.map((name) => added(desk.addUser(name))))
    expect(all.filter((each) => each === 'added')).toHaveLength(1)
    for (const each of all.filter((result) => result !== 'added')) {
      expect(['username_looks_taken', 'username_taken']).toContain(each[0])
    }
    await desk.close()
  })

  test('the first administrator gets a name of the same kind, kept in its plain form', async () => {
    const desk = openDesk(await open<SessionTables>())
    const { code } = (await desk.feature.announceSetup())!
    const setUp = (username: string) =>
      desk.post('/api/auth/setup', { code, username, password: 'a password that is long' })
    const refused = await setUp('rооt')
    expect([refused.http, refused.err]).toMatchObject([400, { code: 'username_mixed', field: 'username' }])
    expect((await setUp('Ｒｏｏｔ')).http).toBe(200)
    const token = await desk.tokenOf('root', 'a password that is long')
    const { data } = await desk.get<{ username: string }>('/adjust/userInfo', { token })
    expect(data.username).toBe('Root')
    await desk.close()
  })

  test('the sandbox goes without an account whose name somebody has, or one like it', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('reader_')
    const account = { name: 'n', department: 'd', roles: [], grants: [] }
    const seeds = ['admin', 'reader'].map((username) => ({ username, ...account }))
    expect(await desk.feature.seedAccounts(seeds, 'quarterdeck-sandbox')).toEqual(['admin'])
    await desk.close()
  })

  test('names from before stay and sign in, also such as look alike; no third one joins them', async () => {
    const store = await open<SessionTables>()
    const desk = openDesk(store)
    const ids = [await desk.addUser('anna'), await desk.addUser('boris'), await desk.addUser('carla')]
    // As older programs let them be made.
    await store.write(async (tx) => {
      for (const [at, name] of ['admin', 'аdmin', 'admin.'].entries()) {
        await tx
          .updateTable('user_account')
          .set({ username: name, username_lower: name, created_at: at })
          .where('id', '=', ids[at]!)
          .execute()
      }
      await tx.schema.dropTable('username_look').execute()
      await nameMigrations[0]!.up(tx as never)
    })
    for (const name of ['admin', 'аdmin', 'admin.']) expect((await desk.logIn(name)).http).toBe(200)
    const held = await store.read.selectFrom('username_look').select('user_id').distinct().execute()
    expect(held.map((row) => row.user_id)).toEqual([ids[0]])
    expect(await added(desk.addUser('adm1n'))).toEqual(LOOKS_TAKEN)
    expect(await store.write((tx) => writeLooks(tx, ids[1]!, ['admln', 'of its own']))).toBe(1)
    await desk.close()
  })
})
