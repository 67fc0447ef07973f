import { provideApprovals } from '@qd/web-calls'
import type { WebFeature } from '@qd/web-frame'
import { FakeFailure, TEST_SCOPE, fakeApi, renderWithApp, showWideScreen, testUser } from '@qd/web-testing'
import { act, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { commitChanges } from '../../contract/index.ts'
import { PlayerPage } from '../player/player-page.tsx'
import { draftActions, useEditor } from '../state/editor-store.ts'
import { fakePlayer } from '../testing/fake-player.ts'
import { PLAYER, U_ID } from '../testing/sample-player.ts'

const operator = testUser({
  roles: ['operator'],
  grants: [
    {
      scope: 'lantern',
      environment: '*',
      codes: ['index.player.read', 'index.data.read', 'index.data.edit'],
    },
  ],
})

/** What is open about the player, as the page of approvals tells it. */
let open: { id: string; number: number } | null = null
let asked: { page: string; scope: string } | null = null
const approvals: WebFeature = {
  name: 'approvals',
  pages: [],
  slots: {
    ownRequests: function OwnRequests({ page, scope, onKnown }) {
      asked = { page, scope }
      const known = open
      useEffect(() => onKnown?.(known), [known, onKnown])
      return known === null ? null : <p>{`own #${known.number}`}</p>
    },
  },
}

const setCount = (value: number) =>
  act(() => draftActions.edit(PLAYER, [{ diff: 'Bag', key: '10007', path: ['count'], op: 'set', value }]))

beforeEach(() => {
  open = null
  useEditor.setState({ sessions: {} })
  showWideScreen()
})

it('[S4.14] what was handed in is not handed in twice; what was changed since is a revision of it', async () => {
  const api = fakeApi(fakePlayer())
  const policy = { name: '正式线', stages: [{ name: '复核', need: 1, groups: [] }] }
  const details = { type: 'data-edit.commit', risk: 'R2', policy, objects: ['player'] }
  const err = { code: 'approval_required', retryable: false, details }
  api.on(commitChanges, () => new FakeFailure(428, 'approval_required', '需要审批', { err }))
  provideApprovals(async () => async () => {
    open = { id: 'r3', number: 3 }
    return true
  })
  const { user } = await renderWithApp(<PlayerPage uId={U_ID} />, {
    scope: TEST_SCOPE,
    user: operator,
    features: [approvals],
  })
  await screen.findByRole('region', { name: /^玩家/ })
  setCount(680)
  await user.type(screen.getByRole('textbox', { name: '原因' }), '补偿')
  await user.click(screen.getByRole('button', { name: '提交 1 项' }))
  const waiting = await screen.findByRole<HTMLButtonElement>('button', { name: '#3 等待他人审核' })
  expect(waiting.disabled).toBe(true)
  expect(screen.getByText('own #3')).toBeTruthy()
  expect(asked).toMatchObject({ page: `/dataModify/${U_ID}` })
  expect(asked?.scope).toContain('lantern/')
  expect(api.callsOf(commitChanges)).toHaveLength(1)
  setCount(700)
  const revise = await screen.findByRole<HTMLButtonElement>('button', { name: '作为 #3 的新版送审' })
  expect(revise.className).not.toContain('dangerous')
  await user.click(revise)
  await waitFor(() => expect(api.callsOf(commitChanges)).toHaveLength(2))
})

it('in the preview of a role the editor is not typed into', async () => {
  fakeApi(fakePlayer())
  await renderWithApp(<PlayerPage uId={U_ID} />, {
    scope: TEST_SCOPE,
    user: { ...operator, preview: { label: 'operator' } },
  })
  await screen.findByRole('region', { name: /^玩家/ })
  expect(screen.queryByRole('button', { name: /^提交/ })).toBeNull()
  expect(screen.queryByRole('textbox', { name: '原因' })).toBeNull()
})
