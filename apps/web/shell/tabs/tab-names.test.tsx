import { switchLanguage, textByKey } from '@qd/web-base'
import { useTabName } from '@qd/web-frame'
import type { WebFeature } from '@qd/web-frame'
import { fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { act, screen, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TabBar } from './tab-bar.tsx'
import { TabHost } from './tab-host.tsx'
import { useTabs } from './tabs-store.ts'

/** A page of a player, who can be renamed on it. */
function PlayerPage() {
  const [name, setName] = useState('岚夜听潮')
  useTabName(name)
  return (
    <button type="button" onClick={() => setName('新名')}>
      rename
    </button>
  )
}
function FunctionPage() {
  useTabName('岚夜听潮')
  return <p>functions</p>
}
const recordParams = ['uId', 'game']
const demo: WebFeature = {
  name: 'scope',
  pages: [
    { path: 'index/:uId?', titleKey: 'game', component: PlayerPage, level: 0, recordParams },
    {
      path: 'work/:uId?',
      titleKey: 'line',
      component: FunctionPage,
      level: 0,
      recordParams,
      namedTitle: (name) => `${textByKey('scope', 'line')} · ${name}`,
    },
  ],
}
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
const titles = () =>
  within(screen.getByRole('navigation'))
    .getAllByRole('link')
    .map((link) => link.textContent)

beforeEach(() => useTabs.getState().reset())
afterEach(() => act(() => switchLanguage('cn')))

async function open() {
  fakeApi()
  const user = testUser({ roles: ['reader'], grants: [] })
  const app = await renderWithApp(<Screen />, { path: '/index/7?game=lantern', features: [demo], user })
  await act(async () => goTo('/work/7?game=lantern'))
  await act(async () => goTo('/work/8?game=lantern'))
  return app
}

it('[S1.07] titles of tabs follow the language, those of pages that are not in view too', async () => {
  await open()
  expect(titles()).toEqual(['岚夜听潮', '线路 · 岚夜听潮 · 7 · lantern', '线路 · 岚夜听潮 · 8 · lantern'])
  await act(() => switchLanguage('en'))
  expect(titles()).toEqual(['岚夜听潮', 'Line · 岚夜听潮 · 7 · lantern', 'Line · 岚夜听潮 · 8 · lantern'])
})

it('[S3.08] a player who is renamed is so on every tab of theirs, and on no other', async () => {
  const { user } = await open()
  await act(async () => goTo('/index/7?game=lantern'))
  await user.click(screen.getByRole('button', { name: 'rename' }))
  expect(titles()).toEqual(['新名', '线路 · 新名', '线路 · 岚夜听潮'])
})
