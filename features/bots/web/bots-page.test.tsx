import type { RouteReplyGiven } from '@qd/contract-kit'
import { jobGet } from '@qd/jobs/contract'
import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import type { WebFeature } from '@qd/web-frame'
import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { botsLive, botsReportOf, botsRuns, scenarioSave, startBots } from '../contract/index.ts'
import type { BotsTick } from '../contract/index.ts'
import BotsPage from './bots-page.tsx'
import { developer, figures, job, pageFakes, report, run, saved, tick } from './testing/sample-runs.ts'

let api: FakeApi
let given: RouteReplyGiven<typeof botsReportOf>
let endedAt: number | null
let more: Partial<BotsTick>
beforeEach(() => {
  more = {}
  endedAt = 5
  given = { run: run(), report: report(30), before: { run: run({ title: '昨天' }), report: report(20) } }
  api = fakeApi([
    ...pageFakes([run()]),
    fake(botsReportOf, () => given),
    fake(jobGet, () => job({ endedAt })),
    fake(botsLive, () => ({
      ticks: endedAt === null ? [{ ...tick(17), ...more }] : [],
      next: 1,
      end: 1,
      state: endedAt === null ? 'running' : 'succeeded',
      isOpen: endedAt === null,
    })),
  ])
})

/** What the simulator shows for bots. */
const VALUES: WebFeature = {
  name: 'values',
  pages: [],
  slots: {
    changedValues: ({ groups }) =>
      groups.map(({ module, values }) => (
        <p
          key={module}
        >{`${module}: ${values.map(({ path, before, after }) => `${path} ${before}>${after}`)}`}</p>
      )),
  },
}
const open = (path = '/mock/bots') =>
  renderWithApp(
    <Routes>
      <Route path="/mock/bots/:jobId?" element={<BotsPage />} />
    </Routes>,
    { path, user: developer, scope: TEST_SCOPE, features: [VALUES] },
  )

describe('the scenario', () => {
  it('is one model in the list and in the text, and what is no scenario is not run', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('radio', { name: '文本' }))
    const text = screen.getByRole('textbox', { name: '场景文本' })
    await user.clear(text)
    await user.click(text)
    await user.paste('send')
    expect(screen.getByText('第 1 行: 缺少值')).toBeTruthy()
    expect(screen.getByRole('button', { name: /^运\s?行$/ })).toHaveProperty('disabled', true)
    await user.clear(text)
    await user.paste('scenario "x"\nloop 2\n  send BagList {}\nend')
    await user.click(screen.getByRole('radio', { name: '列表' }))
    const line = screen.getByRole('textbox', { name: '步骤 1.1' })
    expect(line).toHaveProperty('value', 'send BagList {}')
    await user.clear(line)
    await user.type(line, 'sleep 5..{Enter}')
    expect(screen.getByText('值的类型不对')).toBeTruthy()
    await user.clear(line)
    await user.type(line, 'sleep 5..9{Enter}')
    await user.click(screen.getByRole('radio', { name: '文本' }))
    const edited = screen.getByRole('textbox', { name: '场景文本' })
    expect(edited).toHaveProperty('value', 'scenario "x"\n\nloop 2\n  sleep 5..9\nend\n')
  })

  it('says in the language of the page what is wrong with a line and with the text', async () => {
    const { user } = await open()
    const line = await screen.findByDisplayValue(/^enter device/)
    await user.clear(line)
    await user.keyboard('{Enter}')
    expect(await screen.findByText('一行只能写一个步骤')).toBeTruthy()
    await user.type(line, 'sleepy 5{Enter}')
    expect(await screen.findByText('没有名为 sleepy 的步骤')).toBeTruthy()
    await user.clear(line)
    await user.type(line, 'sleep 5{Enter}')
    await user.click(screen.getByRole('radio', { name: '文本' }))
    const text = await screen.findByRole('textbox', { name: '场景文本' })
    await user.clear(text)
    await user.type(text, 'call "__proto__"')
    expect(await screen.findByText('步骤 1, name: 不能使用这个名称')).toBeTruthy()
  })

  it('is saved as a new version of what was opened', async () => {
    const sent: unknown[] = []
    api.on(scenarioSave, ({ body }) => {
      sent.push(body)
      return { saved: { ...saved, revision: 3 } }
    })
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: /已保存的场景/ }))
    await user.click(await screen.findByRole('option', { name: '登录' }))
    expect(await screen.findByDisplayValue('sleep 7')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^保\s?存$/ }))
    expect(sent).toMatchObject([{ scenarioId: 's1', revision: 2, scenario: { steps: [{ ms: 7 }] } }])
  })
})

