import { gameList, lineList, operatorList, serverList } from '@qd/scope/contract'
import type { ResourceKind } from '@qd/contract-kit'
import { RESOURCE_TITLES, texts } from '@qd/web-base'
import type { SessionUser } from '@qd/web-base'
import type { WebFeature } from '@qd/web-frame'
import { fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { groupGrants, groupMembers, groupTree, roleOptions } from '../../contract/index.ts'
import type { GroupView } from '../../contract/index.ts'
import GroupsPage from '../groups/groups-page.tsx'
import { RightsReasons } from '../user-rights/rights-reasons.tsx'

const VAULT: ResourceKind = { kind: 'vault', parts: ['box', 'key'] }
/** A feature with things that grants may be narrowed to. */
const FEATURES: readonly WebFeature[] = [{ name: 'access', pages: [], resources: [VAULT] }]
const SESSIONS = { kind: 'vault', pattern: 'blue/session:*' }

const night: GroupView = {
  id: 'night',
  name: '夜班',
  parentId: null,
  externalName: '',
  members: 0,
  grants: [
    { role: 'keeper', scope: 'lantern', environment: 'test', resource: SESSIONS, mayTake: true },
    { role: 'keeper', scope: 'lantern', environment: 'test', mayTake: true },
  ],
  mayEdit: true,
  mayChangeMembers: true,
}

/** May give, and holds some keys of the vault: the least somebody needs to give any. */
const giver = testUser({
  roles: ['giver'],
  grants: [
    {
      scope: 'lantern',
      environment: '*',
      codes: ['users.grant.assign', 'users.user.read', 'groups.group.read'],
    },
    {
      scope: 'lantern',
      environment: '*',
      codes: ['vault.key.read'],
      resource: { kind: 'vault', pattern: 'blue/*' },
    },
  ],
})

let api: FakeApi
beforeEach(() => {
  api = fakeApi(
    [
      fake(roleOptions, () => [
        {
          code: 'keeper',
          name: '保管',
          isBuiltIn: false,
          codes: ['index.data.read', 'vault.key.read'],
          narrowed: [{ kind: 'vault', codes: ['vault.key.read'] }],
        },
        { code: 'clerk', name: '文员', isBuiltIn: false, codes: ['index.data.read'], narrowed: [] },
      ]),
      fake(groupTree, () => [night]),
      fake(groupMembers, () => []),
      fake(groupGrants, () => null),
      fake(gameList, () => [{ id: 'lantern', name: '灯海', code: 'lantern', environment: 'test' as const }]),
      fake(operatorList, () => []),
      fake(lineList, () => []),
      fake(serverList, () => []),
    ],
    { isGuarded: true },
  )
})

// As the loader would have found them in the texts of the feature.
beforeAll(async () => {
  const { unmount } = await renderWithApp(null)
  unmount()
  const titles = { vault: '保险库', vault_box: '箱', vault_key: '键' }
  texts.addResourceBundle('cn', RESOURCE_TITLES, titles, true, true)
})

const showGroups = (user: SessionUser, features: readonly WebFeature[] = FEATURES) =>
  renderWithApp(<GroupsPage />, { path: '/groups?group=night', user, features })

async function openGive(user: Awaited<ReturnType<typeof showGroups>>['user']) {
  await user.click(await screen.findByRole('button', { name: /授予权限/ }))
  return within(await screen.findByRole('dialog'))
}

it('[S6.02] who holds a few things gives those and parts of them, with the words of their kind', async () => {
  const { user } = await showGroups(giver)
  const dialog = await openGive(user)
  const add = dialog.getByRole<HTMLButtonElement>('button', { name: '添加' })
  await user.click(dialog.getByRole('combobox', { name: '仅限于' }))
  await user.click(await screen.findByTitle('保险库'))
  await user.type(dialog.getByRole('textbox', { name: '箱' }), 'blue/')
  await user.click(dialog.getByRole('combobox', { name: '权限角色' }))
  await user.click(await screen.findByTitle('保管'))
  expect(add.disabled).toBe(false)
  const key = dialog.getByRole('textbox', { name: '键' })
  // No pattern: the server would refuse it.
  await user.type(key, 'a*b')
  expect((await dialog.findByRole('alert')).textContent).toBe('* 只能放在末尾')
  expect(add.disabled).toBe(true)
  await user.clear(key)
  await user.type(key, 'session:a/*')
  await user.click(add)
  await dialog.findByText('保险库：箱 blue · 键 session:a/*')
  await user.click(dialog.getByRole('button', { name: '授予权限' }))
  await screen.findByText(/已授予|权限已/)
  expect(api.callsOf(groupGrants)[0]?.body).toMatchObject({
    give: [
      {
        role: 'keeper',
        scope: 'lantern',
        environment: '*',
        resource: { kind: 'vault', pattern: 'blue/session:a/*' },
      },
    ],
  })
})

it('nobody is offered to give things beyond their own, or a role that says nothing of the kind', async () => {
  const { user } = await showGroups(giver)
  const dialog = await openGive(user)
  const add = dialog.getByRole<HTMLButtonElement>('button', { name: '添加' })
  const roleIn = async (name: string) => {
    await user.click(dialog.getByRole('combobox', { name: '权限角色' }))
    return (await screen.findByTitle(name)).closest('.ant-select-item')!
  }
  // Without a limit the role has more than they hold.
  expect((await roleIn('保管')).getAttribute('aria-disabled')).toBe('true')
  await user.click(dialog.getByRole('combobox', { name: '仅限于' }))
  await user.click(await screen.findByTitle('保险库'))
  await user.type(dialog.getByRole('textbox', { name: '箱' }), 'blue')
  await user.click(await roleIn('保管'))
  expect(add.disabled).toBe(false)
  await user.clear(dialog.getByRole('textbox', { name: '箱' }))
  expect(add.disabled).toBe(true)
  await dialog.findByText('该权限角色包含你在这里没有的权限，无法授予')
})

it('a console without such things does not ask for them', async () => {
  const { user } = await showGroups(giver, [])
  const dialog = await openGive(user)
  expect(dialog.queryByRole('combobox', { name: '仅限于' })).toBeNull()
})

it('grants of one role at one place are told apart, and just that one is taken away', async () => {
  const { user } = await showGroups(giver)
  await screen.findByText('保险库：箱 blue · 键 session:*')
  const take = await screen.findByRole('button', { name: /^收回：.*保险库：箱 blue · 键 session:\*/ })
  await user.click(take)
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('保险库：箱 blue · 键 session:*')
  await user.click(dialog.getByRole('button', { name: /收\s?回/ }))
  await screen.findByText(/已收回/)
  expect(api.callsOf(groupGrants)[0]?.body).toMatchObject({
    give: [],
    take: [{ role: 'keeper', scope: 'lantern', environment: 'test', resource: SESSIONS }],
  })
})

it('the reasons for a right name the things it is held for', async () => {
  const source = {
    role: 'keeper',
    roleName: '保管',
    isBuiltIn: false,
    scope: 'lantern',
    environment: 'test' as const,
    group: null,
    codes: ['vault.key.read'],
  }
  await renderWithApp(
    <RightsReasons
      sources={[
        { ...source, resource: SESSIONS },
        { ...source, resource: { kind: 'attic', pattern: 'x/y' } },
      ]}
    />,
    { user: giver, features: FEATURES },
  )
  const right = (await screen.findByText('vault.key.read', { selector: 'code' })).closest('li')!
  await within(right).findByText('保险库：箱 blue · 键 session:*')
  // A kind this console knows no more stands as it is kept.
  within(right).getByText('attic：x/y')
})
