import { constants, zstdCompressSync } from 'node:zlib'
import { FakeFailure, fake, fakeApi } from '@qd/web-testing'
import { forgetKept } from '@qd/web-frame'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { protoDefinition } from '@qd/simulator/contract'
import { serverList } from '@qd/scope/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { keyPage, listViewers, saveViewer } from '../../../contract/index.ts'
import type { PageRow } from '../../../contract/index.ts'
import RedisPage from '../../page/redis-page.tsx'
import { SHA1, fakeEdits, fakeKey, openKeys, shownKey } from '../../testing/fake-redis.ts'
import { button, dialog, show, spaced } from '../../testing/show-detail.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { AUTO } from '../viewers/bound-views.ts'
import { toBase64 } from '../model/bytes.ts'

const KEY = 'game:s123:hero:45'
/** `{items: [1, 2.5], cap: 300}` in MessagePack. */
const MSGPACK = Uint8Array.from([
  0x82, 0xa5, 0x69, 0x74, 0x65, 0x6d, 0x73, 0x92, 0x01, 0xcb, 0x40, 0x04, 0, 0, 0, 0, 0, 0, 0xa3, 0x63, 0x61,
  0x70, 0xcd, 0x01, 0x2c,
])
/** power (1) = 1284330, an unknown field 12 = 7, title (7) = "守夜人". */
const SNAPSHOT = Uint8Array.from([
  0x08,
  0xea,
  0xb1,
  0x4e,
  0x60,
  0x07,
  0x3a,
  0x09,
  ...new TextEncoder().encode('守夜人'),
])
const NESTED = {
  lantern: {
    nested: {
      RoleSnapshot: {
        fields: {
          power: { type: 'uint64', id: 1, comment: '战力' },
          title: { type: 'string', id: 7, comment: '称号' },
        },
      },
    },
  },
}

afterEach(() => {
  useWorkspace.setState({ databases: [], active: null, keys: [], key: null })
  forgetKept()
})

const row = (field: string, bytes: Uint8Array): PageRow => ({
  type: 'hash',
  field,
  value: { base64: toBase64(bytes) },
  bytes: bytes.length,
  isCut: false,
  sha1: SHA1,
  ttlMs: null,
})

const saved = (edit: unknown): number[] => {
  const { value } = edit as { value: { base64: string } | string }
  return typeof value === 'string'
    ? [...new TextEncoder().encode(value)]
    : [...Uint8Array.from(atob(value.base64), (sign) => sign.charCodeAt(0))]
}

async function openField(user: UserEvent, field: string): Promise<HTMLElement> {
  await user.click(await screen.findByText(field))
  return screen.findByRole('region', { name: field })
}

