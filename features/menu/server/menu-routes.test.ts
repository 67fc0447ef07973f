import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Grant } from '@qd/contract-kit'
import { DialError } from '@qd/game-contract/adapter'
import type { Dialer } from '@qd/game-contract/adapter'
import { createDialer } from '@qd/server-kit'
import type { ScopePort } from '@qd/server-kit'
import { aCaller, createTestApp, everything } from '@qd/server-kit/testing'
import { describeStored } from '@qd/store/testing'
import { describe, expect, it, test } from 'vitest'
import type { LinkRecord, LinkValues, MenuLink, MenuProject, ProjectRecord } from '../contract/index.ts'
import { framingOf } from './frame-state.ts'
import { createMenuFeature, menuMigrations } from './index.ts'
import type { MenuTables } from './index.ts'

const child = (type: string) => ({ name: type, type, project_ident: 'tide', project_id: '7' })
const project = (part: Partial<MenuProject>): MenuProject => ({
  project_id: '7',
  project_ident: 'tide',
  project_name: '灯海项目',
  children: [child('releaseApply')],
  ...part,
})
const projects = [
  project({ project_id: '1', game: 'lantern', partnerCode: 'harbour' }),
  project({ project_id: '2', game: 'lantern', partnerCode: 'northwind' }),
  project({ project_id: '3', game: 'ember' }),
  project({ project_id: '4' }),
]
const quick = [{ name: 'Runbook', url: 'https://wiki.example.org/runbook', target: '_blank' as const }]
const scope: ScopePort = {
  resolve: ({ game, operator }) => ({
    kind: 'places',
    places: [{ game: game as string | undefined, operator: operator as string | undefined }],
  }),
}
const boss = aCaller('boss', [everything], ['ROLE_ADMIN'])
const northwind: Grant = { scope: 'lantern/northwind', environment: '*', codes: ['menus.menu.read'] }
const editorOnly = aCaller(
  'editor',
  [{ scope: '*', environment: '*', codes: ['menus.menu.read', 'menus.menu.edit'] }],
  ['editor'],
)
const reader = aCaller('reader', [northwind], ['reader'])
const ids = (list: unknown) => (list as MenuProject[]).map((each) => each.project_id)
const values = (part: Partial<LinkValues> = {}): LinkValues => ({
  allowPrivate: false,
  allowLoopback: false,
  place: 'quick',
  name: '工单',
  url: 'https://tickets.example.org/list',
  target: 'page',
  game: '',
  operator: '',
  roles: [],
  ...part,
})
const noDialer: Dialer = {
  fetch: () => Promise.reject(new DialError('unreachable', 'no network in this test')),
  webSocket: () => Promise.reject(new DialError('unreachable', 'no network in this test')),
}

