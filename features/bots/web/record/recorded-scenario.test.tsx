import { TEST_SCOPE, fakeApi, renderWithApp } from '@qd/web-testing'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import BotsPage from '../bots-page.tsx'
import { developer, pageFakes } from '../testing/sample-runs.ts'
import { RecordedScenario } from './recorded-scenario.tsx'

type Recording = Parameters<typeof RecordedScenario>[0]['recording']
type Frame = Recording['frames'][number]
const request = (n: number, cmd: number, body: Frame['body']): Frame => ({
  direction: 'request',
  n,
  cmd,
  seq: n,
  status: 0,
  message: '',
  atMs: n * 1_000,
  body,
})
const reply = (n: number, cmd: number, body: Frame['body']): Frame => ({
  ...request(n, cmd, body),
  direction: 'reply',
  seq: n - 1,
})
const RECORDING: Recording = {
  title: 'S123',
  frames: [
    request(7, 1401, {}),
    reply(8, 1401, { items: [{ itemId: 10_060, count: 3 }] }),
    request(9, 1002, {}),
    request(11, 1402, { itemId: 10_060, count: 1 }),
  ],
  enterCmd: 1001,
  leaveOut: [1002],
  left: 0,
}

beforeEach(() => {
  fakeApi(pageFakes())
})

const open = (change: Partial<Recording> = {}) =>
  renderWithApp(
    <>
      <section aria-label="made">
        <RecordedScenario recording={{ ...RECORDING, ...change }} state={null} onClose={() => {}} />
      </section>
      <section aria-label="page">
        <BotsPage />
      </section>
    </>,
    { path: '/mock/bots', user: developer, scope: TEST_SCOPE },
  )
const made = () => within(screen.getByRole('region', { name: 'made' }))
const text = () => made().getByRole<HTMLTextAreaElement>('textbox', { name: '场景文本' }).value

describe('a scenario of recorded frames', () => {
  it('enters, sends what was sent, and knows where values came from; a value may stay as it was', async () => {
    const { user } = await open()
    expect(text()).toBe(
      [
        'scenario "S123"',
        '',
        'enter',
        'send 1401 {}',
        'extract itemId = $.items[0].itemId',
        'send 1402 {"itemId":"{{itemId}}","count":1}',
        '',
      ].join('\n'),
    )
    const variable = made().getByRole('checkbox', { name: '{{itemId}} 10060' })
    expect(made().getByText('来自 #8 $.items[0].itemId · 用于 #11 $.itemId')).toBeTruthy()
    await user.click(variable)
    expect(text()).toContain('send 1402 {"itemId":10060,"count":1}')
    expect(text()).not.toContain('extract')
    await user.click(variable)
    expect(text()).toContain('extract itemId')
  })

  it('may keep the pauses, and opens in the editor as a draft', async () => {
    const { user } = await open()
    const page = within(screen.getByRole('region', { name: 'page' }))
    expect(await page.findByDisplayValue('enter device "bot-{{bot}}"')).toBeTruthy()
    await user.click(made().getByRole('radio', { name: '按录制' }))
    await user.clear(made().getByRole('textbox', { name: '场景名称' }))
    await user.type(made().getByRole('textbox', { name: '场景名称' }), '背包')
    await user.click(made().getByRole('button', { name: '在场景页打开' }))
    expect(await page.findByDisplayValue('sleep 4000')).toBeTruthy()
    expect(page.getByRole('textbox', { name: '场景名称' })).toHaveProperty('value', '背包')
    expect(page.queryByDisplayValue('enter device "bot-{{bot}}"')).toBeNull()
  })

  it('says what is missing, and opens nothing that is no scenario', async () => {
    const unread = request(12, 1403, null)
    await open({ left: 1_500, frames: [...RECORDING.frames, unread] })
    expect(made().getByText(/后 1,500 帧没有读取/)).toBeTruthy()
    expect(made().getByText(/^1 个请求无法解析/)).toBeTruthy()
    expect(made().getByRole('button', { name: '在场景页打开' })).toHaveProperty('disabled', false)
  })

  it('has at most as many steps as a scenario may have', async () => {
    const many = Array.from({ length: 2_001 }, (_, n) => request(n, 1401, {}))
    await open({ frames: many })
    expect(made().getByRole('button', { name: '在场景页打开' })).toHaveProperty('disabled', true)
    expect(made().getByRole('alert').textContent).toMatch(/2000/)
  })
})
