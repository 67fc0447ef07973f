import { permissionKey } from '@qd/contract-kit'
import { getUserInfo } from '@qd/session/contract'
import { useScope } from '@qd/web-calls'
import { useMessageLog } from '@qd/web-frame'
import type { PageSpec } from '@qd/web-frame'
import { fake, fakeApi, renderWithApp, takeComplaints, testUser } from '@qd/web-testing'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FEATURES } from '../features.ts'
import { AppRoutes } from '../router.tsx'
import { smallWorld, startSmallWorld } from './testing/small-world.ts'

/*
 * Every page of the product, entered by an ordinary user with every selection that is not deep enough: the words for
 * what is missing first, and the focus on its selector. Whoever adds a page finds it here.
 */

const PAGES = FEATURES.flatMap((feature) => feature.pages)
const DEPTHS = [
  {
    selected: 'a game',
    scope: {},
    words: '请选择运营商',
    selector: '运营商',
  },
  {
    selected: 'an operator',
    scope: { partnerCode: 'northwind' },
    words: '请选择线路',
    selector: '线路',
  },
  {
    selected: 'a line',
    scope: { partnerCode: 'northwind', lineId: 'northwind-test' },
    words: '请选择区服',
    selector: '区服',
  },
]
const CASES = PAGES.flatMap((page) =>
  DEPTHS.slice(0, page.level).map((depth) => ({ ...depth, page, name: page.path })),
)

/** Somebody who holds what the page asks for on the test line's servers, and nothing else. */
function ordinaryUser({ permission }: PageSpec) {
  const codes = permission === undefined ? [] : [permissionKey(permission)]
  return testUser({ roles: ['operator'], grants: [{ scope: 'lantern/northwind', environment: '*', codes }] })
}

async function enter(page: PageSpec, scope: object) {
  const user = ordinaryUser(page)
  fakeApi([...smallWorld(), fake(getUserInfo, () => ({ ...user, grants: user.grants as never }))])
  return renderWithApp(<AppRoutes />, {
    user,
    features: FEATURES,
    path: `/${page.path.split('/:')[0]}`,
    scope: { game: 'lantern', ...scope },
  })
}

/** The words stand in the page, and were a message: those leave the screen after 800 ms and stay in the message centre. */
async function said(words: string): Promise<void> {
  await screen.findAllByText(words)
  await waitFor(() => expect(useMessageLog.getState().messages.map(({ text }) => text)).toContain(words))
}

beforeAll(() => import('./shell.tsx'))
beforeEach(() => {
  startSmallWorld()
  useMessageLog.setState({ messages: [] })
})

describe('entering a page', () => {
  it('the table has pages of every depth but the operator alone', () => {
    expect([...new Set(PAGES.map(({ level }) => level))].toSorted()).toEqual([0, 2, 3])
  })

  it.each(CASES)(
    '[S5.01] $name with $selected says $words and puts the focus there',
    async ({ page, scope, words, selector }) => {
      await enter(page, scope)
      await said(words)
      expect(document.activeElement).toBe(screen.getByRole('button', { name: selector }))
      expect(screen.queryByText('没有权限')).toBeNull()
    },
  )

  it.each(PAGES.filter(({ level }) => level === 0).map((page) => ({ page, name: page.path })))(
    '$name asks for nothing',
    async ({ page }) => {
      await enter(page, {})
      await waitFor(() => expect(useScope.getState().settledFor).toBe('lantern//'))
      expect(document.activeElement).toBe(document.body)
      takeComplaints()
    },
  )

  it('[S5.01] the words leave the screen, the page goes on saying what is missing, and leads there by its button', async () => {
    const page = PAGES.find(({ path }) => path === 'bulkEdit')!
    const { user } = await enter(page, {})
    await said('请选择运营商')
    await waitFor(() => expect(screen.getAllByText('请选择运营商')).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: '游戏: 灯海' }))
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: '去选择' }))
    await user.click(await screen.findByRole('option', { name: /Northwind/ }))
    await screen.findByText('请选择线路')
    act(() => useScope.getState().selectLine('northwind-test'))
    await waitFor(() => expect(screen.queryByText(/请选择/)).toBeNull())
  })
})
