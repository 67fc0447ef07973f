import { defineRoute, z } from '@qd/contract-kit'
import { readStored } from '@qd/web-base'
import { call, leaveSession } from '@qd/web-calls'
import { toast, useMessageLog } from '@qd/web-frame'
import { FakeFailure, fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { MessageButton } from './message-button.tsx'

const edit = defineRoute({
  method: 'POST',
  path: '/adjust/edit',
  title: 't',
  permission: 'session',
  level: 0,
  risk: 'R1',
  reply: z.null(),
})

beforeEach(() => useMessageLog.getState().clear())

async function openMessages() {
  const app = await renderWithApp(<MessageButton />)
  const open = async () => {
    await app.user.click(await screen.findByRole('button', { name: /^消息/ }))
    return screen.findByRole('dialog')
  }
  return { ...app, open }
}

describe('message centre', () => {
  it('keeps what stood on the screen for 600 ms, newest first', async () => {
    const { open } = await openMessages()
    act(() => {
      toast.message('已复制')
      toast.success('已提交')
    })
    const drawer = await open()
    const texts = within(drawer).getAllByRole('listitem')
    expect(texts.map((item) => item.querySelector('p')?.textContent)).toEqual(['已提交', '已复制'])
  })

  it('counts failures and notices as unread until the list was opened, results of own clicks never', async () => {
    const { open } = await openMessages()
    act(() => {
      toast.success('已提交')
      toast.error('区服未响应')
      toast.notification('维护将在 20:00 开始')
    })
    screen.getByRole('button', { name: '消息，2 条未读' })
    await open()
    screen.getByRole('button', { name: '消息', hidden: true })
  })

  it('[S8.02] a failed call keeps its request id, so that a colleague can look it up', async () => {
    fakeApi([fake(edit, () => new FakeFailure(422, 'refused', '玩家在线'))])
    const { open } = await openMessages()
    await act(() => call(edit, {}, { tag: 'data-edit:title', told: 'toast' }).catch(() => undefined))
    const drawer = await open()
    within(drawer).getByText('数据编辑:请求失败:玩家在线')
    within(drawer).getByText('test-request')
  })

  it('notifications keep their title; the list can be narrowed to them', async () => {
    const { open, user } = await openMessages()
    act(() => {
      toast.error('区服未响应')
      toast.notification('维护将在 20:00 开始')
    })
    const drawer = await open()
    await user.click(within(drawer).getByRole('radio', { name: '通知' }))
    expect(within(drawer).getAllByRole('listitem')).toHaveLength(1)
    within(drawer).getByText('通知信息')
  })

  it('one message many times is one entry with its count, and a hundred are kept', async () => {
    await openMessages()
    act(() => {
      for (let i = 0; i < 150; i += 1) toast.notice(`第 ${i} 条`)
      toast.error('区服未响应')
      toast.error('区服未响应')
    })
    const { messages } = useMessageLog.getState()
    expect(messages).toHaveLength(10)
    expect(messages[0]).toMatchObject({ text: '区服未响应', count: 2 })
  })

  it('[S4.04] nothing of it is left after sign-out, in memory or in the browser', async () => {
    await openMessages()
    act(() => toast.error('区服未响应'))
    expect(readStored('messages')).toContain('区服未响应')
    act(() => leaveSession())
    act(() => toast.error('用户名或密码错误'))
    expect(useMessageLog.getState().messages).toEqual([])
    expect(readStored('messages')).toBeNull()
  })
})
