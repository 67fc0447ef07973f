import { afterAll, describe, expect, it } from 'vitest'
import type { Grant } from '@qd/contract-kit'
import type { ScopePort } from '@qd/server-kit'
import { aCaller, createTestApp, everything } from '@qd/server-kit/testing'
import type { MenuProjectSetting } from '../contract/index.ts'
import { createMenuFeature } from './index.ts'

const child = (type: string) => ({ name: type, type, project_ident: 'tide', project_id: '7' })
const project = (part: Partial<MenuProjectSetting>): MenuProjectSetting => ({
  project_id: '7',
  project_ident: 'tide',
  project_name: '灯海项目',
  children: [child('releaseApply'), child('nowhere')],
  ...part,
})
const projects = [
  project({ project_id: '1', game: 'lantern', partnerCode: 'harbour' }),
  project({ project_id: '2', game: 'lantern', partnerCode: 'northwind' }),
  project({ project_id: '3', game: 'ember' }),
  project({ project_id: '4' }),
  project({ project_id: '5', children: [child('nowhere')] }),
]
const scope: ScopePort = {
  resolve: ({ game }) => ({ kind: 'places', places: [{ game: String(game) }] }),
}
const app = createTestApp({ features: [createMenuFeature({ projects, pageTypes: ['releaseApply'] })], scope })
afterAll(app.close)

const northwind: Grant = { scope: 'lantern/northwind', environment: '*', codes: ['*'] }
const ids = (list: unknown) => (list as MenuProjectSetting[]).map((each) => each.project_id)

describe('menu from settings', () => {
  it('[S3.03] gives projects with the entries that have a page', async () => {
    const { body } = await app.as(aCaller('admin', [everything])).get('/api/sys/projectList')
    expect(ids(body.data)).toEqual(['1', '2', '3', '4'])
    expect((body.data as unknown[])[0]).toEqual({
      project_id: '1',
      project_ident: 'tide',
      project_name: '灯海项目',
      children: [child('releaseApply')],
    })
  })

  it('[S7.08] leaves out the projects of places a caller does not reach', async () => {
    const { body } = await app.as(aCaller('reader', [northwind])).get('/api/sys/projectList')
    expect(ids(body.data)).toEqual(['2', '4'])
  })

  it('[S7.20] lists the projects of a game under data.list', async () => {
    const { body } = await app
      .as(aCaller('admin', [everything]))
      .post<{ list: unknown }>('/platform/menu/list', {
        game: 'lantern',
      })
    expect(ids(body.data.list)).toEqual(['1', '2', '4'])
    const foreign = await app
      .as(aCaller('reader', [northwind]))
      .post('/platform/menu/list', { game: 'ember' })
    expect(foreign).toMatchObject({ http: 403, body: { err: { code: 'scope_forbidden' } } })
  })

  it('[S6.05] needs a session and a well-formed body', async () => {
    expect(await app.anonymous.get('/api/sys/projectList')).toMatchObject({ http: 401 })
    expect(await app.anonymous.post('/platform/menu/list', { game: 'lantern' })).toMatchObject({ http: 401 })
    const wrong = await app.as(aCaller('admin', [everything])).post('/platform/menu/list', { game: [] })
    expect(wrong).toMatchObject({ http: 400, body: { err: { field: 'game' } } })
  })
})
