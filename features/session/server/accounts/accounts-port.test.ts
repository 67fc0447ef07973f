import { AppError } from '@qd/contract-kit'
import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, test } from 'vitest'
import type { InvitationState, LoginReply } from '../../contract/index.ts'
import { sessionMigrations } from '../index.ts'
import type { SessionTables } from '../index.ts'
import { PASSWORD, openDesk } from '../../../../apps/server/testing/session-desk.ts'

const HOUR_MS = 3_600_000
const NEW = 'quiet lantern at sea'
const PERSON = { username: 'Mei.Lan', name: '梅兰', department: '运营', mustUseSecondFactor: false }
const codeIn = (path: string) => path.split('code=')[1]!
const codeOf = (error: unknown) => (error instanceof AppError ? error.def.code : error)

describeOnBothDatabases('accounts of other people', sessionMigrations, (open) => {
  const prepare = async () => {
    const desk = openDesk(await open<SessionTables>())
    const { accounts } = desk.feature
    const state = async (path: string) =>
      (await desk.post<InvitationState>('/api/auth/invitation/state', { code: codeIn(path) })).data
    const accept = (path: string, password = NEW) =>
      desk.post<LoginReply>('/api/auth/invitation', { code: codeIn(path), password })
    return { desk, accounts, state, accept }
  }

  test('an invitation makes an account nobody can use before the link set its password, once', async () => {
    const { desk, accounts, state, accept } = await prepare()
    const made: string[] = []
    const link = await accounts.invite(desk.commit, PERSON, async (_tx, userId) => void made.push(userId))
    expect(made).toEqual([link.userId])
    expect(link.expiresAt).toBe(desk.clock.nowMs + 72 * HOUR_MS)
    expect(await accounts.find(link.userId)).toMatchObject({ state: 'invited', lastLoginAt: null })
    for (const password of ['', ' ', PASSWORD])
      expect((await desk.logIn('mei.lan', password)).http).not.toBe(200)
    expect(await state(link.path)).toEqual({
      isOpen: true,
      isInvitation: true,
      username: 'Mei.Lan',
      passwordMin: 12,
    })
    expect((await accept(link.path, 'short')).err?.code).toBe('password_too_short')
    const answers = await Promise.all([1, 2, 3].map(() => accept(link.path)))
    expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 404, 404])
    const { token, userInfo } = answers.find(({ http }) => http === 200)!.data
    expect([await desk.isSignedIn(token), userInfo.username]).toEqual([true, 'Mei.Lan'])
    expect((await accounts.find(link.userId))?.state).toBe('active')
    expect((await state(link.path)).isOpen).toBe(false)
    expect((await desk.logIn('mei.lan', NEW)).http).toBe(200)
    expect(JSON.stringify(desk.audits)).not.toContain(codeIn(link.path))
    await desk.close()
  })

  test('a link is over after its time, after a newer one, and when its account is disabled', async () => {
    const { desk, accounts, state, accept } = await prepare()
    const first = await accounts.invite(desk.commit, PERSON, async () => undefined)
    const second = await accounts.renewLink(desk.commit, first.userId)
    expect([(await state(first.path)).isOpen, (await state(second.path)).isOpen]).toEqual([false, true])
    await accounts.setDisabled(desk.commit, first.userId, true)
    expect((await accept(second.path)).err?.code).toBe('invitation_closed')
    expect(await accounts.renewLink(desk.commit, first.userId).catch(codeOf)).toBe('user_disabled')
    await accounts.setDisabled(desk.commit, first.userId, false)
    desk.clock.nowMs += 72 * HOUR_MS
    expect((await accept(second.path)).http).toBe(404)
    for (const code of ['x'.repeat(43), 'short but long enough', '../../etc/passwd'])
      expect((await desk.post('/api/auth/invitation', { code, password: NEW })).http).toBe(404)
    await desk.close()
  })

  test('an open link is void once the rights of its owner changed; a new one is good', async () => {
    const { desk, accounts, state, accept } = await prepare()
    const link = await accounts.invite(desk.commit, PERSON, async () => undefined)
    const known = await desk.addUser('known')
    const reset = await accounts.renewLink(desk.commit, known)
    const others = Array.from({ length: 1200 }, (_, each) => `nobody-${each}`)
    const voided = (ids: string[]) => desk.commit((tx) => accounts.voidLinks(tx as never, ids))
    expect(await voided([...others, known, link.userId])).toEqual(['Mei.Lan', 'known'])
    expect(await voided([known, link.userId])).toEqual([])
    for (const { path } of [link, reset]) {
      expect((await state(path)).isOpen).toBe(false)
      expect((await accept(path)).err?.code).toBe('invitation_closed')
    }
    expect((await accounts.find(link.userId))?.link).toBe('void')
    const { list } = await accounts.list({ page: 1, pageSize: 10 })
    expect(list.map((account) => account.link)).toEqual(['void', 'void'])
    const fresh = await accounts.renewLink(desk.commit, link.userId)
    expect((await accounts.find(link.userId))?.link).toBe('open')
    expect((await accept(fresh.path)).http).toBe(200)
    expect((await accounts.find(link.userId))?.link).toBe('none')
    await desk.feature.administration.setRoles(desk.commit, known, [])
    await desk.close()
  })

  test('[T4] a link for a new password ends sessions and the old password; 24 hours', async () => {
    const { desk, accounts, accept } = await prepare()
    const id = await desk.addUser('known')
    const token = await desk.tokenOf('known')
    const link = await accounts.renewLink(desk.commit, id)
    expect(link.expiresAt).toBe(desk.clock.nowMs + 24 * HOUR_MS)
    expect(await desk.isSignedIn(token)).toBe(false)
    expect((await desk.logIn('known')).http).toBe(401)
    expect((await accept(link.path)).http).toBe(200)
    expect((await desk.logIn('known', NEW)).http).toBe(200)
    await desk.close()
  })

  test('are found by any part of name, user name or department, by state and by id, page by page', async () => {
    const { desk, accounts } = await prepare()
    const ids: string[] = []
    for (const each of ['alpha', 'beta', 'gamma', 'delta']) ids.push(await desk.addUser(each))
    await accounts.update(desk.commit, ids[1]!, {
      name: 'ÉMILE 50%',
      department: 'Night_Shift',
      mustUseSecondFactor: true,
    })
    await accounts.setDisabled(desk.commit, ids[2]!, true)
    const { userId } = await accounts.invite(desk.commit, PERSON, async () => undefined)
    const names = async (query: object) => {
      const { list, total } = await accounts.list({ page: 1, pageSize: 10, ...query })
      return [total, ...list.map(({ username }) => username)]
    }
    expect(await names({})).toEqual([5, 'alpha', 'beta', 'delta', 'gamma', 'Mei.Lan'])
    expect(await names({ pageSize: 2, page: 2 })).toEqual([5, 'delta', 'gamma'])
    expect(await names({ search: 'émile' })).toEqual([1, 'beta'])
    expect(await names({ search: 't_s' })).toEqual([1, 'beta'])
    expect(await names({ search: '0%' })).toEqual([1, 'beta'])
    expect(await names({ search: '运营' })).toEqual([1, 'Mei.Lan'])
    expect(await names({ state: 'disabled' })).toEqual([1, 'gamma'])
    expect(await names({ state: 'invited' })).toEqual([1, 'Mei.Lan'])
    expect(await names({ state: 'active', search: 'a' })).toEqual([3, 'alpha', 'beta', 'delta'])
    expect(await names({ ids: [userId, ids[0]!] })).toEqual([2, 'alpha', 'Mei.Lan'])
    expect(await names({ ids: [] })).toEqual([0])
    expect((await accounts.find(ids[1]!))?.mustUseSecondFactor).toBe(true)
    expect(await accounts.find('no-such-id')).toBeNull()
    await desk.close()
  })

  test('unknown accounts are refused, taken names too, and nothing is half done', async () => {
    const { desk, accounts } = await prepare()
    const nobody = 'no-such-id'
    const update = { name: 'x', department: '', mustUseSecondFactor: false }
    const attempts = [
      () => accounts.renewLink(desk.commit, nobody),
      () => accounts.update(desk.commit, nobody, update),
      () => accounts.setDisabled(desk.commit, nobody, true),
      () => accounts.setDisabled(desk.commit, nobody, false),
      () => accounts.dropSecondFactor(desk.commit, nobody),
      () => accounts.endSessions(desk.commit, nobody),
    ]
    for (const attempt of attempts) expect(await attempt().catch(codeOf)).toBe('user_not_found')
    await desk.addUser('mei.lan')
    const taken = accounts.invite(desk.commit, PERSON, async () => undefined)
    expect(await taken.catch(codeOf)).toBe('username_taken')
    const failing = { ...PERSON, username: 'half' }
    await expect(
      accounts.invite(desk.commit, failing, async () => Promise.reject(new Error('roles failed'))),
    ).rejects.toThrow('roles failed')
    expect((await accounts.list({ search: 'half', page: 1, pageSize: 10 })).total).toBe(0)
    await desk.close()
  })
})
