import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { world } from '@qd/sandbox'
import { chromium } from 'playwright-core'
import type { Page } from 'playwright-core'
import { buildWeb } from '../scripts/build-web.ts'
import { startConsole } from './tools/console-under-test.ts'
import { median } from './tools/result.ts'
import type { Result } from './tools/result.ts'

const MESSAGES = 2_000
const FIELDS = 8
const ROUNDS = 7
const GOAL_MS = 500
const PLACE = 'game=lantern&line=northwind-test&sId=123'

/** A module of many messages, each holding the one before it; every fourth one is a request. */
function manyMessages(): string {
  const lines = ['syntax = "proto3";', 'package many;', '// 大量消息', 'service Many {']
  for (let at = 0; at < MESSAGES; at += 4) {
    lines.push(`  rpc Do${at}(M${at}) returns (M${at + 1}) { option (cmd) = ${20_000 + at}; }`)
  }
  lines.push('}')
  for (let at = 0; at < MESSAGES; at += 1) {
    const inner = at === 0 ? 'int32' : `M${at - 1}`
    const fields = Array.from(
      { length: FIELDS - 1 },
      (_none, n) => `  int64 field${n} = ${n + 2}; // 字段 ${n}`,
    )
    lines.push(`// 第 ${at} 条消息`, `message M${at} {`, `  ${inner} before = 1; // 上一条`, ...fields, '}')
  }
  return lines.join('\n')
}

/** From the click on a link to the first rows, and to the message it names. */
async function openedIn(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const start = performance.now()
    const look = () => {
      const shown = [...document.querySelectorAll('main [data-tab]')].find((tab) => tab.style.display !== 'none')
      const isThere = shown?.querySelector('[role=treeitem]') && shown.querySelector('td a[aria-current]')
      if (isThere) resolve(performance.now() - start)
      else requestAnimationFrame(look)
    }
    location.hash = '#/mock/doc?${PLACE}&message=many.M1200&field=field3'
    look()
  })`)
}

/** How long the protocol guide takes to open on 2,000 messages, in a console that is open already. */
export async function measure(): Promise<Result> {
  await buildWeb()
  const folder = mkdtempSync(join(tmpdir(), 'qd-many-'))
  writeFileSync(join(folder, 'many.proto'), manyMessages())
  const running = await startConsole({ QD_SANDBOX_PROTOCOL: folder })
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const rounds: number[] = []
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const first = await context.newPage()
    await first.goto(running.url)
    await first.locator('input').first().fill('developer')
    await first.locator('input[type=password]').fill(world.accountPassword)
    await first.locator('button[type=submit]').click()
    await first.locator('main [data-tab]:visible').waitFor()
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = await context.newPage()
      await page.goto(`${running.url}/#/mock/about?${PLACE}`)
      await page.waitForLoadState('networkidle')
      rounds.push(await openedIn(page))
      await page.close()
    }
  } finally {
    await browser.close()
    await running.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    rows: [{ who: 'protocol guide, 2,000 messages of 8 fields', unit: 'ms', rounds }],
    verdicts: [
      { what: 'to the list and the chosen field', figure: median(rounds), unit: 'ms', goal: `<= ${GOAL_MS}` },
    ],
    notes: ['the definition is read, made into a list and drawn; the session and the shell are there before'],
  }
}
