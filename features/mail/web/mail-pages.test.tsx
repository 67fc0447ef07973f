import { FakeFailure, fake, fakeApi } from '@qd/web-testing'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { mailGet, mailList, mailReport, mailSave } from '../contract/index.ts'
import type { MailState } from '../contract/index.ts'
import { aMail, aRow, draftCalls, open, openChecks, reader } from './testing/mail-world.tsx'

const NONE = { total: 0, delivered: 0, already: 0, failed: 0, unknown: 0, waiting: 0 }
const NOTHING = { delivered: 0, read: 0, claimed: 0, expired: 0, recalled: 0 }

describe('the list of mails', () => {
  it('says what mails are for while there are none', async () => {
    fakeApi([fake(mailList, () => ({ list: [], next: null }))])
    await open('/email')
    expect(await screen.findByText('还没有邮件')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: '新建邮件' }).length).toBeGreaterThan(0)
  })

  it('begins nothing for somebody who may only read', async () => {
    fakeApi([fake(mailList, () => ({ list: [], next: null }))])
    await open('/email', reader)
    await screen.findByText('还没有邮件')
    expect(screen.queryByRole('button', { name: '新建邮件' })).toBeNull()
  })

  it('says whether servers or players are counted', async () => {
    const progress = { total: 2, delivered: 1, already: 1, failed: 0, unknown: 0, waiting: 0 }
    const toAll = aRow({ id: 'm1', sendType: 3, players: null, state: 'sent', progress })
    const toNamed = aRow({ id: 'm2', sendType: 2, state: 'partly_sent', progress: { ...progress, total: 5 } })
    fakeApi([fake(mailList, () => ({ list: [toAll, toNamed], next: null }))])
    await open('/email', reader)
    expect(await screen.findByText('2 / 2 个区服')).toBeTruthy()
    expect(screen.getByText('2 / 5 名玩家')).toBeTruthy()
  })

  it.each([
    ['pending', 'approved', '批准'],
    ['scheduled', 'sent', '已发送'],
    ['sending', 'sent', '已发送'],
    ['paused', 'sent', '已发送'],
  ] as const)('follows a mail that is %s', async (before, after, told) => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    })
    onTestFinished(() => void vi.useRealTimers())
    const states: MailState[] = [before, after]
    fakeApi([fake(mailList, () => ({ list: [aRow({ state: states.shift() ?? after })], next: null }))])
    await open('/email', reader)
    await screen.findByText('召回礼')
    expect(screen.queryByText(told)).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(5_100))
    expect(await screen.findByText(told)).toBeTruthy()
  })

  it('asks no more once nothing goes on', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    })
    onTestFinished(() => void vi.useRealTimers())
    const api = fakeApi([fake(mailList, () => ({ list: [aRow({ state: 'sent' })], next: null }))])
    await open('/email', reader)
    await screen.findByText('召回礼')
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(api.callsOf(mailList)).toHaveLength(1)
  })

  it('tells why it cannot be read', async () => {
    fakeApi([fake(mailList, () => new FakeFailure(422, 'wrong', '出错了'))])
    await open('/email')
    expect(await screen.findByText(/出错了/)).toBeTruthy()
  })
})

