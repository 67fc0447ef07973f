import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fileDiscard, fileList } from '../contract/index.ts'
import { OwnFiles } from './own-files.tsx'

const MIB = 1_048_576
const file = (fileId: string, part: object = {}) => ({
  fileId,
  use: 'bulk-edit.list',
  purpose: 'List of players',
  name: `${fileId}.csv`,
  size: 3 * MIB,
  received: 3 * MIB,
  isDone: true,
  isMade: false,
  sha256: 'a'.repeat(64),
  createdAt: 1_790_000_000_000,
  expiresAt: 1_800_000_000_000,
  ...part,
})

async function open(files: ReturnType<typeof file>[], { isBusy = false } = {}) {
  let kept = files
  const api = fakeApi([
    fake(fileList, () => ({ files: kept, mostBytes: 8_192 * MIB })),
    fake(fileDiscard, ({ body }) => {
      if (isBusy) return new FakeFailure(503, 'overloaded', 'The console is busy')
      kept = kept.filter(({ fileId }) => fileId !== body.fileId)
      return {}
    }),
  ])
  const { user } = await renderWithApp(<OwnFiles />, { language: 'en', user: testUser() })
  return { api, user }
}

it('a file is deleted after a question, and the room is counted again', async () => {
  const { api, user } = await open([
    file('done'),
    file('half', { received: MIB, isDone: false, sha256: null }),
  ])
  await screen.findByText('6 of 8,192 MB used.', { exact: false })
  screen.getByText('List of players · 3 MB · 33% uploaded')
  await user.click(screen.getByRole('button', { name: 'Delete half.csv' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByText('3 of 8,192 MB used.', { exact: false })
  expect(api.callsOf(fileDiscard)[0]).toMatchObject({ body: { fileId: 'half' } })
  expect(screen.queryByText('half.csv')).toBeNull()
})

it('a file that the console makes is not called an upload', async () => {
  const { user } = await open([
    file('keys', { isMade: true, isDone: false, sha256: null, purpose: 'Exported Redis keys' }),
  ])
  await screen.findByText('Exported Redis keys · 3 MB · being written')
  expect(screen.queryByText('Uploaded')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Delete keys.csv' }))
  await screen.findByText('Delete the file “keys.csv”? It cannot be restored.')
})

it('what cannot be deleted stays, and says why in the question', async () => {
  const { user } = await open([file('done')], { isBusy: true })
  await user.click(await screen.findByRole('button', { name: 'Delete done.csv' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findAllByText(/The console is busy/)
  screen.getByText('done.csv')
})

it('without files there is nothing to see', async () => {
  const { api } = await open([])
  await waitFor(() => expect(api.callsOf(fileList)).toHaveLength(1))
  expect(screen.queryByText('My files')).toBeNull()
})
