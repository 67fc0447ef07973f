import { join } from 'node:path'
import type { Page } from '../support/browser.ts'
import { WORDS } from '../support/steps.ts'

export const PICTURES = join(import.meta.dirname, '../../docs/images')
export const PLAYER = '30123000045'
export const TEST_LINE = { operator: 'Northwind', line: '测试线', server: 'S123' }
export const words = WORDS.cn

/** Saves what the page shows as a picture of the documents. */
export async function take(page: Page, name: string): Promise<void> {
  // Messages and blinking cursors would make every picture another one.
  await page.evaluate('document.activeElement?.blur()')
  await page.getByRole('status').getByRole('button').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(1_500)
  await page.screenshot({ path: join(PICTURES, `${name}.png`) })
  console.log(`docs/images/${name}.png`)
}
