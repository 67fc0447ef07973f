import type { SavedRequest } from '@qd/simulator/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proven, startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

/* Saved requests with the groups, rights and audit of the whole console. */

let running: TestConsole
let admin: Speaker
let reviewer: Speaker
beforeAll(async () => {
  running = await startTestConsole()
  admin = await running.signIn('admin')
  reviewer = await running.signIn('reviewer')
})
afterAll(() => running.dispose())

const LINE = 'northwind-test'
const post = <T>(as: Speaker, call: string, body: object = {}) =>
  as.post<T>(`/platform/simulator/request/${call}`, { lineId: LINE, ...body })
const namesFor = async (as: Speaker) =>
  (await post<{ list: SavedRequest[] }>(as, 'list')).body.data.list.map(({ name }) => name)

test('a request shared with a group is seen by members of the groups below it, who may read and no more', async () => {
  const makeGroup = async (name: string, parentId: string | null) => {
    const group = { name, parentId, externalName: '' }
    return (await admin.post<{ groupId: string }>('/platform/userGroup/save', group)).body.data.groupId
  }
  const above = await makeGroup('testers', null)
  const below = await makeGroup('night testers', above)
  const request = { name: 'use', folder: 'bag', message: 'lantern.UseItemReq', body: '{"itemId":1}' }
  const saved = await post<{ saved: SavedRequest }>(admin, 'save', { ...request, groups: [above] })
  const { savedId } = saved.body.data.saved
  expect(await namesFor(reviewer)).toEqual([])
  const me = await reviewer.get<{ id: string }>('/adjust/userInfo')
  const join = { groupId: below, join: [me.body.data.id], leave: [] }
  expect((await proven(admin, () => admin.post('/platform/userGroup/members/change', join))).http).toBe(200)
  expect(await namesFor(reviewer)).toEqual(['use'])
  expect((await post<{ body: string }>(reviewer, 'get', { savedId })).body.data.body).toBe('{"itemId":1}')
  expect((await post(reviewer, 'save', { ...request, groups: [] })).http).toBe(403)
  expect((await post(reviewer, 'delete', { savedId, revision: 1 })).http).toBe(403)
})

test('the audit says who saved, moved and deleted which request', async () => {
  const request = { name: 'audited', folder: '', message: 'lantern.UseItemReq', body: '{}', groups: [] }
  const saved = await post<{ saved: SavedRequest }>(admin, 'save', request)
  const { savedId } = saved.body.data.saved
  await post(admin, 'move', { savedId, revision: 1, name: 'audited', folder: 'kept', groups: [] })
  await post(admin, 'delete', { savedId, revision: 2 })
  const entries = async (action: string) => {
    const { body } = await admin.post<{ list: { seq: number }[] }>('/platform/audit/list', { action })
    const all = body.data.list.map(({ seq }) => admin.post('/platform/audit/get', { seq }))
    return JSON.stringify((await Promise.all(all)).map((each) => each.body.data))
  }
  expect(await entries('simulator.requestSave')).toMatch(/"name":"audited"/)
  expect(await entries('simulator.requestMove')).toMatch(/"folder":"kept"/)
  expect(await entries('simulator.requestDelete')).toMatch(/"folder":"kept"/)
})

test('one that was saved since it was seen is not deleted', async () => {
  const request = { name: 'in two windows', folder: '', message: 'lantern.UseItemReq', groups: [] }
  const saved = await post<{ saved: SavedRequest }>(admin, 'save', { ...request, body: '{"itemId":1}' })
  const { savedId } = saved.body.data.saved
  await post(admin, 'save', { ...request, savedId, revision: 1, body: '{"itemId":2}' })
  const refused = await post(admin, 'delete', { savedId, revision: 1 })
  expect([refused.http, refused.body.err?.code]).toEqual([409, 'simulator_request_changed'])
  expect((await post<{ body: string }>(admin, 'get', { savedId })).body.data.body).toBe('{"itemId":2}')
  expect((await post(admin, 'delete', { savedId, revision: 2 })).http).toBe(200)
  expect((await post(admin, 'get', { savedId })).http).toBe(404)
})
