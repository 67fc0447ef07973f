import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { openDesk } from '../../../../apps/server/testing/session-desk.ts'
import { sessionMigrations } from '../index.ts'
import type { SessionTables } from '../index.ts'

const everywhere = { scope: '*', environment: '*' } as const

describeOnBothDatabases('people beside accounts', sessionMigrations, (open) => {
  const prepare = async () => {
    const desk = openDesk(await open<SessionTables>())
    const ids = new Map<string, string>()
    for (const name of ['a', 'b', 'c']) {
      ids.set(name, await desk.addUser(`known-${name}`, [{ role: 'reader', ...everywhere }]))
    }
    const idOf = (name: string) => ids.get(name)!
    const { accounts, callers } = desk.feature
    const personOf = async (name: string) => (await callers.of(idOf(name)))?.personId
    const tie = (one: string, other: string) => accounts.tie(desk.commit, idOf(one), idOf(other))
    const others = async (name: string) =>
      (await accounts.othersOf(idOf(name))).map(({ username }) => username.slice(-1))
    return { desk, idOf, personOf, tie, others, accounts }
  }

  test('each account is a person of its own; tied ones share one, with all that were tied to either', async () => {
    const { desk, personOf, tie, others, accounts, idOf } = await prepare()
    const persons = await Promise.all(['a', 'b', 'c'].map(personOf))
    expect(new Set(persons).size).toBe(3)
    await tie('a', 'b')
    await tie('c', 'a')
    expect(new Set(await Promise.all(['a', 'b', 'c'].map(personOf)))).toEqual(new Set([persons[1]]))
    expect([await others('a'), await others('b')]).toEqual([
      ['b', 'c'],
      ['a', 'c'],
    ])
    await expect(tie('a', 'c')).rejects.toThrow('person_same')
    await accounts.untie(desk.commit, idOf('a'))
    expect([await others('a'), await others('b')]).toEqual([[], ['c']])
    expect(persons).not.toContain(await personOf('a'))
    await expect(accounts.untie(desk.commit, idOf('a'))).rejects.toThrow('person_alone')
    await expect(accounts.tie(desk.commit, idOf('a'), 'nobody')).rejects.toThrow('user_not_found')
    await desk.close()
  })

  test('sessions that live and API tokens are of the person of their account, from the tie on', async () => {
    const { desk, tie, personOf } = await prepare()
    const password = 'long enough for anybody'
    const [token, other] = [await desk.tokenOf('known-a'), await desk.tokenOf('known-b')]
    const made = await desk.post<{ token: string }>(
      '/api/auth/tokens/create',
      {
        tokenName: 'nightly',
        expiresAt: desk.clock.nowMs + 60_000,
        grants: [{ ...everywhere, codes: ['index.data.read'] }],
        password,
      },
      { token },
    )
    const personBehind = async (each: string) => (await desk.feature.session.authenticate(each))?.personId
    expect(await personBehind(token)).not.toBe(await personBehind(other))
    await tie('a', 'b')
    const person = await personOf('b')
    expect([
      await personBehind(token),
      await personBehind(made.data.token),
      await personBehind(other),
    ]).toEqual([person, person, person])
    await desk.close()
  })
})
