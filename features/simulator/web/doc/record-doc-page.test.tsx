import { FRAME_PRESETS } from '@qd/game-frame'
import { getConfig } from '@qd/system/contract'
import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import RecordAboutPage from '../about/record-about-page.tsx'
import { recordDefinition, recordSite } from '../../contract/index.ts'
import { HASH, NESTED, readerOf } from '../testing/sample-definition.ts'
import RecordDocPage from './record-doc-page.tsx'

const developer = readerOf('mock.simulator.connect', 'mock.simulator.read')
const RECORD = {
  recordId: 'r1',
  lineId: 'northwind-test',
  name: '外服',
  url: 'ws://127.0.0.1:9000',
  layout: FRAME_PRESETS.get('leaf'),
  enter: null,
  messages: 3,
  commands: 1,
  definitionHash: HASH,
  revision: 1,
  changedBy: 'lin',
  changedAt: Date.UTC(2026, 10, 23, 6),
}
const CMDS = [{ cmd: 1401, name: 'BagList', req: 'g.BagListReq', res: 'g.BagListRes', push: '' }]

function Where() {
  const { pathname, search } = useLocation()
  return <output>{`${pathname}${search}`}</output>
}
const page = (
  <>
    <Routes>
      <Route path="/mock/records/doc" element={<RecordDocPage />} />
      <Route path="/mock/records/about" element={<RecordAboutPage />} />
      <Route path="*" element={null} />
    </Routes>
    <Where />
  </>
)
const where = () => decodeURIComponent(document.querySelector('output')?.textContent ?? '')
const open = (path: string) =>
  renderWithApp(page, { path, user: developer, scope: { ...TEST_SCOPE, sId: 0 } })

let api: FakeApi
beforeEach(() => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: /min-width/.test(media),
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  api = fakeApi(
    [
      fake(getConfig, () => Response.json({ status: 0, msg: '', data: { yapi: '' }, requestId: 'r' })),
      fake(recordDefinition, () => ({ record: RECORD, proto: { nested: NESTED }, cmds: CMDS })),
    ],
    { isGuarded: true },
  )
})

it('documents the messages of a record, without a server, its versions and player data', async () => {
  const { user } = await open('/mock/records/doc?record=r1')
  expect(await screen.findByRole('region', { name: '协议说明 · 外服' })).toBeTruthy()
  const tree = within(screen.getByRole('tree'))
  // A record’s list of commands has no comments: that of the request is shown.
  await user.click(tree.getByText('1401'))
  expect(await screen.findByRole('heading', { name: 'BagList' })).toBeTruthy()
  expect(where()).toBe('/mock/records/doc?record=r1&command=1401')
  expect(screen.getAllByText('背包请求').length).toBeGreaterThan(0)
  expect(screen.queryByRole('region', { name: '版本记录' })).toBeNull()
  const tried = screen.getByRole('link', { name: '试一试' })
  expect(tried.getAttribute('href')).toContain('/mock?message=g.BagListReq&record=r1')
  await user.click(screen.getByRole('button', { name: '关于模拟器' }))
  expect(where()).toBe('/mock/records/about?record=r1')
  expect(await screen.findByText('ws://127.0.0.1:9000')).toBeTruthy()
  expect(screen.getByText(HASH)).toBeTruthy()
  await user.click(screen.getByRole('link', { name: '协议说明' }))
  expect(where()).toBe('/mock/records/doc?record=r1')
})

it('saves the record’s pages, asked for by the record alone', async () => {
  const asked: unknown[] = []
  api.on(recordSite, ({ query }) => {
    asked.push(query)
    return new FakeFailure(503, 'upstream', '没有答复')
  })
  const { user } = await open('/mock/records/doc?record=r1')
  await user.click(await screen.findByRole('button', { name: '下载' }))
  await user.click(await screen.findByRole('menuitem', { name: '静态站点（zip）' }))
  await waitFor(() => expect(asked).toEqual([{ lineId: 'northwind-test', recordId: 'r1' }]))
  expect(await screen.findByText(/没有答复/)).toBeTruthy()
})

it('a record that is gone is told; an address without one leads to the records', async () => {
  api.on(recordDefinition, () => new FakeFailure(404, 'simulator_record_not_found', '没有这个游戏记录'))
  const { unmount } = await open('/mock/records/doc?record=r9')
  expect(await screen.findByText(/没有这个游戏记录/)).toBeTruthy()
  unmount()
  await open('/mock/records/doc')
  expect(where()).toBe('/mock/records')
})
