import { fake, fakeApi, renderWithApp, showWideScreen } from '@qd/web-testing'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { delegationList, delegationSave } from '../../contract/index.ts'
import { reviewer } from '../testing/sample-approvals.ts'
import { DelegationsPage } from './delegations-page.tsx'

const page = (people: { username: string; name: string }[]) =>
  fakeApi([fake(delegationList, () => ({ list: [], people })), fake(delegationSave, () => ({ id: 'd1' }))])
const open = async () => {
  showWideScreen()
  const app = await renderWithApp(<DelegationsPage />, {
    user: reviewer,
    path: '/releaseApply?tab=delegations',
  })
  const [add] = await screen.findAllByRole('button', { name: '委托审批' })
  await waitFor(() => expect(add!.hasAttribute('disabled')).toBe(false))
  await app.user.click(add!)
  return app
}

it('a delegate is chosen among those who may decide, and nobody types a name', async () => {
  const api = page([
    { username: 'suqing', name: '苏晴' },
    { username: 'hanli', name: '韩立' },
  ])
  const { user } = await open()
  await user.click(await screen.findByRole('combobox', { name: /^受托人/ }))
  await user.click(await screen.findByText('韩立 (hanli)'))
  await user.type(screen.getByRole('textbox', { name: /^原因/ }), '休假')
  await user.click(screen.getAllByRole('button', { name: '委托审批' }).at(-1)!)
  await waitFor(() => expect(api.callsOf(delegationSave)).toHaveLength(1))
  expect(api.callsOf(delegationSave)[0]?.body).toMatchObject({ to: 'hanli', reason: '休假' })
})

it('says where nobody could be chosen', async () => {
  page([])
  await open()
  await screen.findByText('没有其他人有审批权限')
})