describe('a run', () => {
  it('is started with the load of the fields, and a refusal is told', async () => {
    const sent: { load: unknown }[] = []
    api.on(startBots, ({ body }) => {
      sent.push(body as never)
      return new FakeFailure(429, 'bots_over_limit', '机器人太多')
    })
    const { user } = await open()
    const clients = await screen.findByRole('spinbutton', { name: '客户端数' })
    await user.clear(clients)
    await user.type(clients, '300')
    await user.click(screen.getByRole('radio', { name: '按到达率' }))
    await user.click(screen.getByRole('button', { name: /^运\s?行$/ }))
    expect((await screen.findAllByText(/机器人太多/)).length).toBeGreaterThan(0)
    expect(sent).toMatchObject([{ load: { model: 'open', clients: 300, arrivalsPerSecond: 50 } }])
  })

  it('is the same order until the server refuses it or it is changed', async () => {
    const keys: string[] = []
    const answers = [504, 504, 504, 429, 429]
    api.on(startBots, ({ body }) => {
      keys.push(body.idempotencyKey)
      return new FakeFailure(answers[keys.length - 1]!, 'bots_over_limit', `第${keys.length}次`)
    })
    const { user } = await open()
    const start = async (nth: number) => {
      await user.click(screen.getByRole('button', { name: /^运\s?行$/ }))
      expect((await screen.findAllByText(new RegExp(`第${nth}次`))).length).toBeGreaterThan(0)
    }
    await screen.findByRole('spinbutton', { name: '客户端数' })
    await start(1)
    await start(2)
    await user.type(screen.getByRole('textbox', { name: '原因' }), 'x')
    await start(3)
    await start(4)
    await start(5)
    const [first, second, third, fourth, fifth] = keys
    expect(second).toBe(first)
    expect(third).not.toBe(second)
    expect(fourth).toBe(third)
    expect(fifth).not.toBe(fourth)
  })

  it('shows its figures while it goes on, and where the clients are', async () => {
    endedAt = null
    given = { run: run({ ended: null }), report: null, before: null }
    await open('/mock/bots/job-1')
    const online = (await screen.findByText('在线')).parentElement!
    expect(online.textContent).toBe('在线17 / 20')
    expect(screen.getByText('2.1: 17')).toBeTruthy()
    expect(screen.getByRole('button', { name: /^停\s?止$/ })).toBeTruthy()
  })

  it('shows its report beside that of an earlier run', async () => {
    await open('/mock/bots/job-1')
    const row = within(await screen.findByRole('row', { name: /1401 BagList/ }))
    expect(row.getByText('+50 %').getAttribute('data-worse')).toBe('true')
    expect(screen.getByText(/对比：昨天/)).toBeTruthy()
    expect(screen.getByText('status 1/2004')).toBeTruthy()
    expect(screen.getByRole('img', { name: '每秒消息最高 20，p99 最高 30 毫秒' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^停\s?止$/ })).toBeNull()
  })

  it('is watched by a colleague who may not read its job, up to its report', async () => {
    endedAt = null
    given = { run: run({ ended: null, isMine: false }), report: null, before: null }
    api.on(jobGet, () => new FakeFailure(404, 'not_found', '任务不可见'))
    await open('/mock/bots/job-1')
    expect((await screen.findByText('在线')).parentElement!.textContent).toBe('在线17 / 20')
    expect(screen.queryByRole('button', { name: /^停\s?止$/ })).toBeNull()
    endedAt = 5
    given = { run: run({ isMine: false }), report: report(30), before: null }
    expect(await screen.findByText(/1,?197 轮成功/, undefined, { timeout: 5_000 })).toBeTruthy()
  })

  it('says what its figures leave out while it goes on, and at its end', async () => {
    endedAt = null
    more = { late: 1_500, leftOut: { commands: 3, steps: 12 } }
    given = { run: run({ ended: null }), report: null, before: null }
    await open('/mock/bots/job-1')
    expect(await screen.findByText(/^有 1,500 轮在等待/)).toBeTruthy()
    expect(screen.getByText(/命令 3 个，步骤 12 个/)).toBeTruthy()
    endedAt = 5
    given = { run: run(), report: report(30, { late: 7, unfinished: 2 }), before: null }
    expect(await screen.findByText(/^结束时仍有 7 轮在等待/, undefined, { timeout: 5_000 })).toBeTruthy()
    expect(screen.getByText(/^结束时仍有 2 轮在进行/)).toBeTruthy()
    expect(screen.queryByText(/命令 3 个/)).toBeNull()
  })

  it('shows the times of all commands together, and the curve of the earlier run behind its own', async () => {
    const overall = { ...figures(40), cmd: -3, name: 'all', p95: 12.34 }
    given = {
      run: run(),
      report: report(30, { overall }),
      before: {
        run: run({ title: '昨天' }),
        report: report(20, { overall: { ...overall, p95: 6.17 }, series: report(20).series.slice(0, 2) }),
      },
    }
    await open('/mock/bots/job-1')
    const row = within(await screen.findByRole('row', { name: /^所有命令/ }))
    expect(row.getByText('+100 %').getAttribute('data-worse')).toBe('true')
    expect(screen.getByText('p95', { selector: 'dt' }).parentElement!.textContent).toBe('p9512.3 ms')
    const chart = screen.getByRole('img', { name: '每秒消息最高 20，p99 最高 30 毫秒' })
    const [earlier] = chart.querySelectorAll('[data-series="before"] path')
    // It ended after two of the three seconds.
    expect(earlier!.getAttribute('d')!.match(/[ML]/g)).toHaveLength(2)
    expect(screen.getByText('之前的运行')).toBeTruthy()
  })

  it('is listed with the game record it was played against', async () => {
    api.on(botsRuns, () => ({ list: [run({ sId: 0, record: '他厂游戏' })], most: 20_000, running: 0 }))
    await open()
    expect((await screen.findByRole('row', { name: /登录洪峰/ })).textContent).toContain('他厂游戏')
  })

  it('shows the players of its report before and after, and nothing of players where it has none', async () => {
    const values = [{ path: 'stamina', before: '120', after: '90' }]
    const players = [
      {
        client: 1,
        uId: '30123000045',
        modules: [{ module: 'role', values }],
        unchanged: ['bag'],
        isCut: true,
      },
      { client: 2, uId: '', modules: [], unchanged: ['bag'], isCut: false },
    ]
    given = { run: run(), report: report(30, { players }), before: null }
    const { unmount } = await open('/mock/bots/job-1')
    const part = within(await screen.findByRole('region', { name: '运行前后的玩家状态' }))
    expect(part.getByText('role: stamina 120>90')).toBeTruthy()
    expect(part.getByText('30123000045').parentElement!.textContent).toBe('客户端 130123000045')
    expect(part.getByText('变化太多，只显示了一部分。')).toBeTruthy()
    expect(part.getAllByText('未变化：bag')).toHaveLength(2)
    expect(part.getAllByText('没有变化')).toHaveLength(1)
    unmount()
    given = { run: run(), report: report(30), before: null }
    await open('/mock/bots/job-1')
    await screen.findByRole('row', { name: /1401 BagList/ })
    expect(screen.queryByRole('region', { name: '运行前后的玩家状态' })).toBeNull()
  })

  it('says that a run left no report, and why', async () => {
    given = { run: run({ ended: null }), report: null, before: null }
    api.on(jobGet, () => job({ state: 'failed', endedAt: 5, fault: '节点已停止' }))
    await open('/mock/bots/job-1')
    expect(await screen.findByText('节点已停止')).toBeTruthy()
  })
})
