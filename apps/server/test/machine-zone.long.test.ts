import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { world } from '@qd/sandbox'
import { afterEach, describe, expect, test } from 'vitest'
import { startConsoleProcess } from '../testing/console-process.ts'
import type { ConsoleProcess } from '../testing/console-process.ts'
import { speakTo } from '../testing/index.ts'

let running: ConsoleProcess | null = null
let dataDir = ''
afterEach(async () => {
  await running?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

describe('a console on a machine whose zone is', () => {
  test.each([
    ['', 'UTC', /TZ="" names no time zone: .* UTC/],
    ['GMT', 'UTC', /on the clock of UTC/],
    ['Etc/Unknown', 'UTC', /names no time zone/],
    ['Japan', 'Asia/Tokyo', /on the clock of Asia\/Tokyo/],
    ['GMT+5', 'Etc/GMT+5', /names no time zone: .* Etc\/GMT\+5/],
  ])('TZ=%j has its nightly work, lists it, and says which clock it reads', async (tz, zone, line) => {
    dataDir = await mkdtemp(join(tmpdir(), 'qd-zone-'))
    running = await startConsoleProcess({ TZ: tz, QD_DATA_DIR: dataDir })
    expect(running.lines.filter((each) => line.test(each))).toHaveLength(1)
    const entered = await speakTo(running.url, null).post<{ token: string }>('/api/auth/login', {
      username: 'admin',
      password: world.accountPassword,
    })
    const admin = speakTo(running.url, entered.body.data.token)
    const { http, body } = await admin.post<{ list: { timing: { zone: string } }[] }>(
      '/platform/schedule/list',
      { owner: 'system' },
    )
    expect(http).toBe(200)
    expect(body.data.list.length).toBeGreaterThan(3)
    expect(new Set(body.data.list.map(({ timing }) => timing.zone))).toEqual(new Set([zone]))
  })
})
