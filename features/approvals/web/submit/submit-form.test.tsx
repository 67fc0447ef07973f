import { fake, fakeApi, renderWithApp, showWideScreen } from '@qd/web-testing'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { approvalList, approvalRevise, approvalSubmit } from '../../contract/index.ts'
import { aRequest, reviewer } from '../testing/sample-approvals.ts'
import { SubmitForm } from './submit-form.tsx'

const HASH = '1'.repeat(64)
const refusedWith = (value: string) => ({
  type: 'bulk-edit.start',
  risk: 'R3' as const,
  policy: { name: '正式线', stages: [{ name: '制作人', need: 1, groups: [] }] },
  route: 'POST /adjust/bulk/start',
  input: { body: { value } },
  text: '',
  reason: '',
})

function server() {
  const own = { isMine: true, status: 3 as const }
  const list = [
    aRequest({ ...own, id: 'same', number: 7, title: '同一操作' }),
    aRequest({ ...own, id: 'other', number: 8, title: '另一操作', route: 'POST /adjust/bulk/undo' }),
  ]
  return fakeApi([
    fake(approvalList, () => ({ list, next: null, types: [] })),
    fake(approvalSubmit, () => ({ id: 'n', number: 9, hash: HASH, replayed: false, conflicts: 0 })),
  ])
}

const open = (value: string, onDone = () => undefined as void) =>
  renderWithApp(<SubmitForm refused={refusedWith(value)} onClose={() => undefined} onDone={onDone} />, {
    user: reviewer,
    path: '/releaseApply',
  })
const reason = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^原因/ })

beforeEach(() => showWideScreen())

describe('handing a call in', () => {
  it('is a revision of own requests of the same call, and of no other of its kind', async () => {
    server()
    const { user } = await open('5')
    await user.click(await screen.findByRole('combobox', { name: /送审为/ }))
    await screen.findByText(/同一操作/)
    expect(screen.queryByText(/另一操作/)).toBeNull()
  })

  it('handed in again for the same thing it is a revision of it, and never of another', async () => {
    const api = server()
    const list = [aRequest({ isMine: true, status: 1, id: 'same', number: 7, title: '同一操作' })]
    api.on(approvalList, () => ({ list, next: null, types: [] }))
    api.on(approvalRevise, () => ({ revision: 3, hash: HASH }))
    const refused = { ...refusedWith('5'), objects: ['player:7'] }
    const { user } = await renderWithApp(
      <SubmitForm refused={refused} onClose={() => undefined} onDone={() => undefined} />,
      { user: reviewer, path: '/releaseApply' },
    )
    await user.type(await screen.findByRole('textbox', { name: /^原因/ }), '停服补偿')
    await user.click(screen.getByRole('button', { name: '送交审批' }))
    await waitFor(() => expect(api.callsOf(approvalRevise)).toHaveLength(1))
    expect(api.callsOf(approvalList)[0]?.body).toMatchObject({ inbox: 'mine', objects: ['player:7'] })
    expect(api.callsOf(approvalSubmit)).toEqual([])
  })

  it('too large for a request it says so in words, sends nothing and keeps what was typed', async () => {
    const api = server()
    const { user } = await open('长'.repeat(700_000))
    await user.type(await reason(), '停服补偿')
    await user.click(screen.getByRole('button', { name: '送交审批' }))
    await screen.findByText(/内容共 2.1 MiB，一次送审最多 1.5 MiB/)
    expect(api.callsOf(approvalSubmit)).toEqual([])
    expect((await reason()).value).toBe('停服补偿')
  })

  it('what fits is handed in, and who asked for it hears so', async () => {
    const api = server()
    const onDone = vi.fn()
    const { user } = await open('长'.repeat(100_000), onDone)
    expect(onDone).not.toHaveBeenCalled()
    await user.type(await reason(), '停服补偿')
    await user.click(screen.getByRole('button', { name: '送交审批' }))
    await waitFor(() => expect(api.callsOf(approvalSubmit)).toHaveLength(1))
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
  })
})
