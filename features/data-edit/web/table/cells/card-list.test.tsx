import { TEST_SCOPE, fakeApi, renderWithApp } from '@qd/web-testing'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { PlayerPage } from '../../player/player-page.tsx'
import { draftActions, useEditor } from '../../state/editor-store.ts'
import { fakePlayer } from '../../testing/fake-player.ts'
import { PLAYER, U_ID } from '../../testing/sample-player.ts'

async function openCards() {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('max-width'),
        media: query,
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList,
  )
  const { user } = await renderWithApp(<PlayerPage uId={U_ID} />, { scope: TEST_SCOPE })
  await user.click(await screen.findByRole('button', { name: /背包/ }))
  return { user, list: await screen.findByRole('list', { name: '背包' }) }
}

const changes = () => useEditor.getState().sessions[PLAYER]!.draft.changes

beforeEach(() => {
  useEditor.setState({ sessions: {} })
  fakeApi(fakePlayer())
})

it('[ED.162] a narrow table is a list of cards with key, name and values', async () => {
  const { list } = await openCards()
  const [card] = within(list).getAllByRole('listitem')
  expect(card?.textContent).toContain('10007 潮汐晶石')
  expect(card?.textContent).toContain('数量 480')
  expect(screen.queryByRole('grid')).toBeNull()
})

it('[ED.162] a card opens its row as a form', async () => {
  const { user, list } = await openCards()
  await user.click(within(list).getByRole('button', { name: /^10020/ }))
  expect(screen.getByRole('textbox', { name: /count/ })).toHaveProperty('value', '1250')
})

it('[ED.162] cards are chosen, taken away and brought back', async () => {
  const { user, list } = await openCards()
  await user.click(within(list).getByRole('button', { name: '删除行 10007' }))
  expect(changes().map(({ op, key }) => [op, key])).toEqual([['remove', '10007']])
  await user.click(within(list).getByRole('button', { name: '恢复行 10007' }))
  expect(changes()).toEqual([])
  await user.click(within(list).getByRole('checkbox', { name: '选择行 10007' }))
  await user.click(within(list).getByRole('checkbox', { name: '选择行 10020' }))
  expect(screen.getByRole('button', { name: '编辑 2 行' })).toBeTruthy()
})

it('[ED.162] a changed value stands first, with its fault', async () => {
  const { list } = await openCards()
  act(() =>
    draftActions.edit(PLAYER, [{ diff: 'Bag', key: '10007', path: ['count'], op: 'set', value: 99_999 }]),
  )
  const card = within(list).getAllByRole('listitem')[0]!
  expect(card.querySelector('[data-changed]')?.textContent).toBe('数量 99,999')
  expect(within(card).getByRole('img', { name: '不能大于 9,999' })).toBeTruthy()
})
