import { FakeFailure, fake, fakeApi } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  mailEstimate,
  mailGet,
  mailList,
  mailTest,
  mailWords,
  mailWordsSet,
  testAccountAdd,
  testAccountList,
  testAccountRemove,
} from '../contract/index.ts'
import { aMail, codes, draftCalls, open, openChecks } from './testing/mail-world.tsx'

const range = { ...aMail().draft, sendType: 3 as const, playerObj: [], where: { level: { min: 30 } } }
const server = { sId: 11, name: '白帆湾', count: 1_204, state: 'counted' as const }
const account = { uId: '30123000045', sId: 11, label: '测试甲', by: 'lin', at: 1 }

describe('the estimate of a range', () => {
  const rangeCalls = () => draftCalls(null, { draft: range })

  it('counts exactly, with some of the players', async () => {
    const sample = [{ sId: 11, uId: '30123000045', name: '沐风', level: 31 }]
    const api = fakeApi([
      ...rangeCalls(),
      fake(mailEstimate, () => ({ count: 1_204, isEstimate: false, servers: [server], sample })),
    ])
    const { user } = await open('/email/m1', codes(['see', 'edit']))
    await user.click(await screen.findByRole('button', { name: '估算人数' }))
    expect(await screen.findByText('1,204 名玩家')).toBeTruthy()
    expect(screen.getByRole('list', { name: '部分符合条件的玩家' }).textContent).toContain('沐风')
    expect(api.callsOf(mailEstimate)[0]).toMatchObject({
      body: { serverId: [], where: { level: { min: 30 } } },
    })
  })

  it('is marked as one, names servers that did not count, and is gone with another condition', async () => {
    const servers = [
      server,
      { sId: 12, name: '月牙', count: null, state: 'away' as const },
      { sId: 13, name: '灯塔', count: null, state: 'not_offered' as const },
    ]
    fakeApi([
      ...rangeCalls(),
      fake(mailEstimate, () => ({ count: 1_204, isEstimate: true, servers, sample: [] })),
    ])
    const { user } = await open('/email/m1', codes(['see', 'edit']))
    await user.click(await screen.findByRole('button', { name: '估算人数' }))
    expect(await screen.findByText('约 1,204 名玩家')).toBeTruthy()
    expect(screen.getByText('月牙').closest('li')?.textContent).toContain('无响应')
    expect(screen.getByText('灯塔').closest('li')?.textContent).toContain('不支持按条件计数')
    await user.type(screen.getByRole('spinbutton', { name: '等级 最大' }), '4')
    await waitFor(() => expect(screen.queryByText('约 1,204 名玩家')).toBeNull())
  })

  it('says that nobody fits, and why it cannot be asked', async () => {
    const api = fakeApi([
      ...rangeCalls(),
      fake(mailEstimate, () => ({ count: 0, isEstimate: false, servers: [], sample: [] })),
    ])
    const { user } = await open('/email/m1', codes(['see', 'edit']))
    await user.click(await screen.findByRole('button', { name: '估算人数' }))
    expect(await screen.findByText('0 名玩家')).toBeTruthy()
    api.on(mailEstimate, () => new FakeFailure(422, 'wrong', '无法估算'))
    await user.click(screen.getByRole('button', { name: '估算人数' }))
    expect(await screen.findByText(/:无法估算$/)).toBeTruthy()
  })
})

describe('a test send', () => {
  const sender = codes(['see', 'send'])
  const openTest = async () => {
    const shown = await open('/email/m1', sender)
    await openChecks(shown.user)
    return shown
  }
  const sendButton = () => screen.findByRole<HTMLButtonElement>('button', { name: '发送测试' })

  it('goes to the accounts of the line and says of each what came of it', async () => {
    const other = { ...account, uId: '30123000046', label: '测试乙' }
    let isTested = false
    const test = { contentHash: 'c1', at: 1, by: 'lin', sent: 1, failed: 1 }
    const api = fakeApi([
      ...draftCalls(),
      fake(mailGet, () => aMail(isTested ? { test } : {})),
      fake(testAccountList, () => ({ list: [account, other] })),
      fake(mailTest, () => {
        isTested = true
        const results = [
          { uId: account.uId, isSent: true, msg: '' },
          { uId: other.uId, isSent: false, msg: '邮箱已满' },
        ]
        return { contentHash: 'c1', results }
      }),
    ])
    const { user } = await openTest()
    await screen.findByText('测试甲')
    await user.click(await sendButton())
    expect(await screen.findByText('失败 邮箱已满')).toBeTruthy()
    expect(screen.getByText('测试甲').closest('li')?.textContent).toContain('已发送')
    expect(await screen.findByText('与当前内容一致')).toBeTruthy()
    expect(api.callsOf(mailTest)[0]).toMatchObject({
      body: { id: 'm1', revision: 3, uIds: ['30123000045', '30123000046'] },
    })
  })

  it('says that another content was tested', async () => {
    const test = { contentHash: 'before', at: 1, by: 'lin', sent: 1, failed: 0 }
    fakeApi(draftCalls(null, { test }))
    await openTest()
    expect(await screen.findByText('内容已改动，请重新测试')).toBeTruthy()
  })

  it('needs an account, and tells a refusal', async () => {
    const api = fakeApi(draftCalls())
    const { user, unmount } = await openTest()
    expect(await screen.findByText('还没有测试账号')).toBeTruthy()
    expect((await sendButton()).disabled).toBe(true)
    unmount()
    api.on(testAccountList, () => ({ list: [account] }))
    api.on(mailTest, () => new FakeFailure(422, 'mail_no_test_account', '请选择测试账号'))
    await openTest()
    await screen.findByText('测试甲')
    await user.click(await sendButton())
    expect(await screen.findByText(/请选择测试账号/)).toBeTruthy()
  })

  it('says why the accounts cannot be read', async () => {
    const api = fakeApi(draftCalls())
    api.on(testAccountList, () => new FakeFailure(422, 'wrong', '读不到账号'))
    await openTest()
    expect(await screen.findByText('读不到账号')).toBeTruthy()
  })

  it('is offered to nobody who may only write', async () => {
    fakeApi(draftCalls())
    const { user } = await open('/email/m1', codes(['see', 'edit']))
    await openChecks(user)
    await screen.findByText('发放总量')
    expect(screen.queryByRole('button', { name: '发送测试' })).toBeNull()
    expect(screen.queryByRole('textbox', { name: '原因' })).toBeNull()
  })
})

