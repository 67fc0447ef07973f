import { fakeApi, renderWithApp } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { editKey } from '../../../contract/index.ts'
import { fakeEdits, fakeKey, openKeys, shownKey } from '../../testing/fake-redis.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import RedisPage from '../../page/redis-page.tsx'

afterEach(() => useWorkspace.setState({ databases: [], active: null, keys: [], key: null }))

async function openDialogOf(type: 'hash' | 'list' | 'zset', name: string) {
  openKeys(['k'])
  const { route, edits } = fakeEdits()
  const api = fakeApi([...fakeKey(shownKey({ type })), route])
  const { user } = await renderWithApp(<RedisPage />)
  await user.click(await screen.findByRole('button', { name }))
  return { user, edits, api, dialog: within(await screen.findByRole('dialog')) }
}

describe('rows are added', () => {
  it('[S5.09] scores that are no number are left out, and which is said', async () => {
    const { user, edits, dialog } = await openDialogOf('zset', '添加成员')
    await user.click(dialog.getByRole('radio', { name: '批量粘贴' }))
    await user.click(dialog.getByRole('textbox', { name: '批量粘贴' }))
    await user.paste('a\t1\nb\tx\nc\t2.5')
    const dropped = within(dialog.getByRole('list'))
    dropped.getByText('未采用的行：1')
    dropped.getByText('b x', { normalizer: (text) => text.replaceAll(/\s+/g, ' ') })
    await user.click(dialog.getByRole('button', { name: '添加（2）' }))
    await waitFor(() =>
      expect(edits).toEqual([
        {
          kind: 'addScored',
          members: [
            { member: 'a', score: '1' },
            { member: 'c', score: '2.5' },
          ],
        },
      ]),
    )
  })

  it('lines at the head of a list keep their order', async () => {
    const { user, edits, dialog } = await openDialogOf('list', '添加条目')
    await user.click(dialog.getByRole('radio', { name: '批量粘贴' }))
    await user.click(dialog.getByRole('radio', { name: '头部' }))
    await user.click(dialog.getByRole('textbox', { name: '批量粘贴' }))
    await user.paste('first\nsecond')
    await user.click(dialog.getByRole('button', { name: '添加（2）' }))
    await waitFor(() => expect(edits).toEqual([{ kind: 'push', at: 'head', values: ['second', 'first'] }]))
  })

  it('a field that is there already stays as it is and is told', async () => {
    const { user, api, dialog } = await openDialogOf('hash', '添加字段')
    const sent: unknown[] = []
    api.on(editKey, ({ body: { edit } }) => {
      sent.push(edit)
      return { changed: 1, undo: null, binId: '', existing: ['old'] }
    })
    await user.type(dialog.getByRole('textbox', { name: '字段 1' }), 'old')
    await user.type(dialog.getByRole('textbox', { name: '值 1' }), '1')
    await user.click(dialog.getByRole('button', { name: '再加一行' }))
    await user.type(dialog.getByRole('textbox', { name: '字段 2' }), 'new')
    await user.click(dialog.getByRole('button', { name: '添加（2）' }))
    const told = within(await dialog.findByRole('alert'))
    told.getByText('old')
    expect(told.queryByText('new')).toBeNull()
    expect(sent).toEqual([
      {
        kind: 'addFields',
        fields: [
          { name: 'old', value: '1' },
          { name: 'new', value: '' },
        ],
      },
    ])
    await dialog.findByRole('button', { name: /添加（1）$/ })
  })
})
