import { FakeFailure, fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { act, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { jobGet, jobList, jobPause, jobResult, jobRows } from '../contract/index.ts'
import JobsPage from './jobs-page.tsx'
import { aJobInFull, jobKeeper } from './testing/sample-jobs.ts'

const proxyPage = () =>
  new Response(
    '<!doctype html><html><head><title>no</title><style>b{}</style></head><body><h1>Bad Gateway</h1></body></html>',
    { status: 502, headers: { 'content-type': 'text/html' } },
  )
const noAnswer = () => Promise.reject(new TypeError('failed'))
/** Headers came, and then the connection was gone. */
const brokenOff = () =>
  new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) }), {
    status: 200,
    headers: { 'content-type': 'text/csv' },
  })

async function openJob() {
  const api = fakeApi([
    fake(jobGet, () => aJobInFull()),
    fake(jobRows, () => ({ list: [], next: null, total: 0 }) as never),
    fake(jobList, () => ({ list: [], next: null, kinds: [] })),
  ])
  const page = (
    <Routes>
      <Route path="/jobs/:jobId?" element={<JobsPage />} />
    </Routes>
  )
  const app = await renderWithApp(page, { path: '/jobs/019a-job-1', user: jobKeeper })
  await screen.findByRole('button', { name: /下载结果文件/ })
  return { ...app, api }
}
const download = () => screen.getByRole('button', { name: /下载结果文件/ })

afterEach(() => void vi.useRealTimers())

describe('failures on the page of a job', () => {
  it('[S8.02] an action that is refused says tag, 请求失败 and the message', async () => {
    const { api, user } = await openJob()
    api.on(jobPause, () => new FakeFailure(409, 'job_ended', '作业已结束'))
    await user.click(screen.getByRole('button', { name: /暂\s?停/ }))
    await screen.findByText('暂停:请求失败:作业已结束')
  })

  it('[S8.02] in place of a file the failure is read as text and its message shown', async () => {
    const { api, user } = await openJob()
    api.on(jobResult, (() => {
      const body = JSON.stringify({ status: 404, msg: '结果文件已过期', data: null, requestId: 'r-7' })
      return new Response(body, { status: 404, headers: { 'content-type': 'application/octet-stream' } })
    }) as never)
    await user.click(download())
    await screen.findByText('下载结果文件:请求失败:结果文件已过期')
  })

  it('[S8.02] a list that cannot be read says so where it would stand, with its tag', async () => {
    fakeApi([fake(jobList, () => new FakeFailure(503, 'store_unavailable', '数据库不可用'))])
    await renderWithApp(<JobsPage />, { path: '/jobs', user: jobKeeper })
    await screen.findByText('数据库不可用')
    const [face] = screen.getAllByRole('alert').filter(({ textContent }) => textContent !== '')
    expect(face?.textContent).toContain('作业:请求失败:数据库不可用')
  })

  it.each([
    ['a file', jobResult, () => download()],
    ['an action', jobPause, () => screen.getByRole('button', { name: /暂\s?停/ })],
  ] as const)(
    "[S8.04] a proxy's page in place of %s: 连接错误, status and its text",
    async (_of, route, button) => {
      const { api, user } = await openJob()
      api.on(route, proxyPage as never)
      await user.click(button())
      await screen.findByText('连接错误502 Bad Gateway')
      screen.getByRole('button', { name: '关闭' })
    },
  )

  it.each([
    ['no answer', noAnswer],
    ['an answer that breaks off', brokenOff],
  ])('[S8.04] %s in place of a file: 连接到服务器失败', async (_name, reply) => {
    const { api, user } = await openJob()
    api.on(jobResult, reply as never)
    await user.click(download())
    await screen.findByText('连接到服务器失败')
  })

  it('[S8.06] a refusal stays 5 s', async () => {
    const { api, user } = await openJob()
    api.on(jobPause, () => new FakeFailure(409, 'job_ended', '作业已结束'))
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    const pause = screen.getByRole('button', { name: /暂\s?停/ })
    await user.click(pause)
    await screen.findByText('暂停:请求失败:作业已结束')
    await user.unhover(pause)
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    screen.getByText('暂停:请求失败:作业已结束')
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    expect(screen.queryByText('暂停:请求失败:作业已结束')).toBeNull()
  })

  it('[S8.04][S9.01] a transport error stays 10 s', async () => {
    const { api, user } = await openJob()
    api.on(jobResult, proxyPage as never)
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    await user.click(download())
    await screen.findByText('连接错误502 Bad Gateway')
    await user.unhover(download())
    await act(() => vi.advanceTimersByTimeAsync(9_000))
    screen.getByText('连接错误502 Bad Gateway')
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    expect(screen.queryByText('连接错误502 Bad Gateway')).toBeNull()
  })
})
