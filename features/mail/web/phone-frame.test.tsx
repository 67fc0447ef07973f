import type { RouteArgs } from '@qd/contract-kit'
import { FakeFailure, fake, fakeApi } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { mailRecipients } from '../contract/index.ts'
import type { RecipientSet } from '../contract/index.ts'
import { aMail, draftCalls, open, reader } from './testing/mail-world.tsx'

const PLAYERS = 45
const recipients: RecipientSet = {
  setId: 's1',
  players: PLAYERS,
  hash: 'h',
  duplicates: 0,
  problems: 0,
  firstProblems: [],
  files: [],
  servers: [],
  vars: ['name', 'days'],
  hasOwnAttach: true,
  at: 1,
}
const draft = {
  ...aMail().draft,
  sendType: 4 as const,
  playerObj: [],
  content: {
    cn: { title: '欢迎 {name}', body: '离开 {days} 天' },
    de: { title: 'Willkommen {name}', body: '' },
  },
  sender: { cn: '灯塔' },
  attach: [{ number: '1', quantity: '5' }],
}
const rowsOf = ({ from, limit }: RouteArgs<typeof mailRecipients>['body']) => ({
  total: PLAYERS,
  list: Array.from({ length: Math.min(limit, PLAYERS - from) }, (_row, index) => {
    const number = from + index
    const attach = number === 21 ? [{ number: '1', quantity: '77' }] : null
    const vars: Record<string, string> = { name: `水手${number}` }
    if (number !== 1) vars['days'] = String(number)
    return { sId: 11, uId: `3${number}`, roleId: null, attach, vars }
  }),
})
const phone = async () => within(await screen.findByRole('region', { name: '玩家所见' }))

describe('the phone beside a mail', () => {
  it('fills the variables of the chosen row, and goes on to others', async () => {
    const api = fakeApi([
      ...draftCalls(null, { draft, recipients }),
      fake(mailRecipients, ({ body }) => rowsOf(body)),
    ])
    const { user } = await open('/email/m1', reader)
    const frame = await phone()
    expect((await frame.findByText('水手0')).tagName).toBe('MARK')
    expect(frame.getByText('30')).toBeTruthy()
    await user.click(frame.getByRole('button', { name: '下一位收件人' }))
    expect(await frame.findByText('水手1')).toBeTruthy()
    expect(api.callsOf(mailRecipients)).toHaveLength(1)
    const row = frame.getByRole('spinbutton', { name: '第几位收件人' })
    await user.clear(row)
    await user.type(row, '22')
    expect(await frame.findByText('水手21')).toBeTruthy()
    expect(api.callsOf(mailRecipients).at(-1)).toMatchObject({ body: { id: 'm1', from: 20, limit: 20 } })
    expect(frame.getByText('77')).toBeTruthy()
  })

  it('marks and names what nobody fills', async () => {
    fakeApi([...draftCalls(null, { draft, recipients }), fake(mailRecipients, ({ body }) => rowsOf(body))])
    const { user } = await open('/email/m1')
    const frame = await phone()
    await frame.findByText('水手0')
    expect(frame.queryByText(/未填写的变量/)).toBeNull()
    await user.click(frame.getByRole('button', { name: '下一位收件人' }))
    expect(await frame.findByText('未填写的变量：days')).toBeTruthy()
    expect(frame.getByText('{days}').dataset['kind']).toBe('missing')
  })

  it('says of named players that no variable is filled', async () => {
    const api = fakeApi(draftCalls())
    await open('/email/m1')
    const frame = await phone()
    expect(await frame.findByText('未填写的变量：name')).toBeTruthy()
    expect(frame.getByText('30123000045')).toBeTruthy()
    expect(api.callsOf(mailRecipients)).toEqual([])
  })

  it('leaves variables open before a list was read', async () => {
    fakeApi(draftCalls(null, { draft }))
    await open('/email/m1')
    const frame = await phone()
    expect((await frame.findByText('{name}')).dataset['kind']).toBe('open')
    expect(frame.queryByText(/未填写的变量/)).toBeNull()
    expect(frame.queryByRole('spinbutton')).toBeNull()
  })

  it('reads each missing part in the language that stands in, and says so', async () => {
    fakeApi(draftCalls(null, { draft: { ...draft, sendType: 1 } }))
    const { user } = await open('/email/m1')
    const frame = await phone()
    const choose = async (language: RegExp) => {
      await user.click(frame.getByRole('button', { name: /^语言/ }))
      await user.click(await screen.findByRole('option', { name: language }))
    }
    await frame.findByText('欢迎', { exact: false })
    expect(frame.queryByText(/缺少的部分/)).toBeNull()
    await choose(/Deutsch/)
    expect(frame.getByText('Willkommen', { exact: false })).toBeTruthy()
    expect(frame.getByText('离开', { exact: false })).toBeTruthy()
    expect(frame.getByText('灯塔')).toBeTruthy()
    expect(frame.getByText('缺少的部分改用：简体中文')).toBeTruthy()
    await choose(/Türkçe/)
    expect(frame.getByText('欢迎', { exact: false })).toBeTruthy()
  })

  it('shows the mail all the same where its players cannot be read', async () => {
    fakeApi([
      ...draftCalls(null, { draft, recipients }),
      fake(mailRecipients, () => new FakeFailure(422, 'wrong', '读不到名单')),
    ])
    await open('/email/m1')
    const frame = await phone()
    expect(await frame.findByText('读不到名单')).toBeTruthy()
    await waitFor(() => expect(frame.getByText('{name}').dataset['kind']).toBe('open'))
  })
})
