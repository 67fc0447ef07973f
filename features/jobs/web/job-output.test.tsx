import { FakeFailure, fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { jobOutput } from '../contract/index.ts'
import type { JobOutputLine } from '../contract/index.ts'
import { JobOutput } from './detail/job-output.tsx'

const line = (n: number, rest: Partial<JobOutputLine> = {}): JobOutputLine => ({
  n,
  at: 1,
  kind: 'line',
  body: `line ${n}`,
  ...rest,
})

it('shows what a job says, what is missing, and stops following when told', async () => {
  const list = [line(7), line(8, { kind: 'gap', body: '' }), line(9)]
  fakeApi([
    fake(jobOutput, ({ body }) => ({ list: body.after === 10 ? [] : list, next: 10, end: 10, dropped: 7 })),
  ])
  const { user } = await renderWithApp(<JobOutput jobId="job-1" />)
  expect(await screen.findByText('line 9')).toBeTruthy()
  expect(screen.getByText('节点在此中断，之前的少量输出可能缺失')).toBeTruthy()
  expect(screen.getByText('较早的 7 行已不再保留')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '暂停' }))
  expect(screen.getByRole('button', { name: '继续' })).toBeTruthy()
})

it('leaves out events, which are for other pages, and tells of a file that cannot be made', async () => {
  const list = [line(7), line(8, { kind: 'event', body: '{"type":"tick"}' })]
  fakeApi([
    fake(jobOutput, ({ body }) =>
      body.fromEnd === true
        ? { list, next: 9, end: 9, dropped: 0 }
        : new FakeFailure(503, 'unavailable', '暂时不可用'),
    ),
  ])
  const { user } = await renderWithApp(<JobOutput jobId="job-1" />)
  expect(await screen.findByText('line 7')).toBeTruthy()
  expect(screen.queryByText('{"type":"tick"}')).toBeNull()
  await user.click(screen.getByRole('button', { name: /下载|保存/ }))
  expect((await screen.findAllByText(/暂时不可用/)).length).toBeGreaterThan(0)
})

it('takes no place for a job that says nothing', async () => {
  fakeApi([fake(jobOutput, () => ({ list: [], next: 0, end: 0, dropped: 0 }))])
  await renderWithApp(<JobOutput jobId="job-1" />)
  expect(screen.queryByRole('region', { name: '输出' })).toBeNull()
})
