import { useSession } from '@qd/web-base'
import { leaveSession } from '@qd/web-calls'
import { openDialog, setUnsaved, tabIdOf, useMarkUnsaved, useTab } from '@qd/web-frame'
import type { WebFeature } from '@qd/web-frame'
import { fakeApi, renderWithApp, takeComplaints } from '@qd/web-testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { TabBar } from './tab-bar.tsx'
import { TabHost } from './tab-host.tsx'
import { useTabs } from './tabs-store.ts'

const effects: string[] = []

function PlayerPage() {
  const { uId } = useParams()
  const [query] = useSearchParams()
  const { pathname } = useLocation()
  const { isShown } = useTab()
  const [text, setText] = useState('')
  const [isDirty, setDirty] = useState(false)
  useMarkUnsaved(isDirty ? 1 : 0)
  useEffect(() => {
    effects.push(`on ${uId}`)
    return () => void effects.push(`off ${uId}`)
  }, [uId])
  if (uId === '666') throw new Error('a broken page')
  return (
    <section aria-label={`player ${uId ?? 'none'}`} data-shown={isShown}>
      <p>{`${pathname} page ${query.get('page') ?? '1'}`}</p>
      <input aria-label="note" value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" onClick={() => setDirty(true)}>
        change
      </button>
      <button
        type="button"
        onClick={() => void openDialog(() => <input aria-label="in dialog" />, { title: 'a dialog' })}
      >
        ask
      </button>
    </section>
  )
}

let mounts = 0
function UncachedPage() {
  const [at] = useState(() => ++mounts)
  return <h1>{`mount ${at}`}</h1>
}

const demo: WebFeature = {
  name: 'scope',
  pages: [
    {
      path: 'index/:uId?',
      titleKey: 'game',
      component: PlayerPage,
      level: 0,
      recordParams: ['uId'],
      tabTitle: ({ uId }) => (uId === undefined ? 'Home' : `P${uId}`),
      isAffixed: true,
    },
    { path: 'live', titleKey: 'line', component: UncachedPage, level: 0, isUncached: true },
  ],
}

// Read when a dialog asks for it, by then the pages above are there.
vi.mock('../../features.ts', () => ({
  get FEATURES() {
    return [demo]
  },
}))

let goTo: (address: string) => void
function Screen() {
  const navigate = useNavigate()
  useEffect(() => {
    goTo = (address) => void navigate(address)
  })
  return (
    <>
      <TabBar />
      <TabHost />
    </>
  )
}

const bar = () => screen.getByRole('navigation', { name: '已打开的页面' })
const links = () =>
  within(bar())
    .getAllByRole('link')
    .map((link) => link.textContent)
const page = (uId: string) => screen.getByRole('region', { name: `player ${uId}` })
// Async: what a page starts while it changes belongs to the same act.
const show = (address: string) => act(async () => goTo(address))

async function open(path = '/index/1?page=3') {
  fakeApi()
  return renderWithApp(<Screen />, { path, features: [demo] })
}

beforeEach(() => {
  useTabs.getState().reset()
  effects.length = 0
})

describe('kept-alive pages', () => {
  it('[S3.08] a hidden page keeps its state and its own address, and its effects end', async () => {
    const { user } = await open()
    await user.type(within(page('1')).getByRole('textbox', { name: 'note' }), 'typed')
    await show('/index/2')
    within(page('2')).getByText('/index/2 page 1')
    expect(effects.slice(-2)).toEqual(['off 1', 'on 2'])
    const hidden = document.querySelector('[aria-label="player 1"]')!
    expect(hidden.textContent).toContain('/index/1 page 3')
    expect(hidden.getAttribute('data-shown')).toBe('false')
    await show('/index/1?page=3')
    expect(within(page('1')).getByRole<HTMLInputElement>('textbox', { name: 'note' }).value).toBe('typed')
    expect(effects.slice(-2)).toEqual(['off 2', 'on 1'])
  })

  it('[S3.08] a page that is not to be cached mounts anew', async () => {
    await open('/live')
    const first = mounts
    screen.getByRole('heading', { name: `mount ${first}` })
    await show('/index/1')
    await show('/live')
    screen.getByRole('heading', { name: `mount ${mounts}` })
    expect(mounts).toBeGreaterThan(first)
  })

  it('a broken page takes neither the bar nor the other pages with it', async () => {
    await open('/index/666')
    screen.getByText('此页面出错了')
    expect(takeComplaints().join()).toContain('a broken page')
    await show('/index/1')
    page('1')
    expect(links()).toEqual(['Home', 'P666', 'P1'])
  })

  it('a mark of unsaved changes stays while the page is hidden, and goes with the page', async () => {
    const { user } = await open()
    await user.click(within(page('1')).getByRole('button', { name: 'change' }))
    await show('/index/2')
    within(bar()).getByText('有未保存的修改')
    await user.click(within(bar()).getByRole('button', { name: '关闭 P1' }))
    const question = await screen.findByRole('dialog')
    within(question).getByText('1 处修改')
    await user.click(within(question).getByRole('button', { name: '放弃并关闭' }))
    await waitFor(() => expect(links()).toEqual(['Home', 'P2']))
    await show('/index/1')
    expect(within(bar()).queryByText('有未保存的修改')).toBeNull()
  })

  it('a dialog belongs to the page it was opened in', async () => {
    const { user } = await open()
    await user.click(within(page('1')).getByRole('button', { name: 'ask' }))
    await screen.findByRole('dialog', { name: 'a dialog' })
    await show('/index/2')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await show('/index/1?page=3')
    await screen.findByRole('dialog', { name: 'a dialog' })
  })
})

describe('bar', () => {
  it('[S2.23] the menu closes others, keeps pinned ones, and asks for what is unsaved', async () => {
    const { user } = await open()
    await show('/index/2')
    await show('/index/3')
    act(() => useTabs.getState().pin(tabIdOf('index/:uId?', { uId: '2' }), true))
    expect(links()).toEqual(['Home', 'P2', 'P1', 'P3'])
    expect(within(bar()).queryByRole('button', { name: '关闭 P2' })).toBeNull()
    act(() => setUnsaved(tabIdOf('index/:uId?', { uId: '1' }), 2))
    within(bar()).getByRole('link', { name: 'P3' }).focus()
    await user.keyboard('{Shift>}{F10}{/Shift}')
    await user.click(screen.getByRole('menuitem', { name: '关闭其他' }))
    const question = await screen.findByRole('dialog')
    within(question).getByText('P1')
    within(question).getByText('2 处修改')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(links()).toHaveLength(4)
    act(() => setUnsaved(tabIdOf('index/:uId?', { uId: '1' }), 0))
    within(bar()).getByRole('link', { name: 'P3' }).focus()
    await user.keyboard('{Shift>}{F10}{/Shift}')
    await user.click(screen.getByRole('menuitem', { name: '关闭其他' }))
    expect(links()).toEqual(['Home', 'P2', 'P3'])
  })

  it('[S4.04] what is open belongs to one user', async () => {
    await open()
    act(() => useSession.setState((state) => ({ userInfo: { ...state.userInfo!, id: 'u2' } })))
    await show('/index')
    expect(links()).toEqual(['Home', 'P1'])
    act(() => leaveSession())
    expect(useTabs.getState().tabs.map(({ id }) => id)).not.toContain('index/:uId?|uId=1')
  })
})
