import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runVerifyAudit } from '@qd/audit/server'
import { world } from '@qd/sandbox'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrations } from '../migrations.ts'
import { startConsoleProcess } from '../testing/console-process.ts'
import { speakTo } from '../testing/index.ts'
import type { Speaker } from '../testing/index.ts'

const UID = '30123000045'
const COMMITS = 200

async function signIn(url: string): Promise<Speaker> {
  const answer = await speakTo(url, null).post<{ token: string }>('/api/auth/login', {
    username: 'admin',
    password: world.accountPassword,
  })
  return speakTo(url, answer.body.data.token)
}

interface EditView {
  id: string
  status: string
  reason: string
  results: { status: number }[]
}

/** Sends commits one after another until the console dies; gives the reasons of the acknowledged ones. */
async function commitUntilDeath(as: Speaker, round: number, onAck: (count: number) => void) {
  const acknowledged: string[] = []
  const loaded = await as.post<{ version: string; data: Record<string, unknown> }>(`/adjust/get?uId=${UID}`, {
    diffs: ['SettingsInfo'],
  })
  let { music } = loaded.body.data.data['settings'] as { music: number }
  let { version } = loaded.body.data
  for (let index = 0; index < COMMITS; index++) {
    const value = (music + 1) % 100
    const reason = `round ${round} commit ${index}`
    try {
      const answer = await as.post<{ version: string }>(`/adjust/api/change?uId=${UID}`, {
        version,
        changes: [{ diff: 'SettingsInfo', path: ['music'], op: 'set', value, old: music }],
        reason,
        idempotencyKey: `kill-${round}-${index}`,
      })
      if (answer.http !== 200) throw new Error(`commit refused: ${JSON.stringify(answer.body)}`)
      acknowledged.push(reason)
      ;({ version } = answer.body.data)
      music = value
      onAck(acknowledged.length)
    } catch (error) {
      // The console died under us: what was not acknowledged may or may not have happened.
      if (error instanceof TypeError) break
      throw error
    }
  }
  return acknowledged
}

async function allEdits(as: Speaker): Promise<Map<string, EditView>> {
  const found = new Map<string, EditView>()
  let before: string | undefined
  for (;;) {
    const page = await as.post<{ list: EditView[]; more: boolean }>(`/adjust/history/list?uId=${UID}`, {
      limit: 100,
      ...(before === undefined ? {} : { before }),
    })
    for (const edit of page.body.data.list) found.set(edit.reason, edit)
    if (!page.body.data.more) return found
    before = page.body.data.list.at(-1)!.id
  }
}

describe('kill -9 in the middle of commits', () => {
  test('nothing acknowledged is lost, the audit chain is whole, the console starts again', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'qd-kill-'))
    const settings = { QD_DATA_DIR: dataDir, QD_LOG_LEVEL: 'error' }
    const acknowledged: string[] = []
    for (let round = 0; round < 3; round++) {
      const running = await startConsoleProcess(settings)
      onTestFinished(running.kill)
      const killAfter = 5 + Math.floor(Math.random() * 60)
      let killed: Promise<void> | undefined
      const reasons = await commitUntilDeath(await signIn(running.url), round, (count) => {
        if (count >= killAfter) killed ??= running.kill()
      })
      await killed
      expect(reasons.length).toBeGreaterThanOrEqual(killAfter)
      acknowledged.push(...reasons)
      const said: string[] = []
      const code = await runVerifyAudit({ dataDir, migrations, print: (line) => said.push(line) })
      expect(said.join()).toContain('audit ok')
      expect(code).toBe(0)
    }
    const running = await startConsoleProcess(settings)
    try {
      const edits = await allEdits(await signIn(running.url))
      const lost = acknowledged.filter((reason) => edits.get(reason)?.status !== 'applied')
      expect(lost).toEqual([])
      // What was under way when the console died is shown as unknown, never as done or as failed.
      for (const edit of edits.values()) expect(['applied', 'unknown']).toContain(edit.status)
    } finally {
      await running.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }, 300_000)
})
