import { menuList } from '@qd/menu/contract'
import { getUserInfo } from '@qd/session/contract'
import { useScope } from '@qd/web-calls'
import { useMessageLog } from '@qd/web-frame'
import type { WebFeature } from '@qd/web-frame'
import { fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppRoutes } from '../../router.tsx'
import { smallWorld, startSmallWorld } from '../testing/small-world.ts'

const page = (path: string) =>
  ({ path, titleKey: 'game', component: () => <h1>{path}</h1>, level: 0 }) as const
const demo: WebFeature = {
  name: 'scope',
  pages: [{ ...page('index'), isAffixed: true }, page('releaseApply'), page('mail')],
}
vi.mock('../../features.ts', () => ({ FEATURES: [demo] }))

const entry = (name: string, type: string) => ({ name, type, project_ident: 'tide', project_id: '7' })
const project = (more: object) => ({ project_id: '7', project_ident: 'tide', ...more })
const MENUS = [
  project({
    project_name: '潮汐',
    children: [entry('审批', 'releaseApply'), entry('邮件', 'mail'), entry('兑换', 'codes')],
  }),
  project({
    project_id: '8',
    project_name: '港口',
    partnerCode: 'harbour',
    children: [entry('邮件', 'mail')],
  }),
] as never

function Where() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{`${pathname}${search}`}</output>
}
const address = () => screen.getByRole('status', { name: 'address' }).textContent

async function open(path: string, partnerCode: string) {
  const user = testUser({
    roles: ['operator'],
    grants: [{ scope: 'lantern', environment: '*', codes: ['index.player.read'] }],
  })
  fakeApi([
    ...smallWorld(),
    fake(menuList, () => ({ list: MENUS })),
    fake(getUserInfo, () => ({ ...user, grants: user.grants as never })),
  ])
  return renderWithApp(
    <>
      <AppRoutes />
      <Where />
    </>,
    { user, path, features: [demo], scope: { game: 'lantern', partnerCode } },
  )
}

async function choose(user: Awaited<ReturnType<typeof open>>['user'], group: string, name: string) {
  await user.click(await screen.findByRole('button', { name: group }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

beforeAll(() => import('../shell.tsx'))
beforeEach(startSmallWorld)

describe('addresses of menu entries', () => {
  it('[S2.19] name the selected operator, and another one when that is selected', async () => {
    const { user } = await open('/index', 'northwind')
    await choose(user, '潮汐', '审批')
    const approval = '/releaseApply?game=lantern&type=tide&project_id=7&pid='
    await waitFor(() => expect(address()).toBe(`${approval}northwind`))
    await user.click(await screen.findByRole('button', { name: /^运营商/ }))
    await user.click(await screen.findByRole('option', { name: /Harbour/ }))
    await waitFor(() => expect(address()).toBe(`${approval}harbour`))
    await choose(user, '潮汐', '邮件')
    await waitFor(() => expect(address()).toBe('/mail?game=lantern&pid=harbour'))
  })

  it('[S2.19] [S5.01] without an operator there is none to name: one is asked for', async () => {
    const { user } = await open('/index', '')
    await choose(user, '潮汐', '邮件')
    await waitFor(() => expect(useMessageLog.getState().messages[0]?.text).toBe('请选择运营商'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '运营商' })))
    expect(address()).toBe('/index')
  })

  it('[S2.19] a page loaded under such an address is about its operator', async () => {
    await open('/mail?game=lantern&pid=harbour', 'northwind')
    await waitFor(() => expect(useScope.getState().partnerCode).toBe('harbour'))
    expect(address()).toBe('/mail?game=lantern&pid=harbour')
  })

  it('[S2.31] an entry whose type has no page is not offered', async () => {
    const { user } = await open('/index', 'northwind')
    await user.click(await screen.findByRole('button', { name: '潮汐' }))
    await screen.findByRole('menuitem', { name: '邮件' })
    expect(screen.queryByRole('menuitem', { name: '兑换' })).toBeNull()
  })

  it('[S2.31] a type without a page leads to /404', async () => {
    await open('/codes?game=lantern&pid=harbour', 'harbour')
    await waitFor(() => expect(address()).toBe('/404'))
  })

  it('projects of another operator are not offered', async () => {
    await open('/index', 'northwind')
    await screen.findByRole('button', { name: '潮汐' })
    expect(screen.queryByRole('button', { name: '港口' })).toBeNull()
  })
})