describe('test accounts and words of a line', () => {
  const keeper = codes(['see', 'testAccounts'])
  const empty = () => [
    fake(mailList, () => ({ list: [], next: null })),
    fake(testAccountList, () => ({ list: [] })),
    fake(mailWords, () => ({ words: ['坏词'], revision: 7 })),
  ]
  const openDialog = async () => {
    const { user } = await open('/email', keeper)
    await user.click(await screen.findByRole('button', { name: '测试账号与敏感词' }))
    return { user, dialog: within(await screen.findByRole('dialog')) }
  }

  it('adds an account and takes it away again', async () => {
    const kept: (typeof account)[] = []
    const api = fakeApi([
      ...empty(),
      fake(testAccountList, () => ({ list: [...kept] })),
      fake(testAccountAdd, ({ body }) => {
        const added = { ...account, ...body }
        kept.push(added)
        return added
      }),
      fake(testAccountRemove, () => {
        kept.length = 0
        return null
      }),
    ])
    const { user, dialog } = await openDialog()
    expect(await dialog.findByText('还没有测试账号')).toBeTruthy()
    const add = dialog.getByRole<HTMLButtonElement>('button', { name: /^添\s?加$/ })
    await user.type(dialog.getByRole('textbox', { name: 'uId' }), '3012x')
    expect(add.disabled).toBe(true)
    await user.clear(dialog.getByRole('textbox', { name: 'uId' }))
    await user.type(dialog.getByRole('textbox', { name: 'uId' }), '30123000045')
    await user.type(dialog.getByRole('textbox', { name: '备注' }), '测试甲')
    await user.click(add)
    expect(await dialog.findByText('测试甲')).toBeTruthy()
    expect(api.callsOf(testAccountAdd)[0]).toMatchObject({ body: { uId: '30123000045', label: '测试甲' } })
    await user.click(dialog.getByRole('button', { name: '删除' }))
    expect(await dialog.findByText('还没有测试账号')).toBeTruthy()
    expect(api.callsOf(testAccountRemove)[0]).toMatchObject({ body: { uId: '30123000045' } })
  })

  it('keeps what was typed where an account or words are refused', async () => {
    fakeApi([
      ...empty(),
      fake(testAccountAdd, () => new FakeFailure(422, 'mail_entry_wrong', '该条目有误')),
      fake(mailWordsSet, () => new FakeFailure(409, 'mail_changed', '已被他人保存')),
    ])
    const { user, dialog } = await openDialog()
    await user.type(await dialog.findByRole('textbox', { name: 'uId' }), '30999000001')
    await user.click(dialog.getByRole('button', { name: /^添\s?加$/ }))
    expect(await screen.findByText(/该条目有误/)).toBeTruthy()
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'uId' }).value).toBe('30999000001')
    const words = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: '敏感词' })
    await user.type(words, '{Enter}两 词')
    await user.click(dialog.getByRole('button', { name: /^保\s?存$/ }))
    expect(await screen.findByText(/已被他人保存/)).toBeTruthy()
    expect(words.value).toBe('坏词\n两 词')
  })

  it('saves words over the revision that was read', async () => {
    const api = fakeApi([...empty(), fake(mailWordsSet, () => ({ revision: 8 }))])
    const { user, dialog } = await openDialog()
    await user.type(await dialog.findByRole('textbox', { name: '敏感词' }), '{Enter}两 词{Enter}')
    await user.click(dialog.getByRole('button', { name: /^保\s?存$/ }))
    await waitFor(() => expect(api.callsOf(mailWordsSet)).toHaveLength(1))
    expect(api.callsOf(mailWordsSet)[0]).toMatchObject({ body: { words: ['坏词', '两 词'], revision: 7 } })
  })

  it('says why neither can be read', async () => {
    fakeApi([
      ...empty(),
      fake(testAccountList, () => new FakeFailure(422, 'wrong', '读不到账号')),
      fake(mailWords, () => new FakeFailure(422, 'wrong', '读不到敏感词')),
    ])
    const { dialog } = await openDialog()
    expect(await dialog.findByText(/读不到账号/)).toBeTruthy()
    expect(await dialog.findByText(/读不到敏感词/)).toBeTruthy()
  })

  it('is offered to nobody without the right', async () => {
    fakeApi(empty())
    await open('/email', codes(['see', 'edit', 'send']))
    await screen.findByText('还没有邮件')
    expect(screen.queryByRole('button', { name: '测试账号与敏感词' })).toBeNull()
  })
})
