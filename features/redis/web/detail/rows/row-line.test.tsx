import { FakeFailure, fake, fakeApi } from '@qd/web-testing'
import { forgetKept } from '@qd/web-frame'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { keyPage, listViewers, readDecoder } from '../../../contract/index.ts'
import type { BoundViewer } from '../../../contract/index.ts'
import { DECODER_MODULE } from '../../../contract/testing/decoder-module.ts'
import RedisPage from '../../page/redis-page.tsx'
import { fakeKey, hashRow, openKeys, shownKey } from '../../testing/fake-redis.ts'
import { button, show } from '../../testing/show-detail.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { toBase64 } from '../model/bytes.ts'
import { AUTO } from '../viewers/bound-views.ts'

const SAVED = { revision: 1, by: 'ann', at: 1 }
const viewer = (fieldPattern: string, decoderId: string): BoundViewer => ({
  ...AUTO,
  ...SAVED,
  viewerId: `v ${fieldPattern}`,
  keyPattern: 'hero:*',
  fieldPattern,
  format: 'own',
  decoderId,
})
const decoder = (decoderId: string, sha256: string) => ({
  decoderId,
  name: `skins ${decoderId}`,
  sha256,
  bytes: DECODER_MODULE.length,
  ...SAVED,
})
/** Where `decode` says that its answer begins: with the value itself, or one byte later. */
const WHERE = [0x41, 0, 0x20, 0].join()
const at = DECODER_MODULE.findIndex((_byte, from) => DECODER_MODULE.subarray(from, from + 4).join() === WHERE)
const REPLACED = DECODER_MODULE.with(at + 2, 0x41).with(at + 3, 17)
const BYTES = '{"star": 5}'
const LINE = '{star: 5}'

afterEach(() => {
  useWorkspace.setState({ databases: [], active: null, keys: [], key: null })
  forgetKept()
})

/** A key whose fields are bound to own decoders; what the page loads of them is listed. */
function openHero(field: string, decoderIds: readonly string[]) {
  openKeys([`hero:${field}`])
  const loaded: string[] = []
  const server = {
    decoders: decoderIds.map((id) => decoder(id, 'a'.repeat(64))),
    moduleOf: (_decoderId: string): Uint8Array | FakeFailure => DECODER_MODULE,
  }
  const api = fakeApi([
    ...fakeKey(shownKey({ type: 'hash' }), [hashRow(field, BYTES)]),
    fake(readDecoder, ({ body: { decoderId } }) => {
      loaded.push(decoderId)
      const module = server.moduleOf(decoderId)
      return module instanceof FakeFailure ? module : { base64: toBase64(module), sha256: '' }
    }),
  ])
  api.on(listViewers, () => ({
    list: [viewer(field, decoderIds[0] ?? 'gone')],
    decoders: server.decoders,
    layouts: [],
    mayEdit: true,
    mayManage: false,
  }))
  return { api, loaded, server }
}
const table = async () => within(await screen.findByRole('grid'))

describe('a row bound to an own decoder', () => {
  it('shows the decoded line, of one load for all its cells, and reads it anew with a replaced decoder', async () => {
    const { loaded, server } = openHero('skins', ['d1'])
    const user = await show(<RedisPage />)
    const grid = await table()
    await grid.findByText(LINE)
    grid.getByText('自定义解码器')
    expect(grid.queryByText(BYTES)).toBeNull()
    expect(loaded).toEqual(['d1'])
    server.decoders = [decoder('d1', 'b'.repeat(64))]
    server.moduleOf = () => REPLACED
    // The list of decoders is read anew where it is managed.
    await user.click(grid.getByText('skins'))
    const value = within(await screen.findByRole('region', { name: 'skins' }))
    await user.click(value.getByRole('button', { name: '更多查看方式' }))
    await user.click(await screen.findByRole('menuitem', { name: '查看器…' }))
    await waitFor(() => expect(grid.queryByText(LINE)).toBeNull())
    await grid.findByText(/^star: 5\}/)
    expect(loaded).toEqual(['d1', 'd1'])
  })

  it('of which two take the same bytes, shows each line by its own', async () => {
    const { api, server } = openHero('pets', ['d3', 'd4'])
    server.moduleOf = (decoderId) => (decoderId === 'd3' ? DECODER_MODULE : REPLACED)
    api.on(keyPage, () => ({
      rows: [hashRow('pets', BYTES), hashRow('mounts', BYTES)],
      cursor: '',
      examined: 2,
      length: 2,
    }))
    api.on(listViewers, () => ({
      list: [viewer('pets', 'd3'), viewer('mounts', 'd4')],
      decoders: server.decoders,
      layouts: [],
      mayEdit: true,
      mayManage: false,
    }))
    await show(<RedisPage />)
    const grid = await table()
    await grid.findByText(LINE)
    await grid.findByText(/^star: 5\}/)
  })

  it('shows its bytes while the decoder cannot be loaded, and asks again when the rows are read again', async () => {
    const { loaded, server } = openHero('bag', ['d2'])
    server.moduleOf = () => new FakeFailure(502, 'upstream', '服务器没有响应')
    const user = await show(<RedisPage />)
    const grid = await table()
    await grid.findByText(BYTES)
    await waitFor(() => expect(loaded.length).toBeGreaterThan(0))
    server.moduleOf = () => DECODER_MODULE
    await user.click(await button('刷新'))
    await grid.findByText(LINE)
    const loads = loaded.length
    // What was read once is not loaded with every reading of the rows.
    await user.click(await button('刷新'))
    await grid.findByText(LINE)
    expect(loaded).toHaveLength(loads)
  })

  it('is told by its bytes where the decoder is gone, and asks for nothing', async () => {
    const { loaded } = openHero('lost', [])
    await show(<RedisPage />)
    const grid = await table()
    await grid.findByText(BYTES)
    await grid.findByText('JSON')
    expect(loaded).toEqual([])
  })
})
