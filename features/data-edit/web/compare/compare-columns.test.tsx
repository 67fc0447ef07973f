import { queryClient } from '@qd/web-calls'
import { TEST_SCOPE, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PlayerPage } from '../player/player-page.tsx'
import { useEditor } from '../state/editor-store.ts'
import { fakePlayer } from '../testing/fake-player.ts'
import { PLAYER, U_ID } from '../testing/sample-player.ts'

const holding = (...codes: string[]) =>
  testUser({ roles: ['operator'], grants: [{ scope: 'lantern', environment: '*', codes }] })
const operator = holding('index.player.read', 'index.data.read', 'index.data.edit')
const reader = holding('index.player.read', 'index.data.read')

beforeEach(() => {
  useEditor.setState({ sessions: {} })
  queryClient.clear()
  fakeApi(fakePlayer(), { isGuarded: true })
  // jsdom measures nothing, and a list of no height draws no lines.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(34)
})

const other = {
  role: { name: '岚夜听潮', level: 71, tags: ['old'] },
  currency: { diamond: '7' },
  bag: { '10007': { itemId: 10007, count: 300 }, '10020': { itemId: 10020, count: 1 } },
}

/** The player beside a snapshot that was saved as a file. */
async function compare(user: typeof operator, more: object = {}) {
  const { user: hand } = await renderWithApp(<PlayerPage uId={U_ID} />, { scope: TEST_SCOPE, user })
  await hand.click(await screen.findByRole('button', { name: '更多' }))
  await hand.click(screen.getByRole('menuitem', { name: /对比/ }))
  const kept = { format: 'quarterdeck-snapshot', game: 'lantern', uId: U_ID, name: '昨天', md5: 'x', ...more }
  const file = new File([JSON.stringify({ data: other, ...kept })], 'snapshot.json')
  await hand.upload(await screen.findByLabelText('与快照文件对比…', { selector: 'input' }), file)
  return hand
}
const lineOf = (place: string) => within(screen.getByText(place).closest<HTMLElement>('[data-index]')!)
const pending = () => useEditor.getState().sessions[PLAYER]!.draft.changes

describe('comparing in two columns', () => {
  it('[ED.91] shows this player left and the file right, and takes over what is ticked, by module', async () => {
    const hand = await compare(operator)
    await screen.findByText('与 昨天 相比有 4 处不同')
    const line = screen.getByText('bag[10007].count').closest<HTMLElement>('[data-index]')!
    const sides = [...line.querySelectorAll('[data-side]')].map((side) => side.textContent)
    expect(sides).toEqual(['480', '300'])
    await hand.click(screen.getByRole('checkbox', { name: '选择“背包”的全部不同' }))
    screen.getByText('已选 2 / 3')
    await hand.click(lineOf('bag[10020].count').getByRole('checkbox'))
    screen.getByText('已选 1 / 3')
    await hand.click(screen.getByRole('button', { name: '采用所选 1 项' }))
    expect(pending()).toMatchObject([{ diff: 'Bag', key: '10007', path: ['count'], old: 480, value: 300 }])
    expect(screen.getByRole('button', { name: '采用所选 0 项' })).toHaveProperty('disabled', true)
  })

  it('[S6.02] what needs another right cannot be ticked and names it, alone and with all others', async () => {
    const hand = await compare(operator)
    await screen.findByText('currency.diamond')
    const diamond = lineOf('currency.diamond')
    expect(diamond.getByRole('checkbox')).toHaveProperty('disabled', true)
    diamond.getByText('需要权限：修改敏感字段（货币、订单、等级）')
    await hand.click(screen.getByRole('checkbox', { name: '选择全部不同' }))
    await hand.click(screen.getByRole('button', { name: '采用所选 3 项' }))
    expect(pending().map(({ diff }) => diff)).toEqual(['Role', 'Bag', 'Bag'])
  })

  it('a reader ticks nothing and reads why', async () => {
    await compare(reader)
    await screen.findByText('role.level')
    lineOf('role.level').getByText('需要权限：修改玩家数据')
    expect(screen.queryByRole('button', { name: /^采用所选/ })).toBeNull()
    const open = screen.getAllByRole('checkbox', { name: /^选择/ }).filter((box) => !box.matches(':disabled'))
    expect(open).toEqual([])
  })

  it.each([
    ['it belongs to another game', { game: 'ember' }, '它属于另一个游戏'],
    ['it is no snapshot', { format: 'something' }, '这不是由这里导出的快照文件'],
    ['its data is no data', { data: { role: 5 } }, '这不是由这里导出的快照文件'],
  ])('a file is refused in words where %s', async (_what, more, text) => {
    await compare(operator, more)
    await screen.findByText(text)
  })
})
