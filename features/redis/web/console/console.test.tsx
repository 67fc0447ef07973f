import { startLive } from '@qd/web-calls'
import { forgetKept } from '@qd/web-frame'
import { fake, fakeApi, liveServer, renderWithApp } from '@qd/web-testing'
import type { FakeApi, LiveServer } from '@qd/web-testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allowRedisCommand } from '../../contract/index.ts'
import type { ConsoleState, ConsoleValue } from '../../contract/index.ts'
import RedisPage from '../page/redis-page.tsx'
import { databaseIn, fakeKeys } from '../testing/fake-keys.ts'
import { showDock } from '../workspace/dock.ts'
import { useWorkspace } from '../workspace/workspace.ts'

const CONSOLE = 'redis.console'
const HELP = ['GET', 'GETDEL', 'SET', 'CONFIG GET'].map((name) => ({
  name,
  summary: `Summary of ${name}`,
  syntax: 'key',
  group: 'string',
  since: '1.0.0',
}))
const STATE: ConsoleState = {
  db: 0,
  isInTransaction: false,
  watched: 0,
  stream: 'none',
  link: 'ready',
  attempt: 0,
  code: '',
  msg: '',
}

interface Ran {
  n: number
  args: string[]
  allowance: string
}

let live: LiveServer
let api: FakeApi
let stop: () => void
let answer: (ran: Ran) => object

const done = (value: ConsoleValue | null, msg = '', code = '') => ({
  state: 'done',
  value,
  ms: 1.5,
  code,
  msg,
})
const ran = () => (live.asked(CONSOLE, 'run') as Ran[]).map(({ args }) => args.join(' '))
const refused = (code: string, msg: string) => ({ error: { status: 403, msg, err: { code } } })

beforeEach(() => {
  forgetKept()
  window.localStorage.clear()
  api = fakeApi([fake(allowRedisCommand, () => ({ allowance: 'sealed' }))])
  live = liveServer()
  fakeKeys(live, {})
  answer = ({ args }) => ({ reply: done({ t: 'b', v: `answer of ${args.join(' ')}` }) })
  live.answer(CONSOLE, 'run', (input: Ran) => answer(input) as never)
  live.answer(CONSOLE, 'wait', () => ({ reply: done({ t: 's', v: 'late' }) }))
  live.answer(CONSOLE, 'stop', () => ({ reply: {} }))
  live.answer(CONSOLE, 'connect', () => ({ reply: {} }))
  live.answer(CONSOLE, 'help', () => ({ reply: { list: HELP } }))
  stop = startLive(
    async () => 'ticket',
    () => {},
  )
})
afterEach(() => {
  act(() => useWorkspace.setState({ databases: [], active: null, keys: [], key: null }))
  act(() => showDock(null))
  stop()
})

async function show() {
  const shown = await renderWithApp(<RedisPage />)
  live.ready()
  const database = databaseIn()
  act(() => useWorkspace.setState({ databases: [database], active: database.id }))
  await shown.user.click(await screen.findByRole('button', { name: /^控制台/ }))
  await box()
  return shown
}
const box = () => screen.findByRole<HTMLTextAreaElement>('combobox', { name: 'Redis 命令' })
const results = () => screen.getByRole('log', { name: '结果' })
const tell = (change: Partial<ConsoleState>) =>
  live.tell(CONSOLE, { kind: 'state', state: { ...STATE, ...change } })

