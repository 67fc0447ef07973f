import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from './browser.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeResult {
  violations: { id: string; impact: string | null; nodes: { target: unknown; failureSummary?: string }[] }[]
}

/** Serious and critical accessibility faults of the page as it stands, as lines. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the page's content policy does not bind.
  await page.evaluate(source)
  // What was hidden just now is so in the next frame: the box that antd measures texts in was caught in between.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  const result = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResult
  return result.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 3)
        .map((node) => `${id}: ${JSON.stringify(node.target)} ${node.failureSummary ?? ''}`.slice(0, 300)),
    )
}