/** The text of the editor; JSON is edited in one of its own that jsdom draws line by line. */
const linesOf = (part: HTMLElement): string =>
  [...part.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n')

describe('a value is decoded', () => {
  it('by its bytes: its format in the table, its content as JSON, and the way it was found', async () => {
    openKeys([KEY])
    const packed = zstdCompressSync('{"level":72,"name":"岚夜"}')
    fakeApi(fakeKey(shownKey({ type: 'hash' }), [row('bag', MSGPACK), row('zip', packed)]))
    const user = await show(<RedisPage />)
    const grid = within(await screen.findByRole('grid'))
    await grid.findByText('MsgPack')
    await grid.findByText('Zstd')
    await grid.findByText('{ items: [1, 2.5], cap: 300 }')
    let part = await openField(user, 'bag')
    await within(part).findByRole('radio', { name: '自动 · MsgPack' })
    await waitFor(() => expect(linesOf(part)).toContain('"cap": 300'))
    part = await openField(user, 'zip')
    await within(part).findByRole('radio', { name: '自动 · Zstd → JSON' })
    await waitFor(() => expect(linesOf(part)).toContain('"name": "岚夜"'))
  })

  it('and is said to be damaged, not checked, or no UTF-8', async () => {
    openKeys([KEY])
    const text = '{"level":72}'
    const summed = zstdCompressSync(text, { params: { [constants.ZSTD_c_checksumFlag]: 1 } })
    const damaged = Uint8Array.from(summed)
    damaged[damaged.length - 1]! ^= 1
    const rows = [
      row('summed', summed),
      row('plain', zstdCompressSync(text)),
      row('damaged', damaged),
      row('latin', Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
    ]
    fakeApi(fakeKey(shownKey({ type: 'hash' }), rows))
    const user = await show(<RedisPage />)
    let part = await openField(user, 'summed')
    await waitFor(() => expect(linesOf(part)).toContain('"level": 72'))
    expect(within(part).queryByText(/未校验/)).toBeNull()
    part = await openField(user, 'plain')
    await within(part).findByText(/未校验/)
    part = await openField(user, 'damaged')
    await within(part).findByText(/数据已损坏/)
    expect(linesOf(part)).not.toContain('72')
    part = await openField(user, 'latin')
    await user.click(within(part).getByRole('radio', { name: 'JSON' }))
    const banner = await within(part).findByText(/不是 UTF-8 文本/)
    expect(banner.textContent).toMatch(/第 2 字节/)
  })

  it('to the byte that makes no sense, with what was read before it and the bytes around', async () => {
    openKeys([KEY])
    const broken = MSGPACK.subarray(0, -1)
    fakeApi(fakeKey(shownKey({ type: 'hash' }), [row('bag', broken)]))
    const user = await show(<RedisPage />)
    const part = await openField(user, 'bag')
    await user.click(within(part).getByRole('button', { name: '更多查看方式' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'MsgPack' }))
    await within(part).findByText(/字节在值结束之前就没有了/)
    within(part).getByText(/第 \d+ 字节/)
    await waitFor(() => expect(linesOf(part)).toContain('"items": [1, 2.5]'))
    await user.click(within(part).getByRole('button', { name: '更多查看方式' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Pickle' }))
    await within(part).findByText(/不会被创建或执行/)
  })

  it('as the message a viewer of the line says, with its comments, and keeps fields nobody knows', async () => {
    openKeys([KEY])
    const bound = {
      ...AUTO,
      viewerId: 'v1',
      keyPattern: 'game:*:hero:*',
      fieldPattern: 'snapshot',
      format: 'protobuf' as const,
      message: 'lantern.RoleSnapshot',
      revision: 1,
      by: 'ann',
      at: 1,
    }
    const { route, edits } = fakeEdits()
    fakeApi([
      ...fakeKey(shownKey({ type: 'hash' }), [row('snapshot', SNAPSHOT)]),
      fake(listViewers, () => ({
        list: [bound],
        decoders: [],
        layouts: [],
        mayEdit: true,
        mayManage: false,
      })),
      fake(serverList, () => [{ sId: 123, serviceName: 'S123', status: 'running' as const, openedAt: null }]),
      fake(protoDefinition, () => ({ proto: { nested: NESTED }, cmds: [], hash: 'aa' })),
      route,
    ])
    const user = await show(<RedisPage />)
    await within(await screen.findByRole('grid')).findByText(/^RoleSnapshot \{ power: 1284330/)
    const part = await openField(user, 'snapshot')
    await within(part).findByText(/\/\/ 1 uint64 战力/)
    within(part).getByText(/\/\/ 7 string 称号/)
    const box = part.querySelector<HTMLElement>('.cm-content')!
    const { EditorView } = await import('@codemirror/view')
    const view = EditorView.findFromDOM(box)!
    const at = view.state.doc.toString().indexOf('1284330')
    view.dispatch({ changes: { from: at, to: at + 7, insert: '5' } })
    await user.click(await button(spaced('保存')))
    const question = await dialog()
    within(question).getByText(/也会与原来的不同/)
    await user.click(within(question).getByRole('button', { name: spaced('保存') }))
    await waitFor(() => expect(edits).toHaveLength(1))
    const title = [...new TextEncoder().encode('守夜人')]
    expect(saved(edits[0])).toEqual([0x08, 5, 0x3a, 0x09, ...title, 0x60, 0x07])
  })

  it('and a view is bound to keys alike, with a pattern that has to fit', async () => {
    openKeys([KEY])
    const api = fakeApi(fakeKey(shownKey({ type: 'hash' }), [row('bag', MSGPACK)]))
    const sent: unknown[] = []
    api.on(saveViewer, ({ body }) => {
      sent.push(body)
      return new FakeFailure(403, 'redis_key_forbidden', '没有权限')
    })
    const user = await show(<RedisPage />)
    const part = await openField(user, 'bag')
    await user.click(within(part).getByRole('button', { name: '更多查看方式' }))
    await user.click(await screen.findByRole('menuitem', { name: /总是这样查看/ }))
    const question = within(await dialog())
    const keys = await question.findByRole('textbox', { name: '键的模式' })
    expect(keys).toHaveProperty('value', 'game:s*:hero:*')
    await user.clear(keys)
    await user.type(keys, 'mail:*')
    question.getByText(/不符合正在查看的值/)
    await user.click(question.getByRole('button', { name: '保存查看器' }))
    expect((await question.findByRole('alert')).textContent).toContain('没有权限')
    expect(sent).toMatchObject([
      { position: 0, viewer: { keyPattern: 'mail:*', fieldPattern: 'bag', format: 'msgpack' } },
    ])
    expect(api.callsOf(keyPage)).not.toHaveLength(0)
  })
})