describe('the editor of a mail', () => {
  it('saves over the revision that was read', async () => {
    const api = fakeApi([...draftCalls(), fake(mailSave, () => ({ id: 'm1', revision: 4 }))])
    const { user } = await open('/email/m1')
    const title = await screen.findByRole('textbox', { name: '标题' })
    await user.type(title, '!')
    await user.click(screen.getByRole('button', { name: '保存草稿' }))
    await waitFor(() => expect(api.callsOf(mailSave)).toHaveLength(1))
    expect(api.callsOf(mailSave)[0]).toMatchObject({
      body: { id: 'm1', revision: 3, draft: { content: { cn: { title: '欢迎 {name}!' } } } },
    })
  })

  it('keeps what was typed when somebody saved meanwhile', async () => {
    fakeApi([...draftCalls(), fake(mailSave, () => new FakeFailure(409, 'mail_changed', '已被他人保存'))])
    const { user } = await open('/email/m1')
    const title = await screen.findByRole('textbox', { name: '标题' })
    await user.type(title, '!')
    await user.click(screen.getByRole('button', { name: '保存草稿' }))
    expect(await screen.findByText(/你输入的内容仍在这里/)).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: '标题' }).value).toBe('欢迎 {name}!')
  })

  it('changes a mail in approval only after saying that this withdraws the request', async () => {
    const approval = { requestId: 'r7', number: 7, state: 'pending' as const }
    const api = fakeApi([
      fake(mailGet, () => aMail({ state: 'pending', approval })),
      ...draftCalls().slice(1),
      fake(mailSave, ({ body }) =>
        body.withdraws === true
          ? { id: 'm1', revision: 4 }
          : new FakeFailure(409, 'mail_in_approval', '审批申请 #7 正在处理中'),
      ),
    ])
    const { user } = await open('/email/m1')
    await openChecks(user)
    expect(await screen.findByRole('button', { name: '#7 · 等待他人审核' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '发送邮件' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '关闭' }))
    await user.type(await screen.findByRole('textbox', { name: '标题' }), '!')
    await user.click(screen.getByRole('button', { name: '保存草稿' }))
    expect(await screen.findByText('审批申请 #7 正在处理中')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '保存并收回申请' }))
    await waitFor(() => expect(api.callsOf(mailSave)).toHaveLength(2))
    expect(api.callsOf(mailSave)[1]).toMatchObject({ body: { withdraws: true, revision: 3 } })
  })

  it('follows a mail in approval until it is sent', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    })
    try {
      const approval = { requestId: 'r7', number: 7, state: 'pending' as const }
      let mail = aMail({ state: 'pending', approval })
      fakeApi([
        fake(mailGet, () => mail),
        ...draftCalls().slice(1),
        fake(mailReport, () => ({ progress: NONE, now: NOTHING, servers: [], over: [], recalled: null })),
      ])
      await open('/email/m1')
      await screen.findByRole('button', { name: '保存草稿' })
      mail = aMail({ state: 'sent', approval: { ...approval, state: 'done' } })
      await vi.advanceTimersByTimeAsync(6_000)
      expect(await screen.findByRole('button', { name: '#7 · 执行成功' })).toBeTruthy()
    } finally {
      vi.useRealTimers()
    }
  })

  it('does not send while a check fails, and says which', async () => {
    fakeApi(draftCalls('超过上限：钻石'))
    const { user } = await open('/email/m1')
    await openChecks(user)
    expect((await screen.findAllByText('超过上限：钻石')).length).toBeGreaterThan(0)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '发送邮件' }).disabled).toBe(true)
  })

  it('wants a reason before it sends', async () => {
    fakeApi(draftCalls())
    const { user } = await open('/email/m1')
    await openChecks(user)
    await user.type(await screen.findByRole('textbox', { name: '原因' }), 'OPS-1')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '发送邮件' }).disabled).toBe(false)
  })

  it('shows it to a reader without a way to save or send', async () => {
    fakeApi(draftCalls())
    await open('/email/m1', reader)
    const title = await screen.findByRole<HTMLInputElement>('textbox', { name: '标题' })
    expect(title.disabled).toBe(true)
    expect(screen.queryByRole('button', { name: '保存草稿' })).toBeNull()
  })
})

describe('a mail that was sent', () => {
  const progress = { total: 10, delivered: 7, already: 0, failed: 3, unknown: 0, waiting: 0 }
  it('shows what came of it, and can be sent again to those it did not reach', async () => {
    fakeApi([
      fake(mailGet, () => aMail({ state: 'partly_sent', progress, jobId: 'j1' })),
      fake(mailReport, () => ({
        progress,
        now: { delivered: 7, read: 5, claimed: 4, expired: 0, recalled: 0 },
        servers: [],
        over: [],
        recalled: null,
      })),
    ])
    await open('/email/m1')
    expect(await screen.findByText('已领取')).toBeTruthy()
    expect(screen.getByRole('button', { name: '重发失败的' })).toBeTruthy()
    expect(screen.getByRole('button', { name: '查看作业' })).toBeTruthy()
  })
})