describe('the console', () => {
  it('[S2.30] completes a command, runs it, and shows its answer in several ways', async () => {
    const { user } = await show()
    await user.type(await box(), 'getd')
    await user.click(await screen.findByRole('option', { name: 'GETDEL' }))
    expect((await box()).value).toBe('GETDEL ')
    expect(await screen.findByText('GETDEL key')).toBeTruthy()
    await user.type(await box(), 'k{Escape}{Enter}')
    expect(await within(results()).findByText('"answer of GETDEL k"')).toBeTruthy()
    await user.click(within(results()).getByRole('radio', { name: '原始' }))
    expect(within(results()).getByText('answer of GETDEL k')).toBeTruthy()
    await user.type(await box(), 'help get{Escape}{Enter}')
    expect(await within(results()).findByText('Summary of GET')).toBeTruthy()
    expect(ran()).toEqual(['GETDEL k'])
    await user.type(await box(), 'clear{Enter}')
    expect(await screen.findByText('还没有命令')).toBeTruthy()
  })

  it('runs several lines in their order and stops at the first error by choice', async () => {
    answer = ({ args }) => ({
      reply: done(args[0] === 'BAD' ? { t: 'e', v: 'ERR no' } : { t: 's', v: 'OK' }),
    })
    const { user } = await show()
    const three = async () => {
      await user.click(await box())
      await user.paste('SET a 1\nBAD\nSET b 2')
      await user.keyboard('{Escape}{Enter}')
    }
    await three()
    await waitFor(() => expect(ran()).toEqual(['SET a 1', 'BAD']))
    expect(await within(results()).findByText('(error) ERR no')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: '出错即停' }))
    await three()
    await waitFor(() => expect(ran()).toEqual(['SET a 1', 'BAD', 'SET a 1', 'BAD', 'SET b 2']))
  })

  it('says where a quote is not closed, and keeps what was typed', async () => {
    const { user } = await show()
    await user.click(await box())
    await user.paste('GET a\nSET b "x')
    await user.keyboard('{Escape}{Enter}')
    expect(await screen.findByText('第 2 行第 7 个字符：引号没有结束')).toBeTruthy()
    expect((await box()).value).toBe('GET a\nSET b "x')
    expect(ran()).toEqual([])
  })

  it('keeps a history without secrets, by arrows and by search', async () => {
    const { user } = await show()
    for (const line of ['GET one', 'AUTH hunter2', 'GET two']) {
      await user.type(await box(), `${line}{Escape}{Enter}`)
      await waitFor(async () => expect((await box()).value).toBe(''))
      await within(results()).findByText(`"answer of ${line}"`)
    }
    expect(JSON.stringify({ ...window.localStorage })).not.toContain('hunter2')
    await user.type(await box(), '{ArrowUp}{ArrowUp}')
    expect((await box()).value).toBe('GET one')
    await user.type(await box(), '{ArrowDown}{ArrowDown}')
    expect((await box()).value).toBe('')
    await user.type(await box(), '{Control>}r{/Control}two{Enter}')
    expect((await box()).value).toBe('GET two')
  })

  it('shows the transaction, the database and what is refused', async () => {
    answer = () => refused('redis_read_only', '当前为只读模式，无法执行写命令')
    const { user } = await show()
    tell({ isInTransaction: true, watched: 2, db: 3 })
    expect(await screen.findByText(/\[3\]\(TX\)>$/)).toBeTruthy()
    expect(screen.getByText('WATCH：2 个键')).toBeTruthy()
    await user.type(await box(), 'SET a 1{Escape}{Enter}')
    expect(await within(results()).findByText('当前为只读模式，无法执行写命令')).toBeTruthy()
  })

  it('asks for the name before a dangerous command, and sends it once', async () => {
    answer = ({ allowance }) =>
      allowance === 'sealed'
        ? { reply: done({ t: 's', v: 'OK' }) }
        : { reply: { state: 'confirm', console: 'c', name: 'lantern-test' } }
    const { user } = await show()
    await user.type(await box(), 'FLUSHDB{Escape}{Enter}')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/FLUSHDB/)).toBeTruthy()
    await user.type(dialog.getByLabelText(/^请输入以确认/), 'lantern-test')
    await user.type(dialog.getByLabelText(/原因/), 'an empty start')
    await user.click(dialog.getByRole('button', { name: /^执\s?行$/ }))
    await waitFor(() => expect(api.callsOf(allowRedisCommand)).toHaveLength(1))
    expect(api.callsOf(allowRedisCommand)[0]?.body).toMatchObject({ args: ['FLUSHDB'], console: 'c' })
    expect(await within(results()).findByText('OK')).toBeTruthy()
    expect(live.asked(CONSOLE, 'run')).toHaveLength(2)
  })

  it('listens until it is stopped, and can be told to give up what waits', async () => {
    const { user } = await show()
    answer = ({ args }) => {
      if (args[0] === 'BLPOP') return { reply: { state: 'waiting' } }
      tell({ stream: 'subscribe' })
      return { reply: done({ t: 'a', v: [] }) }
    }
    await user.type(await box(), 'BLPOP q 0{Escape}{Enter}')
    expect(await within(results()).findByText('late')).toBeTruthy()
    await user.type(await box(), 'SUBSCRIBE news{Escape}{Enter}')
    expect(await screen.findByText('接收中，已收到 0 条')).toBeTruthy()
    const message = { time: 0, channel: 'news', pattern: '', text: 'hello', cut: 0 }
    live.tell(CONSOLE, { kind: 'messages', list: [message], dropped: 3 })
    expect(await screen.findByText('hello')).toBeTruthy()
    expect(screen.getByText(/另有 3 条未保留/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '停止' }))
    expect(live.asked(CONSOLE, 'stop')).toHaveLength(1)
    tell({ stream: 'none' })
    expect(await screen.findByText(/已停止，共收到 1 条/)).toBeTruthy()
  })

  it('says that the way is lost and finds it again; a refused one can be tried again', async () => {
    const { user } = await show()
    tell({ link: 'reconnecting', attempt: 3 })
    expect(await screen.findByText('连接中断，正在重新连接（第 3 次）')).toBeTruthy()
    tell({ link: 'lost', msg: '失败次数过多' })
    expect(await screen.findByText('失败次数过多')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '重新连接' }))
    await waitFor(() => expect(live.asked(CONSOLE, 'connect')).toHaveLength(1))
    live.refuse(CONSOLE, 'redis_consoles_full', '最多同时打开 10 个控制台')
    expect(await screen.findByText('最多同时打开 10 个控制台')).toBeTruthy()
  })

  it('keeps snippets, and opens several consoles side by side', async () => {
    const { user } = await show()
    await user.type(await box(), 'GET it{Escape}')
    await user.click(screen.getByRole('button', { name: '片段' }))
    await user.click(screen.getByRole('menuitem', { name: '保存为片段…' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByRole('textbox', { name: '名称' }), 'mine')
    await user.click(within(dialog).getByRole('button', { name: /^保\s?存$/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: '新控制台' }))
    expect(
      within(await screen.findByRole('tablist', { name: '已打开的控制台' })).queryAllByRole('tab'),
    ).toBeTruthy()
    expect((await box()).value).toBe('')
    await user.type(await box(), 'min')
    await user.click(await screen.findByRole('option', { name: 'mine' }))
    expect((await box()).value).toBe('GET it')
  })
})
