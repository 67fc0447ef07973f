import { recordList } from '@qd/simulator/contract'
import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { botsRuns, scenarioList, startBots, startBotsOnRecord } from '../../contract/index.ts'
import BotsPage from '../bots-page.tsx'
import { RECORD } from '../testing/sample-runs.ts'

let api: FakeApi
let sent: unknown[]
let asked: number
let records: (typeof RECORD)[]
beforeEach(() => {
  sent = []
  asked = 0
  records = [RECORD]
  const refused = () => new FakeFailure(429, 'bots_over_limit', '机器人太多')
  api = fakeApi([
    fake(botsRuns, () => ({ list: [], most: 20_000, running: 0 })),
    fake(scenarioList, () => ({ list: [], groups: [] })),
    fake(recordList, ({ body }) => {
      asked += 1
      return { list: records.filter(({ lineId }) => lineId === body.lineId) }
    }),
    fake(startBots, ({ query }) => {
      sent.push({ sId: Number(query.sId) })
      return refused()
    }),
    fake(startBotsOnRecord, ({ body: { record, lineId, load } }) => {
      sent.push({ record, lineId, clients: load.clients })
      return refused()
    }),
  ])
})

const open = (codes = ['mock.simulator.bots', 'mock.simulator.connect'], scope = TEST_SCOPE) => {
  const grants = [{ scope: 'lantern/northwind', environment: '*', codes }]
  const user = testUser({ roles: ['developer'], grants })
  return renderWithApp(<BotsPage />, { path: '/mock/bots', user, scope })
}
const target = () => screen.queryByRole('button', { name: /^运行目标/ })
const runButton = () => screen.getByRole('button', { name: /^运\s?行$/ })

it('plays the server, or the game record that was chosen', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: '运行目标: S123' }))
  await user.click(await screen.findByRole('option', { name: /外服/ }))
  await user.click(runButton())
  expect(await screen.findByText(/机器人太多/)).toBeTruthy()
  await user.click(target()!)
  await user.click(await screen.findByRole('option', { name: 'S123' }))
  await user.click(runButton())
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual([{ record: 'r1', lineId: 'northwind-test', clients: 20 }, { sId: 123 }])
})

it('offers no choice where there are no records, nor to whoever may not connect there', async () => {
  records = []
  const { unmount } = await open()
  await waitFor(() => expect(asked).toBe(1))
  expect(runButton()).toHaveProperty('disabled', false)
  expect(target()).toBeNull()
  unmount()
  records = [RECORD]
  await open(['mock.simulator.bots'])
  expect(await screen.findByText(/20,?000 个机器人/)).toBeTruthy()
  expect(target()).toBeNull()
  expect(asked).toBe(1)
})

it('says that the records cannot be read, asks for them again, and plays the server meanwhile', async () => {
  let isDown = true
  api.on(recordList, () => (isDown ? new FakeFailure(503, 'upstream', '没有答复') : { list: [RECORD] }))
  const { user } = await open()
  expect(await screen.findByText(/没有答复/)).toBeTruthy()
  expect(runButton()).toHaveProperty('disabled', false)
  isDown = false
  await user.click(screen.getByRole('button', { name: /^重\s?试$/ }))
  expect(await screen.findByRole('button', { name: '运行目标: S123' })).toBeTruthy()
  expect(screen.queryByText(/没有答复/)).toBeNull()
})

it('plays no server in place of a record that was deleted', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: '运行目标: S123' }))
  await user.click(await screen.findByRole('option', { name: /外服/ }))
  records = []
  api.on(startBotsOnRecord, () => new FakeFailure(404, 'simulator_record_not_found', '没有这个记录'))
  await user.click(runButton())
  expect(await screen.findByText(/没有这个记录/)).toBeTruthy()
  await waitFor(() => expect(runButton()).toHaveProperty('disabled', true))
  await user.click(screen.getByRole('button', { name: '运行目标' }))
  await user.click(await screen.findByRole('option', { name: 'S123' }))
  expect(runButton()).toHaveProperty('disabled', false)
  expect(target()).toBeNull()
})

it('plays the first game record on a line without a server, and says what is missing where there is none', async () => {
  const asked: object[] = []
  api.on(botsRuns, ({ query }) => {
    asked.push(query)
    return { list: [], most: 20_000, running: 0 }
  })
  const scope = { ...TEST_SCOPE, sId: 0, servers: [] }
  const first = await open(undefined, scope)
  await first.user.click(await screen.findByRole('button', { name: '运行目标: 外服' }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('外服'),
  ])
  expect(screen.queryByText(/^请在顶栏选择区服/)).toBeNull()
  await first.user.click(runButton())
  await waitFor(() => expect(sent).toEqual([{ record: 'r1', lineId: 'northwind-test', clients: 20 }]))
  expect(asked[0]).toEqual({ lineId: 'northwind-test' })
  first.unmount()
  records = []
  await open(undefined, scope)
  expect(await screen.findByText(/^请在顶栏选择区服/)).toBeTruthy()
  expect(target()).toBeNull()
  expect(runButton()).toHaveProperty('disabled', true)
})
