import { TEST_SCOPE, fake, fakeApi, renderWithApp, showWideScreen } from '@qd/web-testing'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getData } from '../../contract/index.ts'
import { PlayerPage } from '../player/player-page.tsx'
import { useEditor } from '../state/editor-store.ts'
import { fakePlayer } from '../testing/fake-player.ts'
import { PLAYER, U_ID, playerData } from '../testing/sample-player.ts'

const tags = (): unknown => {
  const role = useEditor.getState().sessions[PLAYER]?.draft.data.role as { tags: unknown }
  return role.tags
}

async function openRole(list: readonly string[]) {
  const data = { ...playerData(), role: { ...playerData().role, tags: list } }
  fakeApi([...fakePlayer(), fake(getData, () => ({ version: 'v1', online: true, data }))])
  const { user } = await renderWithApp(<PlayerPage uId={U_ID} />, { scope: TEST_SCOPE })
  await screen.findByRole('region', { name: /^玩家/ })
  return user
}

beforeEach(() => {
  useEditor.setState({ sessions: {} })
  showWideScreen()
})

describe('a list in a form', () => {
  it('[ED.130] copies, moves and clears its elements, each as one step of undo', async () => {
    const user = await openRole(['a', 'b'])
    await user.click(screen.getByRole('button', { name: '下移元素 0' }))
    expect(tags()).toEqual(['b', 'a'])
    await user.click(screen.getByRole('button', { name: '复制元素 1' }))
    expect(tags()).toEqual(['b', 'a', 'a'])
    await user.click(screen.getByRole('button', { name: '清空列表' }))
    expect(tags()).toEqual([])
    await user.keyboard('{Control>}z{/Control}')
    expect(tags()).toEqual(['b', 'a', 'a'])
  })

  it('what is typed after an element was added goes into it', async () => {
    const user = await openRole(['a'])
    await user.click(screen.getByRole('button', { name: '添加元素' }))
    await user.keyboard('two words{Enter}')
    expect(tags()).toEqual(['a', 'two words'])
  })

  it('[ED.131] mounts what is in view of ten thousand elements, and nothing of a closed list', async () => {
    // As the page lays it out: a box of 480 px, rows of 40.
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(480)
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40)
    const user = await openRole(Array.from({ length: 10_000 }, (_each, at) => `tag ${at}`))
    const group = within(screen.getByRole('group', { name: /标签/ }))
    const mounted = group.getAllByRole('textbox').length
    expect(mounted).toBeGreaterThan(0)
    expect(mounted).toBeLessThan(60)
    await user.click(group.getByRole('button', { name: /标签/ }))
    expect(group.queryAllByRole('textbox')).toEqual([])
  })
})

describe('the search of modules', () => {
  it('[ED.129] leads to the field that holds a value and marks it', async () => {
    const user = await openRole(['old'])
    await user.type(screen.getByRole('searchbox'), '听潮')
    await user.click(await screen.findByRole('button', { name: /昵称.*岚夜听潮/ }))
    const row = screen.getByRole('textbox', { name: '昵称 name' }).closest('[data-marked]')
    expect(row?.getAttribute('data-marked')).toBe('true')
  })
})
