import { describeStored } from '@qd/store/testing'
import { expect, test } from 'vitest'
import type { PageFunctions, RoleView } from '../contract/index.ts'
import { accessMigrations } from './index.ts'
import type { AccessTables } from './index.ts'
import { ALL_CODES, at, openAccessDesk } from '../../../apps/server/testing/access-desk.ts'

describeStored('roles', accessMigrations, (open) => {
  async function prepare() {
    const desk = await openAccessDesk(await open<AccessTables>(), ['boss', 'lead', 'ops', 'far'])
    await desk.assign('boss', [at('ROLE_ADMIN', '*')])
    await desk.assign('lead', [at('admin', 'lantern')])
    const save = (who: string, code: string, codes: string[], version = 0) =>
      desk.ask<{ version: number }>(who, '/platform/role/save', { code, name: code, codes, version })
    const list = async (who: string) => (await desk.ask<RoleView[]>(who, '/platform/role/list')).body.data
    return { desk, save, list }
  }
  const READ = 'index.data.read'
  const EDIT = 'index.data.edit'

  test('a role of the console’s own is made, given, changed under its holders, and goes last', async () => {
    const { desk, save, list } = await prepare()
    expect((await save('boss', 'night', [READ])).body.data).toEqual({ version: 1 })
    await desk.assign('ops', [at('night', 'lantern/harbour', 'test')])
    expect((await save('boss', 'night', [READ, EDIT, EDIT], 1)).body.data).toEqual({ version: 2 })
    expect(await desk.codesOf('ops')).toEqual([`lantern/harbour test: ${EDIT} ${READ}`])
    expect(desk.changed).toEqual(['id-ops'])
    expect(desk.app.audits.at(-1)?.entry).toMatchObject({
      target: 'night',
      detail: { before: { codes: [READ] }, after: { codes: [EDIT, READ] } },
    })
    expect((await list('boss')).at(-1)).toMatchObject({
      code: 'night',
      holders: 1,
      mayEdit: true,
      version: 2,
    })
    const del = () => desk.ask('boss', '/platform/role/delete', { code: 'night' })
    expect((await del()).body.err?.code).toBe('role_held')
    await desk.assign('ops', [])
    expect((await del()).http).toBe(200)
    expect((await del()).body.err?.code).toBe('role_not_found')
    await desk.close()
  })

  test('of two who edit the same version one is refused and learns what stands now', async () => {
    const { desk, save } = await prepare()
    await save('boss', 'night', [READ])
    const answers = await Promise.all([save('boss', 'night', [EDIT], 1), save('boss', 'night', [], 1)])
    const refused = answers.find(({ http }) => http !== 200)
    expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 409])
    expect(refused?.body.err).toMatchObject({ code: 'role_changed', details: { current: { version: 2 } } })
    await desk.close()
  })

  test.each([
    [{ code: 'operator', codes: [READ], version: 1 }, 409, 'role_built_in'],
    [{ code: 'operator', codes: [READ], version: 0 }, 409, 'role_code_taken'],
    [{ code: '1night', codes: [READ], version: 0 }, 400, 'role_code_invalid'],
    [{ code: 'night', codes: ['index.data.fly'], version: 0 }, 400, 'permission_unknown'],
    [{ code: 'night', codes: ['*'], version: 0 }, 400, 'permission_unknown'],
    [{ code: 'night', codes: [READ], version: 3 }, 404, 'role_not_found'],
  ])('saving %j is refused', async ({ code, codes, version }, http, error) => {
    const { desk, save } = await prepare()
    const answer = await save('boss', code, codes, version)
    expect([answer.http, answer.body.err?.code]).toEqual([http, error])
    await desk.close()
  })

  test('an administrator of one game edits a role only where he holds all of it', async () => {
    const { desk, save, list } = await prepare()
    expect((await save('lead', 'mine', [READ])).http).toBe(200)
    expect((await save('boss', 'theirs', [READ])).http).toBe(200)
    // Held by nobody: it belongs to who made it.
    expect((await save('lead', 'theirs', [EDIT], 1)).body.err?.code).toBe('rights_exceeded')
    await desk.assign('ops', [at('mine', 'lantern/harbour')])
    expect((await save('lead', 'mine', [READ, EDIT], 1)).http).toBe(200)
    await desk.assign('far', [at('mine', 'other')])
    expect((await save('lead', 'mine', [READ], 2)).body.err?.code).toBe('rights_exceeded')
    const mayEdit = (await list('lead')).filter((role) => role.mayEdit).map(({ code }) => code)
    expect(mayEdit).toEqual([])
    expect((await desk.ask('ops', '/platform/role/list')).http).toBe(403)
    await desk.close()
  })

  test('the catalogue lists every permission by page, with title and risk', async () => {
    const { desk } = await prepare()
    const { body } = await desk.ask<PageFunctions[]>('boss', '/platform/permission/list')
    expect(body.data.find(({ routerName }) => routerName === 'index')?.functionList[1]).toEqual({
      code: 'data.edit',
      type: 'button',
      title: 'cn:index.data.edit',
      risk: 'R2',
    })
    const keys = body.data.flatMap((page) =>
      page.functionList.map(({ code }) => `${page.routerName}.${code}`),
    )
    expect(keys.toSorted()).toEqual(ALL_CODES)
    await desk.close()
  })

  test('view as a role: no more than the viewer could give', async () => {
    const { desk } = await prepare()
    const view = (grant: unknown) => desk.ask('lead', '/platform/role/preview', grant)
    expect((await view(at('operator', 'lantern/harbour', 'test'))).body.data).toEqual({
      token: 'preview-token',
      expiresAt: 3,
    })
    expect(desk.previews).toEqual([
      {
        label: 'operator',
        roles: ['operator'],
        grants: [
          {
            scope: 'lantern/harbour',
            environment: 'test',
            codes: ['index.data.edit', 'index.data.read', 'index.player.read'],
          },
        ],
      },
    ])
    expect((await view(at('operator', 'other'))).body.err?.code).toBe('rights_exceeded')
    expect((await view(at('ROLE_ADMIN', '*'))).body.err?.code).toBe('rights_exceeded')
    expect(JSON.stringify(desk.app.audits)).not.toContain('preview-token')
    await desk.close()
  })

  test('who holds a role is told as far as the asker may look', async () => {
    const { desk } = await prepare()
    await desk.assign('ops', [at('operator', 'lantern')])
    await desk.assign('far', [at('operator', 'other')])
    const holders = async (who: string) => {
      const answer = await desk.ask<{ user: { username: string } }[]>(who, '/platform/role/holders', {
        code: 'operator',
      })
      return answer.body.data.map(({ user }) => user.username)
    }
    expect((await holders('boss')).toSorted()).toEqual(['far', 'ops'])
    expect(await holders('lead')).toEqual(['ops'])
    await desk.close()
  })
})
