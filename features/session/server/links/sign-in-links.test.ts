import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, test } from 'vitest'
import type { LoginReply } from '../../contract/index.ts'
import { sessionMigrations } from '../index.ts'
import type { SessionTables } from '../index.ts'
import { openDesk } from '../../../../apps/server/testing/session-desk.ts'

const READER = [{ role: 'reader', scope: '*', environment: '*' as const }]

describeOnBothDatabases('the link that signs in', sessionMigrations, (open) => {
  async function start() {
    const desk = openDesk(await open<SessionTables>())
    const id = await desk.addUser('reader', READER)
    let used = 0
    const make = (username = 'reader') => {
      const path = desk.feature.makeSignInLink({ username, redirect: '/mock?a=1', onUsed: () => (used += 1) })
      return new URLSearchParams(path.split('?')[1])
    }
    const follow = (code: string | null) => desk.post<LoginReply>('/api/auth/link', { code })
    return { desk, id, make, follow, used: () => used }
  }

  test('opens one session, with the rights of its account, and tells who made it', async () => {
    const { desk, make, follow, used } = await start()
    const link = make()
    expect(link.get('redirect')).toBe('/mock?a=1')
    const code = link.get('link')!
    const answers = await Promise.all([follow(code), follow(code)])
    expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 404])
    const { data } = answers.find(({ http }) => http === 200)!
    expect(data.userInfo.roles).toEqual(['reader'])
    expect(await desk.isSignedIn(data.token)).toBe(true)
    expect(used()).toBe(1)
    expect(desk.audits.map(({ entry }) => entry?.action)).toContain('session.signInByLink')
    expect(JSON.stringify(desk.audits)).not.toContain(code)
    await desk.close()
  })

  test('nobody has one who was given none, and none opens a disabled or unknown account', async () => {
    const { desk, id, make, follow, used } = await start()
    for (const code of ['', 'x'.repeat(43), make('nobody').get('link')!]) {
      expect((await follow(code)).http).toBe(code === '' ? 400 : 404)
    }
    const code = make().get('link')!
    await desk.feature.accounts.setDisabled(desk.commit, id, true)
    expect((await follow(code)).err?.code).toBe('sign_in_link_closed')
    expect(used()).toBe(0)
    await desk.close()
  })
})
