import { fake, fakeApi } from '@qd/web-testing'
import { forgetKept } from '@qd/web-frame'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { listViewers, saveLayout } from '../../../contract/index.ts'
import type { PageRow } from '../../../contract/index.ts'
import RedisPage from '../../page/redis-page.tsx'
import { SHA1, fakeEdits, fakeKey, openKeys, shownKey } from '../../testing/fake-redis.ts'
import { button, dialog, show, spaced } from '../../testing/show-detail.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { toBase64 } from '../model/bytes.ts'
import { AUTO } from '../viewers/bound-views.ts'

const KEY = 'game:s123:hero:45'
const TEXT = 'big\nheader 2\nid uint64\nlevel int16\nname string(6)'
const LAYOUT = { layoutId: 'l1', name: 'heroes', text: TEXT, revision: 1, by: 'ann', at: 1 }
const BOUND = {
  ...AUTO,
  viewerId: 'v1',
  keyPattern: 'game:*:hero:*',
  fieldPattern: 'roster',
  format: 'record' as const,
  decoderId: 'l1',
  revision: 1,
  by: 'ann',
  at: 1,
}
const NAME = [...new TextEncoder().encode('夜')]
const record = (level: number): number[] => [0, 0x20, 0, 0, 0, 0, 0, 1, 0, level, ...NAME, 0, 0, 0]
const ROSTER = [7, 7, ...record(71), ...record(72)]

afterEach(() => {
  useWorkspace.setState({ databases: [], active: null, keys: [], key: null })
  forgetKept()
})

const row = (bytes: readonly number[]): PageRow => ({
  type: 'hash',
  field: 'roster',
  value: { base64: toBase64(Uint8Array.from(bytes)) },
  bytes: bytes.length,
  isCut: false,
  sha1: SHA1,
  ttlMs: null,
})

async function openRoster(bytes: readonly number[], list = [BOUND]) {
  openKeys([KEY])
  const { route, edits } = fakeEdits()
  const api = fakeApi([
    ...fakeKey(shownKey({ type: 'hash' }), [row(bytes)]),
    fake(listViewers, () => ({ list, decoders: [], layouts: [LAYOUT], mayEdit: true, mayManage: false })),
    route,
  ])
  const user = await show(<RedisPage />)
  await user.click(await screen.findByText('roster'))
  return { api, user, edits, part: await screen.findByRole('region', { name: 'roster' }) }
}

async function typeInto(user: UserEvent, part: HTMLElement, cell: string, typed: string): Promise<void> {
  await user.dblClick(await within(part).findByText(cell))
  const input = await within(part).findByRole('textbox')
  await user.clear(input)
  await user.type(input, `${typed}{Enter}`)
}

const rowsOf = (part: HTMLElement): string[][] =>
  within(within(part).getByRole('grid'))
    .getAllByRole('row')
    .slice(1)
    .map((each) =>
      within(each)
        .getAllByRole('gridcell')
        .map(({ textContent }) => textContent),
    )

describe('records of a bound layout', () => {
  it('are a table with every digit, where a cell is edited and saved as the bytes it stands for', async () => {
    const { user, edits, part } = await openRoster(ROSTER)
    await within(part).findByRole('radio', { name: '自动 · 记录：heroes' })
    await waitFor(() =>
      expect(rowsOf(part)).toEqual([
        ['1', '9007199254740993', '71', '夜'],
        ['2', '9007199254740993', '72', '夜'],
      ]),
    )
    await typeInto(user, part, '72', '32768')
    expect((await within(part).findByRole('alert')).textContent).toMatch(/level int16 · .*范围/)
    await user.keyboard('{Escape}')
    await typeInto(user, part, '72', '-1')
    expect(rowsOf(part)[1]).toEqual(['2', '9007199254740993', '-1', '夜'])
    expect(within(part).queryByRole('alert')).toBeNull()
    await user.click(await button(spaced('保存')))
    const question = within(await dialog())
    question.getByText(/"level": -1/)
    await user.click(question.getByRole('button', { name: spaced('保存') }))
    await waitFor(() => expect(edits).toHaveLength(1))
    const { value } = edits[0] as unknown as { value: { base64: string } }
    const after = [...ROSTER]
    after.splice(26, 2, 0xff, 0xff)
    expect([...Uint8Array.from(atob(value.base64), (sign) => sign.charCodeAt(0))]).toEqual(after)
  })

  it('are walked by keys, and the text of them is JSON', async () => {
    const { user, part } = await openRoster(ROSTER)
    const grid = await within(part).findByRole('grid')
    grid.focus()
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{Enter}')
    await within(part).findByRole('textbox', { name: '编辑第 2 条记录的 name' })
    await user.keyboard('x{Escape}')
    expect(rowsOf(part)[1]).toEqual(['2', '9007199254740993', '72', '夜'])
    expect(document.activeElement).toBe(grid)
    const looks = within(within(part).getByRole('radiogroup', { name: '记录显示为' }))
    await user.click(looks.getByRole('radio', { name: '文本' }))
    await waitFor(() =>
      expect([...part.querySelectorAll('.cm-line')].map((line) => line.textContent)).toContain(
        '  {"id": 9007199254740993, "level": 71, "name": "夜"},',
      ),
    )
  })

  it('that do not fill the value are shown, with the byte where the rest begins, and not edited', async () => {
    const { user, part } = await openRoster([...ROSTER, 1, 2])
    await within(part).findByText(/不够一条记录/)
    within(part).getByText(/第 34 字节/)
    expect(rowsOf(part)).toHaveLength(2)
    await user.dblClick(within(part).getByText('72'))
    expect(within(part).queryByRole('textbox')).toBeNull()
  })

  it('a layout is written beside the value, with what it means for it, and refused by its line', async () => {
    const { api, user, part } = await openRoster(ROSTER, [])
    const sent: unknown[] = []
    api.on(saveLayout, ({ body }) => {
      sent.push(body)
      return { layout: LAYOUT }
    })
    await user.click(within(part).getByRole('button', { name: '更多查看方式' }))
    await screen.findByRole('menuitemradio', { name: '记录：heroes' })
    await user.click(await screen.findByRole('menuitem', { name: /^查看器/ }))
    await user.click(await within(await dialog()).findByRole('button', { name: '编辑记录格式 heroes' }))
    const form = within((await screen.findAllByRole('dialog')).at(-1)!)
    await form.findByText(/一条记录占 16 字节。 正在查看的值有 2 条，剩余 0 字节/)
    const text = form.getByRole('textbox', { name: '记录的字段' })
    await user.type(text, '\nlevel int8')
    expect((await form.findByRole('alert')).textContent).toBe('第 6 行：上面已有同名字段')
    expect(form.getByRole('button', { name: spaced('保存记录格式') })).toHaveProperty('disabled', true)
    await user.clear(text)
    await user.type(text, 'id uint32')
    await form.findByText(/一条记录占 4 字节。 正在查看的值有 8 条，剩余 2 字节/)
    await user.click(form.getByRole('button', { name: spaced('保存记录格式') }))
    await waitFor(() =>
      expect(sent).toMatchObject([{ layoutId: 'l1', revision: 1, name: 'heroes', text: 'id uint32' }]),
    )
  })
})
