import { fillKeys } from '@qd/sandbox/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

/* The whole way of an export: a job of the real engine, a file of the real folder, and the least role meant for it. */

let running: TestConsole
let dev: Speaker
beforeAll(async () => {
  running = await startTestConsole({}, { playersPerServer: 20 })
  dev = await running.signIn('developer')
  const { redis } = running.sandbox!
  if (redis === undefined) throw new Error('redis-server is needed')
  await fillKeys({ ...redis, db: 11, keys: 1_500 })
}, 120_000)
afterAll(async () => {
  await running.dispose()
})

const at = { lineId: 'harbour-dev', connectionId: 'sandbox-harbour-dev', db: 11 }
const selection = { kind: 'pattern', pattern: '*' }

async function started(idempotencyKey: string): Promise<string> {
  const order = { ...at, selection, format: 'dump', idempotencyKey }
  const answer = await dev.post<{ jobId: string; keys: number }>('/adjust/redis/keys/export/start', order)
  expect(answer.body).toMatchObject({ status: 0, data: { keys: 1_500 } })
  return answer.body.data.jobId
}

const jobOf = async (jobId: string) =>
  (await dev.post<{ state: string; counters: object }>('/platform/job/get', { jobId })).body.data

test('keys are in the file of the job once each, also when it was paused; its feature alone gives it out', async () => {
  const jobId = await started('redis-export-1')
  await dev.post('/platform/job/pause', { jobId })
  await expect.poll(async () => (await jobOf(jobId)).state).toMatch(/paused|succeeded/)
  await dev.post('/platform/job/resume', { jobId })
  await expect
    .poll(() => jobOf(jobId), { timeout: 50_000, interval: 200 })
    .toMatchObject({ state: 'succeeded', counters: { done: 1_500 } })
  const file = await dev.post<string>('/adjust/redis/keys/export/file', { lineId: at.lineId, jobId })
  const keys = file.body.data.trim().split('\n')
  expect([keys.length, new Set(keys.map((line) => (JSON.parse(line) as { key: unknown }).key)).size]).toEqual(
    [1_500, 1_500],
  )
  const { files } = (
    await dev.post<{ files: { fileId: string; purpose: string; isDone: boolean }[] }>(
      '/platform/file/list',
      {},
    )
  ).body.data
  expect(files).toMatchObject([{ purpose: '导出的 Redis 键', isDone: true }])
  const other = await dev.get(`/platform/file/content?fileId=${files[0]!.fileId}`)
  expect(other.body.err?.code).toBe('file_not_found')
})

test('a cancelled export has no file to give', async () => {
  const jobId = await started('redis-export-2')
  await dev.post('/platform/job/cancel', { jobId })
  await expect.poll(async () => (await jobOf(jobId)).state).toMatch(/cancelled|succeeded/)
  const { state } = await jobOf(jobId)
  const answer = await dev.post('/adjust/redis/keys/export/file', { lineId: at.lineId, jobId })
  expect(answer.http).toBe(state === 'cancelled' ? 404 : 200)
  expect(
    (await dev.post('/adjust/redis/keys/export/file', { lineId: at.lineId, jobId: 'none' })).body.err?.code,
  ).toBe('file_not_found')
})