describeStored('menu', menuMigrations, (open) => {
  async function prepare(dialer: Dialer = noDialer, ofFile: MenuProject[] = projects) {
    const store = await open<MenuTables>()
    const feature = createMenuFeature({ store, dialer, settings: { quick, extra: [], projects: ofFile } })
    const app = createTestApp({ features: [feature], scope, store: store.as() })
    const editor = async () => {
      const { body } = await app
        .as(boss)
        .post<{ links: LinkRecord[]; projects: ProjectRecord[] }>('/platform/menu/editor')
      return body.data
    }
    const links = async (caller = boss, at: object = {}) => {
      const { body } = await app.as(caller).post<{ list: MenuLink[] }>('/platform/menu/links', at)
      return body.data.list.map(({ name }) => name)
    }
    const save = (body: object) =>
      app.as(boss).post<{ id: string; version: number }>('/platform/menu/saveLink', body)
    return { feature, app, editor, links, save }
  }

  test('[S3.03][S7.08] projects of the settings file, without those of places a caller does not reach', async () => {
    const { app } = await prepare()
    const all = await app.as(boss).get('/api/sys/projectList')
    expect(ids(all.body.data)).toEqual(['1', '2', '3', '4'])
    expect((all.body.data as MenuProject[])[0]).toMatchObject({
      project_name: '灯海项目',
      project_ident: 'tide',
      children: [{ name: 'releaseApply', type: 'releaseApply', project_ident: 'tide', project_id: '1' }],
    })
    const some = await app.as(reader).get('/api/sys/projectList')
    expect(ids(some.body.data)).toEqual(['2', '4'])
  })

  test('[S7.20] lists the projects of a game under data.list', async () => {
    const { app } = await prepare()
    const { body } = await app.as(boss).post<{ list: unknown }>('/platform/menu/list', { game: 'lantern' })
    expect(ids(body.data.list)).toEqual(['1', '2', '4'])
    const foreign = await app.as(reader).post('/platform/menu/list', { game: 'ember' })
    expect(foreign).toMatchObject({ http: 403, body: { err: { code: 'scope_forbidden' } } })
  })

  test('an entry of the settings file may have no name, for the menu and for its editor', async () => {
    const { editor } = await prepare(noDialer, [project({ children: [{ ...child('email'), name: '' }] })])
    expect((await editor()).projects).toMatchObject([
      { isFixed: true, entries: [{ name: '', type: 'email' }] },
    ])
  })

  test('links come after those of the settings file; game, operator and role narrow them', async () => {
    const { links, save } = await prepare()
    await save({ values: values() })
    await save({ values: values({ name: 'Ember', game: 'ember' }) })
    await save({ values: values({ name: '北风', game: 'lantern', operator: 'northwind' }) })
    await save({ values: values({ name: '开发', roles: ['developer'] }) })
    expect(await links()).toEqual(['Runbook', '工单', 'Ember', '北风', '开发'])
    expect(await links(boss, { game: 'lantern', partnerCode: 'harbour' })).toEqual([
      'Runbook',
      '工单',
      '开发',
    ])
    expect(await links(reader)).toEqual(['Runbook', '工单', '北风'])
  })

  test('a link changes only as the version that was seen; the other editor loses nothing silently', async () => {
    const { app, editor, save } = await prepare()
    const { id } = (await save({ values: values() })).body.data
    expect(await save({ id, version: 1, values: values({ name: '客服工单' }) })).toMatchObject({ http: 200 })
    expect(await save({ id, version: 1, values: values({ name: '旧' }) })).toMatchObject({
      http: 409,
      body: { err: { code: 'menu_changed' } },
    })
    const stale = await app.as(boss).post('/platform/menu/removeLink', { id, version: 1 })
    expect(stale).toMatchObject({ http: 409 })
    expect((await editor()).links.at(-1)).toMatchObject({ name: '客服工单', version: 2, isFixed: false })
    expect(await app.as(boss).post('/platform/menu/removeLink', { id, version: 2 })).toMatchObject({
      http: 200,
    })
    expect(await save({ id, version: 2, values: values() })).toMatchObject({ http: 404 })
    expect((await editor()).links.map(({ isFixed }) => isFixed)).toEqual([true])
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'https://a:b@x.example/', 'java\tscript:x'])(
    '%j is refused at its field, in words',
    async (url) => {
      const { save } = await prepare()
      const answer = await save({ values: values({ url }) })
      expect(answer).toMatchObject({
        http: 400,
        body: { err: { code: 'link_address_invalid', field: 'values.url' } },
      })
      expect(answer.body.msg).not.toContain('{{')
    },
  )

  test('order, projects and every change stand in the audit with before and after', async () => {
    const { app, editor, save } = await prepare()
    const first = (await save({ values: values({ name: 'a' }) })).body.data.id
    const second = (await save({ values: values({ name: 'b' }) })).body.data.id
    await app.as(boss).post('/platform/menu/orderLinks', { place: 'quick', ids: [second, first] })
    expect((await editor()).links.map(({ name }) => name)).toEqual(['Runbook', 'b', 'a'])
    const saved = await app.as(boss).post<{ id: string }>('/platform/menu/saveProject', {
      values: {
        ident: 'tide',
        name: '潮汐',
        game: '',
        operator: '',
        entries: [{ name: '审计', type: 'audit', roles: [] }],
      },
    })
    const { body } = await app.as(boss).get<MenuProject[]>('/api/sys/projectList')
    expect(body.data.at(-1)).toMatchObject({
      project_id: saved.body.data.id,
      children: [{ name: '审计', type: 'audit', project_ident: 'tide' }],
    })
    const rows = app.audits.filter(({ kind }) => kind === 'commit')
    expect(rows.map(({ entry }) => entry?.action)).toEqual([
      'menu.saveLink',
      'menu.saveLink',
      'menu.orderLinks',
      'menu.saveProject',
    ])
    expect(rows[0]?.entry?.detail).toMatchObject({ before: null, after: { name: 'a' } })
  })

  test('needs a session, and the permissions for the editor', async () => {
    const { app } = await prepare()
    expect(await app.anonymous.post('/platform/menu/links')).toMatchObject({ http: 401 })
    expect(await app.as(reader).post('/platform/menu/editor')).toMatchObject({ http: 403 })
    expect(await app.as(reader).post('/platform/menu/saveLink', { values: values() })).toMatchObject({
      http: 403,
    })
    const wrong = await app.as(boss).post('/platform/menu/list', { game: [] })
    expect(wrong).toMatchObject({ http: 400, body: { err: { field: 'game' } } })
  })

  test('the pages may frame the origins of links that open inside, no others', async () => {
    const { feature, save } = await prepare()
    await save({ values: values({ url: 'http://grafana.intern:3000/d/{sId}' }) })
    await save({ values: values({ url: 'https://chat.example.org/', target: 'tab' }) })
    await save({ values: values({ url: '#/index' }) })
    expect(await feature.frameOrigins()).toEqual(['http://grafana.intern:3000'])
  })

  test('a link on this machine is not asked, a foreign id is not found', async () => {
    const site = createServer((_request, answer) => answer.end('x'))
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const { app, save } = await prepare(createDialer({ ownPorts: () => [] }))
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
    const { id } = (await save({ values: values({ url }) })).body.data
    const asked = await app.as(reader).post('/platform/menu/frame', { id })
    expect(asked.body.data).toEqual({ framing: 'unknown' })
    expect(await app.as(reader).post('/platform/menu/frame', { id: 'x' })).toMatchObject({ http: 404 })
    await new Promise((resolve) => site.close(resolve))
  })

  test('a site on a local address that refuses frames is recognised where its record opens it', async () => {
    const site = createServer((request, answer) => {
      if (request.url === '/') return answer.writeHead(302, { location: '/sign-in' }).end()
      // An error page refuses like any other.
      answer.writeHead(401, { 'x-frame-options': 'DENY' }).end('x')
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const { app, editor, save } = await prepare(createDialer({ ownPorts: () => [] }))
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
    const { id } = (await save({ values: values({ url, allowLoopback: true }) })).body.data
    expect((await editor()).links.at(-1)).toMatchObject({ allowLoopback: true, allowPrivate: false })
    const asked = await app.as(reader).post('/platform/menu/frame', { id })
    expect(asked.body.data).toEqual({ framing: 'refused' })
    await save({ id, version: 1, values: values({ url, allowPrivate: true }) })
    const again = await app.as(reader).post('/platform/menu/frame', { id })
    expect(again.body.data).toEqual({ framing: 'unknown' })
    await new Promise((resolve) => site.close(resolve))
  })

  test('networks are opened by who may, for one site; others keep what is open and close it', async () => {
    const { app, save } = await prepare()
    const url = 'https://wiki.intern/'
    const { id } = (await save({ values: values({ url, allowPrivate: true }) })).body.data
    const as = (body: object) => app.as(editorOnly).post('/platform/menu/saveLink', body)
    const refused = (field: string) => ({
      http: 403,
      body: { err: { code: 'link_network_forbidden', field } },
    })
    expect(await as({ values: values({ url, allowLoopback: true }) })).toMatchObject(
      refused('values.allowLoopback'),
    )
    const moved = { id, version: 1, values: values({ url: 'https://other.intern/', allowPrivate: true }) }
    expect(await as(moved)).toMatchObject(refused('values.allowPrivate'))
    const renamed = { id, version: 1, values: values({ url, name: '知识库', allowPrivate: true }) }
    expect(await as(renamed)).toMatchObject({ http: 200 })
    expect(await as({ id, version: 2, values: values({ url }) })).toMatchObject({ http: 200 })
    const back = { id, version: 3, values: values({ url, allowPrivate: true }) }
    expect(await as(back)).toMatchObject(refused('values.allowPrivate'))
  })
})

describe('whether a site may be framed', () => {
  it.each([
    [{}, 'allowed'],
    [{ 'x-frame-options': 'DENY' }, 'refused'],
    [{ 'x-frame-options': 'SameOrigin' }, 'refused'],
    [{ 'content-security-policy': "default-src 'self'; frame-ancestors 'none'" }, 'refused'],
    [{ 'content-security-policy': "frame-ancestors 'self' https://portal.example" }, 'refused'],
    [{ 'content-security-policy': 'frame-ancestors *', 'x-frame-options': 'DENY' }, 'allowed'],
    [{ 'content-security-policy': "default-src 'self'" }, 'allowed'],
  ])('%j: %s', (headers, expected) => {
    expect(framingOf(headers)).toBe(expected)
  })
})
