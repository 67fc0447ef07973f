import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fileBegin, fileDiscard, fileFinish, filePart } from '../contract/index.ts'
import { UploadRow } from './upload-row.tsx'

const MIB = 1_048_576
const content = 'x'.repeat(5 * MIB)
const file = () => new File([content], 'players.csv')
const view = (received: number, sha256: string | null = null) => ({
  fileId: 'file-1',
  use: 'bulk-edit.list',
  name: 'players.csv',
  size: content.length,
  received,
  isDone: sha256 !== null,
  sha256,
  expiresAt: 1_800_000_000_000,
})

let api: FakeApi
beforeEach(() => {
  api = fakeApi([
    fake(fileBegin, () => ({ ...view(0), partBytes: 8 * MIB })),
    fake(filePart, ({ query }, { text }) => view(Number(query.offset) + text.length)),
    fake(fileFinish, () => view(content.length, 'a'.repeat(64))),
    fake(fileDiscard, () => ({})),
  ])
})

async function open() {
  const [onDone, onCancel] = [vi.fn(), vi.fn()]
  const { user } = await renderWithApp(
    <UploadRow file={file()} use="bulk-edit.list" onDone={onDone} onCancel={onCancel} />,
    { user: testUser() },
  )
  return { user, onDone, onCancel }
}
const offsets = () => api.callsOf(filePart).map(({ query }) => Number(query['offset']))

describe('a file on its way', () => {
  it('is sent in parts with their hashes, and told by its id', async () => {
    const { onDone } = await open()
    await waitFor(() => expect(onDone).toHaveBeenCalledWith('file-1'))
    expect(onDone).toHaveBeenCalledTimes(1)
    expect(offsets()).toEqual([0, 2 * MIB, 4 * MIB])
    expect(api.callsOf(filePart).every(({ query }) => /^[0-9a-f]{64}$/.test(query['sha256'] ?? ''))).toBe(
      true,
    )
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100')
  })

  it('stands still with the reason when a part fails, and goes on from there', async () => {
    let isDown = true
    api.on(filePart, ({ query }, { text }) =>
      isDown && Number(query.offset) > 0
        ? new FakeFailure(503, 'overloaded', '控制台繁忙')
        : view(Number(query.offset) + text.length),
    )
    const { user, onDone } = await open()
    await screen.findByText(/上传已停下：控制台繁忙/)
    expect(onDone).not.toHaveBeenCalled()
    isDown = false
    await user.click(screen.getByRole('button', { name: '继续上传' }))
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(screen.queryByText(/上传已停下/)).toBeNull()
    expect(api.callsOf(fileBegin)).toHaveLength(1)
    expect(offsets()).toEqual([0, 2 * MIB, 2 * MIB, 4 * MIB])
  })

  it('follows the server where that has more, or less, than was thought', async () => {
    let isNews = true
    api.on(filePart, ({ query }, { text }) => {
      if (!isNews || Number(query.offset) === 0) return view(Number(query.offset) + text.length)
      isNews = false
      return new FakeFailure(409, 'file_part_early', '太早', {
        err: { code: 'file_part_early', retryable: false, details: { received: MIB } },
      })
    })
    const { onDone } = await open()
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(offsets()).toEqual([0, 2 * MIB, MIB, 3 * MIB])
  })

  it('cancelled it ends, and what is there is taken back', async () => {
    api.on(filePart, () => new Promise(() => {}))
    const { user, onDone, onCancel } = await open()
    await waitFor(() => expect(api.callsOf(filePart)).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: /^取\s?消$/ }))
    await waitFor(() => expect(api.callsOf(fileDiscard)[0]?.body).toEqual({ fileId: 'file-1' }))
    expect([onDone.mock.calls.length, onCancel.mock.calls.length]).toEqual([0, 1])
  })

  it('an upload the console has forgotten begins anew', async () => {
    let isGone = true
    api.on(filePart, ({ query }, { text }) => {
      if (!isGone) return view(Number(query.offset) + text.length)
      isGone = false
      return new FakeFailure(404, 'file_not_found', '文件不存在')
    })
    const { user, onDone } = await open()
    await screen.findByText(/上传已停下/)
    await user.click(screen.getByRole('button', { name: '继续上传' }))
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(api.callsOf(fileBegin)).toHaveLength(2)
  })
})
