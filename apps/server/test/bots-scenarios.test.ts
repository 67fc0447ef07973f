import { parseScenario } from '@qd/scenario'
import type { SavedScenario } from '@qd/bots/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proven, startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

/* Saved scenarios with the groups of the whole console. */

let running: TestConsole
let admin: Speaker
let developer: Speaker
beforeAll(async () => {
  running = await startTestConsole()
  admin = await running.signIn('admin')
  developer = await running.signIn('developer')
})
afterAll(() => running.dispose())

const lineId = 'northwind-test'

function scenarioOf(text: string) {
  const read = parseScenario(text)
  if (!read.ok) throw new Error(read.faults[0]?.message)
  return read.scenario
}

const save = (as: Speaker, more: object) =>
  as.post<{ saved: SavedScenario }>('/adjust/scenario/save', {
    lineId,
    scenario: scenarioOf('scenario "shared"\nsend BagList'),
    ...more,
  })

async function group(name: string) {
  const given = { name, parentId: null, externalName: '' }
  const { groupId } = (await admin.post<{ groupId: string }>('/platform/userGroup/save', given)).body.data
  const { id } = (await developer.get<{ id: string }>('/adjust/userInfo')).body.data
  const change = (members: object) =>
    proven(admin, () =>
      admin.post('/platform/userGroup/members/change', { groupId, join: [], leave: [], ...members }),
    )
  const both = async (to: 'join' | 'leave') => expect((await change({ [to]: [id] })).http).toBe(200)
  return { groupId, join: () => both('join'), leave: () => both('leave') }
}

test('who left a group still saves what is shared with it, and shares nothing more with it', async () => {
  const testers = await group('testers')
  await testers.join()
  const groups = [testers.groupId]
  const { scenarioId, revision } = (await save(developer, { groups })).body.data.saved
  await testers.leave()
  const again = await save(developer, { scenarioId, revision, groups })
  expect([again.http, again.body.data.saved.revision]).toEqual([200, 2])
  const refused = await save(developer, { scenario: scenarioOf('scenario "other"'), groups })
  expect(refused.body.err).toMatchObject({ code: 'forbidden', field: 'groups' })
})

test('members open a scenario, and neither change nor delete it', async () => {
  const players = await group('players')
  const { saved } = (await save(admin, { groups: [players.groupId] })).body.data
  const { scenarioId, revision } = saved
  const call = (path: string, more: object = {}) =>
    developer.post(`/adjust/scenario/${path}`, { lineId, scenarioId, ...more })
  expect((await call('delete', { revision })).body.err?.code).toBe('bots_scenario_not_found')
  await players.join()
  expect((await call('get')).http).toBe(200)
  const refused = { code: 'forbidden', field: 'scenarioId' }
  expect((await call('delete', { revision })).body.err).toMatchObject(refused)
  const changed = await save(developer, { scenarioId, revision, groups: [] })
  expect(changed.body.err).toMatchObject(refused)
})

test('of saves at once under one name, one is kept', async () => {
  const twin = { scenario: scenarioOf('scenario "twin"\nsend BagList'), groups: [] }
  const saves = await Promise.all(Array.from({ length: 6 }, () => save(developer, twin)))
  const codes = saves.map(({ body }) => body.err?.code ?? 'kept')
  expect(codes.toSorted()).toEqual([...Array<string>(5).fill('bots_scenario_twice'), 'kept'])
})
