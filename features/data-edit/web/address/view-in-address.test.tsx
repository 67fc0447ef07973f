import { TEST_SCOPE, fakeApi, renderWithApp, showWideScreen, testUser } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Route, Routes, useLocation, useNavigate } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { useEditor } from '../state/editor-store.ts'
import { fakePlayer } from '../testing/fake-player.ts'
import { U_ID } from '../testing/sample-player.ts'
import { PlayerPage } from '../player/player-page.tsx'

const reader = testUser({
  roles: ['reader'],
  grants: [{ scope: 'lantern', environment: '*', codes: ['index.player.read', 'index.data.read'] }],
})
const PLAYER = `/index/${U_ID}?uId=${U_ID}&game=lantern`

function Where(): ReactNode {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <output aria-label="address">{`${pathname}${search}`}</output>
      <button type="button" onClick={() => void navigate(PLAYER)}>
        within
      </button>
    </>
  )
}
const address = () => screen.getByRole('status', { name: 'address' }).textContent

async function open(view = '') {
  showWideScreen()
  fakeApi(fakePlayer(), { isGuarded: true })
  const page = (
    <>
      <Routes>
        <Route path="/index/:uId?" element={<PlayerPage uId={U_ID} />} />
      </Routes>
      <Where />
    </>
  )
  const shown = await renderWithApp(page, { scope: TEST_SCOPE, path: `${PLAYER}${view}`, user: reader })
  await screen.findByRole('region', { name: /^玩家/ })
  return shown
}
const moduleInView = async () =>
  within(await screen.findByRole('region', { name: '模块' }))
    .getByRole('button', { current: true })
    .getAttribute('data-module')

beforeEach(() => useEditor.setState({ sessions: {} }))

describe('the address of an open player', () => {
  it('follows module, view and row', async () => {
    const { user } = await open()
    expect(await moduleInView()).toBe('Role')
    expect(address()).toBe(PLAYER)
    await user.click(screen.getByRole('button', { name: /背包/ }))
    await waitFor(() => expect(address()).toBe(`${PLAYER}&module=Bag&view=table`))
    await user.click(screen.getByRole('gridcell', { name: /1,250/ }))
    await waitFor(() => expect(address()).toBe(`${PLAYER}&module=Bag&view=table&row=10020`))
    await user.click(screen.getByRole('radio', { name: '表单' }))
    await waitFor(() => expect(address()).toBe(`${PLAYER}&module=Bag&view=form&row=10020`))
    await user.click(screen.getByRole('button', { name: /角色/ }))
    await waitFor(() => expect(address()).toBe(PLAYER))
  })

  it('[S2.06] opens what a link names, for whoever may read it', async () => {
    await open('&module=Bag&view=form&row=10020')
    expect(await moduleInView()).toBe('Bag')
    screen.getByRole('radio', { name: '表单', checked: true })
    // The number of the row that is not the first one.
    screen.getByText('1,250')
    expect(address()).toBe(`${PLAYER}&module=Bag&view=form&row=10020`)
  })

  it('says of a row that is gone that it is, and opens its module', async () => {
    const { user } = await open('&module=Bag&view=table&row=99')
    expect(await moduleInView()).toBe('Bag')
    const said = (await screen.findByText('链接中的 99 在“背包”中已不存在')).parentElement as HTMLElement
    await waitFor(() => expect(address()).toBe(`${PLAYER}&module=Bag&view=table`))
    await user.click(within(said).getByRole('button', { name: '关闭' }))
    expect(screen.queryByText(/已不存在/)).toBeNull()
  })

  it('says of a module the server does not have that it is not there', async () => {
    await open('&module=Fleet&view=table')
    expect(await moduleInView()).toBe('Role')
    await screen.findByText('当前协议没有链接中的模块 Fleet')
    await waitFor(() => expect(address()).toBe(PLAYER))
  })

  it('a link inside the console that names no view leaves the one in view', async () => {
    const { user } = await open('&module=Bag&view=form')
    await user.click(screen.getByRole('button', { name: 'within' }))
    expect(await moduleInView()).toBe('Bag')
    await waitFor(() => expect(address()).toBe(`${PLAYER}&module=Bag&view=form`))
  })
})
