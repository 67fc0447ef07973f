import { fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { approvalList } from '../../contract/index.ts'
import { aRequest, reviewer } from '../testing/sample-approvals.ts'
import { OwnRequests } from './own-requests.tsx'

const list = (of: ReturnType<typeof aRequest>[]) =>
  fake(approvalList, () => ({ list: of, next: null, types: [] }))

it('[S4.14] shows the open requests about a record to their author, and tells the newest', async () => {
  const api = fakeApi([list([aRequest({ id: 'r3', number: 3, isMine: true, isToDecide: false })])])
  const onKnown = vi.fn()
  await renderWithApp(<OwnRequests page="/dataModify/7" scope="lantern/harbour/h1/1" onKnown={onKnown} />, {
    user: reviewer,
  })
  expect((await screen.findByRole('button', { name: /#3/ })).textContent).toContain('停服补偿')
  expect(screen.getByText('等待他人审核')).toBeTruthy()
  await waitFor(() => expect(onKnown).toHaveBeenCalledWith({ id: 'r3', number: 3 }))
  expect(api.callsOf(approvalList)[0]?.body).toMatchObject({
    inbox: 'mine',
    hint: '/dataModify/7',
    scope: 'lantern/harbour/h1/1',
  })
})

it('is silent where nothing is open', async () => {
  fakeApi([list([])])
  const onKnown = vi.fn()
  await renderWithApp(<OwnRequests page="/dataModify/7" scope="*" onKnown={onKnown} />, { user: reviewer })
  await waitFor(() => expect(onKnown).toHaveBeenCalledWith(null))
  expect(screen.queryByRole('region')).toBeNull()
})
