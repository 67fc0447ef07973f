import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { PASSWORD, accessInMemory, openDesk } from '../../../apps/server/testing/session-desk.ts'
import { sessionMigrations } from './index.ts'
import type { SessionTables } from './index.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36'
const PERSON = { username: 'Mei.Lan', name: 'Mei', department: '', mustUseSecondFactor: false }

describeOnBothDatabases('what people are told of their account', sessionMigrations, (open) => {
  test('a sign-in in a browser the account does not know is told to its owner, once; the first of all is not', async () => {
    const desk = openDesk(await open<SessionTables>())
    const userId = await desk.addUser('ann')
    const from = (cookie = '') => ({
      address: '192.0.2.7',
      headers: { 'user-agent': CHROME, ...(cookie === '' ? {} : { cookie }) },
    })
    await desk.logIn('ann', PASSWORD, from())
    expect(desk.told).toEqual([])
    const second = await desk.logIn('ann', PASSWORD, from())
    expect(desk.told).toMatchObject([
      {
        notice: {
          kind: { name: 'session.newDevice' },
          params: { device: 'Chrome 141 · Windows', address: '192.0.2.7' },
          page: '/account',
        },
        to: [userId],
      },
    ])
    const [cookie] = String(second.headers['set-cookie']).split(';')
    await desk.logIn('ann', PASSWORD, from(cookie))
    expect(desk.told).toHaveLength(1)
    await desk.logIn('ann', 'a wrong password', from())
    expect(desk.told).toHaveLength(1)
    await desk.close()
  })

  test('who invited somebody is told that they accepted; a link for a new password is no invitation', async () => {
    const access = accessInMemory()
    const desk = openDesk(await open<SessionTables>(), { access })
    const inviter = await desk.addUser('boss')
    const link = await desk.feature.accounts.invite(desk.commit, PERSON, async (_tx, userId) => {
      access.inviters.set(userId, inviter)
    })
    const accept = (path: string) =>
      desk.post('/api/auth/invitation', { code: path.split('code=')[1], password: 'quiet lantern at sea' })
    expect(await accept(link.path)).toMatchObject({ http: 200 })
    const accepted = { notice: { kind: { name: 'session.invitationAccepted' } }, to: [inviter] }
    expect(desk.told).toMatchObject([{ ...accepted, notice: { params: { username: 'Mei.Lan' } } }])
    const renewed = await desk.feature.accounts.renewLink(desk.commit, link.userId)
    expect(await accept(renewed.path)).toMatchObject({ http: 200 })
    const kinds = desk.told.map(({ notice }) => notice.kind.name)
    expect(kinds.filter((kind) => kind === 'session.invitationAccepted')).toHaveLength(1)
    await desk.close()
  })
})
