import { describeStored } from '@qd/store/testing'
import { expect, test } from 'vitest'
import type { UserView } from '../../contract/index.ts'
import { accessMigrations, at, openAccessDesk } from '../../../../apps/server/testing/access-desk.ts'
import type { AccessTables } from '../../../../apps/server/testing/access-desk.ts'

interface Page {
  list: UserView[]
  total: number
}
const PEOPLE = ['boss', 'lead', 'ops', 'far', 'idle', 'second']
const page = { page: 1, pageSize: 50 }

describeStored('people', accessMigrations, (open) => {
  async function prepare() {
    const desk = await openAccessDesk(await open<AccessTables>(), PEOPLE)
    await desk.assign('boss', [at('ROLE_ADMIN', '*')])
    await desk.assign('lead', [at('admin', 'lantern')])
    await desk.assign('ops', [at('operator', 'lantern/harbour', 'test')])
    await desk.assign('far', [at('operator', 'other')])
    return desk
  }

  const invitation = (username: string, grants: unknown[] = []) => ({
    username,
    name: '新人',
    department: '运营',
    mustUseSecondFactor: true,
    grants,
    groupIds: [],
  })

  test('an administrator of one game sees whom his scope concerns and whom he invited', async () => {
    const desk = await prepare()
    const names = async (who: string, filter = {}) => {
      const { body } = await desk.ask<Page>(who, '/platform/user/list', { ...page, ...filter })
      return [body.data.total, body.data.list.map(({ username }) => username)]
    }
    expect(await names('boss')).toEqual([6, PEOPLE])
    // Who holds rights everywhere holds them in their game too.
    expect(await names('lead')).toEqual([3, ['boss', 'lead', 'ops']])
    expect(await names('lead', { role: 'operator' })).toEqual([1, ['ops']])
    expect(await names('boss', { role: 'operator' })).toEqual([2, ['ops', 'far']])
    expect(await names('boss', { search: 'id' })).toEqual([1, ['idle']])
    const invited = await desk.ask('lead', '/platform/user/invite', invitation('fresh'))
    expect(invited.http).toBe(200)
    expect(await names('lead', { state: 'invited' })).toEqual([1, ['fresh']])
    expect((await desk.ask('ops', '/platform/user/list', page)).http).toBe(403)
    expect((await desk.app.anonymous.post('/platform/user/list', page)).http).toBe(401)
    await desk.close()
  })

  test('a foreign account and a missing one are told alike, byte for byte', async () => {
    const desk = await prepare()
    for (const path of ['/platform/user/detail', '/platform/user/link', '/platform/user/sessions/end']) {
      const [foreign, missing] = [
        await desk.ask('lead', path, { userId: 'id-far' }),
        await desk.ask('lead', path, { userId: 'id-nobody' }),
      ]
      expect([foreign.http, foreign.body.err?.code]).toEqual([404, 'account_not_found'])
      expect({ ...missing.body, requestId: '' }).toEqual({ ...foreign.body, requestId: '' })
    }
    await desk.close()
  })

  test.each([
    ['his own role where he holds it', at('operator', 'lantern/harbour'), 200, undefined],
    ['in one environment of it', at('reader', 'lantern', 'production'), 200, undefined],
    ['another game', at('reader', 'other'), 403, 'rights_exceeded'],
    ['everywhere', at('reader', '*'), 403, 'rights_exceeded'],
    ['a name that only begins alike', at('reader', 'lantern2'), 403, 'rights_exceeded'],
    ['the super administrator', at('ROLE_ADMIN', '*'), 403, 'rights_exceeded'],
    ['the super administrator in his game', at('ROLE_ADMIN', 'lantern'), 400, 'role_everywhere_only'],
    ['no role at all', at('nobody', 'lantern'), 404, 'role_not_found'],
    ['no place at all', at('reader', 'lantern//x'), 400, 'grant_scope_invalid'],
  ])('an administrator of one game inviting with %s', async (_what, grant, http, code) => {
    const desk = await prepare()
    const answer = await desk.ask<{ userId: string; path: string }>(
      'lead',
      '/platform/user/invite',
      invitation('fresh', [grant]),
    )
    expect([answer.http, answer.body.err?.code]).toEqual([http, code])
    if (http === 200) {
      expect(answer.body.data.path).toContain('code=')
      expect((await desk.codesOf('fresh'))[0]).toContain(`${grant.scope} ${grant.environment}`)
      const row = desk.app.audits.at(-1)
      expect([row?.kind, row?.entry?.target]).toEqual(['commit', 'fresh'])
      const written = [`${grant.role} @ ${grant.scope} (${grant.environment})`]
      expect(row?.entry?.detail).toMatchObject({ after: { grants: written } })
      // The link is a key: it stands in no audit row.
      expect(JSON.stringify(desk.app.audits)).not.toContain('code=')
    } else expect(answer.body.err?.field).toBe('grants.0')
    await desk.close()
  })

  test('giving and taking: only what he holds, never his own, and the open pages are told', async () => {
    const desk = await prepare()
    const change = (who: string, userId: string, part: object) =>
      desk.ask(who, '/platform/user/grants', { userId, give: [], take: [], ...part })
    const given = await change('lead', 'id-ops', { give: [at('reader', 'lantern/northwind')] })
    expect([given.http, desk.changed]).toEqual([200, ['id-ops']])
    expect(desk.app.audits.at(-1)?.entry).toMatchObject({
      action: 'access.userGrants',
      target: 'id-ops',
      detail: {
        username: 'ops',
        before: { grants: ['operator @ lantern/harbour (test)'] },
        after: { grants: ['operator @ lantern/harbour (test)', 'reader @ lantern/northwind (*)'] },
      },
    })
    expect((await change('lead', 'id-ops', { take: [at('operator', 'lantern/harbour', 'test')] })).http).toBe(
      200,
    )
    expect(await desk.codesOf('ops')).toEqual(['lantern/northwind *: index.data.read index.player.read'])
    const refusals = [
      [await change('lead', 'id-boss', { take: [at('ROLE_ADMIN', '*')] }), 403, 'rights_exceeded'],
      [await change('lead', 'id-lead', { give: [at('reader', 'lantern')] }), 409, 'account_own'],
      [await change('lead', 'id-far', { give: [at('reader', 'lantern')] }), 404, 'account_not_found'],
      [await change('ops', 'id-far', { give: [at('reader', 'lantern')] }), 403, 'forbidden'],
    ] as const
    for (const [answer, http, code] of refusals)
      expect([answer.http, answer.body.err?.code]).toEqual([http, code])
    await desk.close()
  })

  test('whoever holds more than the administrator is out of his hands', async () => {
    const desk = await prepare()
    await desk.assign('ops', [at('operator', 'lantern'), at('reader', 'other')])
    const calls: [string, object][] = [
      ['/platform/user/disable', { isDisabled: true }],
      ['/platform/user/link', {}],
      ['/platform/user/secondFactor/drop', {}],
      ['/platform/user/sessions/end', {}],
      ['/platform/user/update', { name: 'x', department: '', mustUseSecondFactor: false }],
    ]
    for (const [path, body] of calls) {
      const answer = await desk.ask('lead', path, { userId: 'id-ops', ...body })
      expect([path, answer.http, answer.body.err?.code]).toEqual([path, 403, 'rights_exceeded'])
      const own = await desk.ask('boss', path, { userId: 'id-boss', ...body })
      expect([path, own.body.err?.code]).toEqual([path, 'account_own'])
    }
    await desk.assign('ops', [at('operator', 'lantern')])
    for (const [path, body] of calls.toReversed()) {
      expect((await desk.ask('lead', path, { userId: 'id-ops', ...body })).http).toBe(200)
    }
    expect((await desk.accounts.find('id-ops'))?.state).toBe('disabled')
    await desk.close()
  })

  test('the last super administrator who can sign in stays, also when two go for each other at once', async () => {
    const desk = await prepare()
    await desk.assign('second', [at('ROLE_ADMIN', '*')])
    const disable = (who: string, whom: string) =>
      desk.ask(who, '/platform/user/disable', { userId: `id-${whom}`, isDisabled: true })
    const both = await Promise.all([disable('boss', 'second'), disable('second', 'boss')])
    expect(both.map(({ http }) => http).toSorted()).toEqual([200, 409])
    expect(both.find(({ http }) => http === 409)?.body.err?.code).toBe('last_admin')
    const states = await Promise.all(['boss', 'second'].map((name) => desk.accounts.find(`id-${name}`)))
    const [stays, gone] = states[0]?.state === 'active' ? ['boss', 'second'] : ['second', 'boss']
    // The one who is left cannot be demoted by the other, whose calls may still be under way.
    const demoted = await desk.ask(gone, '/platform/user/grants', {
      userId: `id-${stays}`,
      give: [],
      take: [at('ROLE_ADMIN', '*')],
    })
    expect([demoted.http, demoted.body.err?.code]).toEqual([409, 'last_admin'])
    expect((await desk.access.rightsOf(`id-${stays}`)).roles).toEqual(['ROLE_ADMIN'])
    await desk.close()
  })

  test('the detail says which grant or group gives each right', async () => {
    const desk = await prepare()
    const { body } = await desk.ask<{ sources: { role: string; group: unknown; codes: string[] }[] }>(
      'lead',
      '/platform/user/detail',
      { userId: 'id-ops' },
    )
    expect(body.data.sources).toMatchObject([
      { role: 'operator', scope: 'lantern/harbour', environment: 'test', group: null },
    ])
    expect(body.data.sources[0]?.codes).toContain('index.data.edit')
    await desk.close()
  })

  test('who changes both accounts ties them; nobody their own, nobody one out of their hands', async () => {
    const desk = await prepare()
    await desk.assign('second', [at('operator', 'lantern')])
    const tie = (who: string, userId: string, otherId: string) =>
      desk.ask(who, '/platform/user/person/tie', { userId, otherId })
    const code = async (answer: ReturnType<typeof tie>) => (await answer).body.err?.code ?? 'done'
    expect(await code(tie('lead', 'id-ops', 'id-far'))).toBe('account_not_found')
    expect(await code(tie('lead', 'id-ops', 'id-boss'))).toBe('rights_exceeded')
    expect(await code(tie('lead', 'id-lead', 'id-ops'))).toBe('account_own')
    expect(await code(tie('lead', 'id-ops', 'id-lead'))).toBe('account_own')
    expect(await code(tie('ops', 'id-ops', 'id-second'))).toBe('forbidden')
    expect(await code(tie('lead', 'id-ops', 'id-second'))).toBe('done')
    const shown = async (who: string) =>
      (await desk.ask<{ sameAs: { username: string }[] }>(who, '/platform/user/detail', { userId: 'id-ops' }))
        .body.data.sameAs
    expect(await shown('lead')).toMatchObject([{ username: 'second' }])
    expect(await code(tie('boss', 'id-ops', 'id-far'))).toBe('done')
    // What is out of sight is not named to them.
    expect(JSON.stringify(await shown('lead'))).not.toContain('far')
    const untied = await desk.ask('lead', '/platform/user/person/untie', { userId: 'id-ops' })
    expect([untied.http, await shown('boss')]).toEqual([200, []])
    await desk.close()
  })

  test('another account of the same person is as much their own: nothing of it is theirs to change', async () => {
    const desk = await prepare()
    await desk.assign('second', [at('operator', 'lantern')])
    const group = { name: '夜班', parentId: null, externalName: '' }
    const made = await desk.ask<{ groupId: string }>('lead', '/platform/userGroup/save', group)
    const { groupId } = made.body.data
    const userId = 'id-second'
    const calls: [string, object][] = [
      ['/platform/user/grants', { give: [at('reader', 'lantern')], take: [] }],
      ['/platform/user/link', {}],
      ['/platform/user/secondFactor/drop', {}],
      ['/platform/user/sessions/end', {}],
      ['/platform/user/update', { name: 'x', department: '', mustUseSecondFactor: false }],
    ]
    const join = () =>
      desk.ask('lead', '/platform/userGroup/members/change', { groupId, join: [userId], leave: [] })
    const detail = async () =>
      (await desk.ask<UserView>('lead', '/platform/user/detail', { userId })).body.data
    expect(await detail()).toMatchObject({ isSelf: false, mayEdit: true, grants: [{ mayTake: true }] })
    for (const [path, body] of calls) {
      expect([path, (await desk.ask('lead', path, { userId, ...body })).http]).toEqual([path, 200])
    }
    const tied = await desk.ask('boss', '/platform/user/person/tie', { userId, otherId: 'id-lead' })
    expect(tied.http).toBe(200)
    for (const [path, body] of [...calls, ['/platform/user/person/untie', {}] as const]) {
      const answer = await desk.ask('lead', path, { userId, ...body })
      expect([path, answer.http, answer.body.err?.code]).toEqual([path, 409, 'account_own'])
    }
    expect((await join()).body.err?.code).toBe('account_own')
    const shown = await detail()
    expect(shown).toMatchObject({ isSelf: true, mayEdit: false })
    expect(shown.grants.map(({ mayTake }) => mayTake)).toEqual([false, false])
    // Who they are is nobody's to read.
    expect(JSON.stringify(shown)).not.toContain('person-')
    await desk.ask('boss', '/platform/user/person/untie', { userId })
    expect((await join()).http).toBe(200)
    await desk.close()
  })
})
