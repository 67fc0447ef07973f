import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FileLog } from './file-log.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qd-log-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('log file', () => {
  it('[sandbox-log] writes one JSON line for each event, warnings at once', () => {
    const path = join(folder, 'logs', 'S1.log')
    const log = new FileLog(path, () => 0)
    log.write('info', 'a', { text: '灯\n塔' })
    log.write('warn', 'b', {})
    expect(
      readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { time: '1970-01-01T00:00:00.000Z', level: 'info', event: 'a', text: '灯\n塔' },
      { time: '1970-01-01T00:00:00.000Z', level: 'warn', event: 'b' },
    ])
  })

  it('[sandbox-log] rotates at five megabytes and keeps three older files', () => {
    const path = join(folder, 'S1.log')
    const log = new FileLog(path, () => 0)
    for (let round = 0; round < 12; round += 1) {
      log.write('info', `round-${round}`, { text: 'x'.repeat(2_400_000) })
      log.flush()
    }
    expect(readdirSync(folder).sort()).toEqual(['S1.log', 'S1.log.1', 'S1.log.2', 'S1.log.3'])
    expect(readFileSync(path, 'utf8')).toContain('round-11')
    expect(statSync(`${path}.3`).size).toBeLessThanOrEqual(5_000_000)
  })
})
