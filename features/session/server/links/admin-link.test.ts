import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { AdminLinkError, sessionMigrations } from '../index.ts'
import type { SessionTables } from '../index.ts'
import { PASSWORD, openDesk } from '../../../../apps/server/testing/session-desk.ts'

const NEW = 'quiet lantern at sea'
const ADMIN = [{ role: 'ROLE_ADMIN', scope: '*', environment: '*' as const }]

describeOnBothDatabases('the link from the terminal', sessionMigrations, (open) => {
  test('[T27] enables, ends password and sessions, keeps the second factor unless told otherwise', async () => {
    const desk = openDesk(await open<SessionTables>())
    const id = await desk.addUser('root', ADMIN)
    const token = await desk.tokenOf('root')
    await desk.feature.accounts.setDisabled(desk.commit, id, true)
    const make = (username: string, dropsSecondFactor = false) =>
      desk.feature.makeAdminLink({ username, dropsSecondFactor })
    const { path, isNew, expiresAt } = await make('ROOT')
    expect([isNew, expiresAt]).toEqual([false, desk.clock.nowMs + 24 * 3_600_000])
    expect(await desk.isSignedIn(token)).toBe(false)
    expect((await desk.logIn('root')).http).toBe(401)
    const accept = (link: string) =>
      desk.post<unknown>('/api/auth/invitation', { code: link.split('code=')[1], password: NEW })
    expect((await accept(path)).http).toBe(200)
    expect((await accept(path)).http).toBe(404)
    expect((await desk.logIn('root', NEW)).http).toBe(200)
    expect(desk.audits.map(({ entry }) => entry?.action)).toContain('session.adminLink')
    expect(JSON.stringify(desk.audits)).not.toContain(path.split('code=')[1])
    await desk.close()
  })

  test('[T27] is for administrators: others are refused and nothing of theirs changes', async () => {
    const desk = openDesk(await open<SessionTables>())
    const id = await desk.addUser('editor', [{ role: 'editor', scope: '*', environment: '*' }])
    await desk.feature.accounts.setDisabled(desk.commit, id, true)
    const make = (username: string) => desk.feature.makeAdminLink({ username, dropsSecondFactor: true })
    await expect(make('editor')).rejects.toThrow(AdminLinkError)
    expect((await desk.feature.accounts.find(id))?.state).toBe('disabled')
    await expect(make('editor.')).rejects.toThrow('username_looks_taken')
    const { isNew, path } = await make('root')
    expect(isNew).toBe(true)
    const answer = await desk.post<{ userInfo: { roles: string[] } }>('/api/auth/invitation', {
      code: path.split('code=')[1],
      password: PASSWORD,
    })
    expect(answer.data.userInfo.roles).toEqual(['ROLE_ADMIN', 'admin'])
    await desk.close()
  })
})
