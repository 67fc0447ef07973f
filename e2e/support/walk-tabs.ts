import type { Page } from 'playwright-core'
import { inView } from './steps.ts'

/** Players every sandbox server has. */
export function firstPlayers(count: number): string[] {
  return Array.from({ length: count }, (_, at) => String(10_001_000_001 + at))
}

export async function openByAddress(page: Page, uId: string): Promise<void> {
  await page.evaluate(`location.hash = '#/index/${uId}?uId=${uId}'`)
  await inView(page).getByText(`uId ${uId}`).first().waitFor()
}

/** Closes every tab that can be closed, and waits until their pages are gone. */
export async function closeAllTabs(page: Page): Promise<void> {
  const home = page.locator('[data-tab-id]').first()
  await home.getByRole('link').focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: '全部关闭' }).click()
  await page.waitForFunction('document.querySelectorAll("main [data-tab]").length === 1')
}

/** Opens as many tabs as asked for, ten at a time, and closes them. */
export async function openAndClose(page: Page, tabs: number): Promise<void> {
  const players = firstPlayers(10)
  for (let opened = 0; opened < tabs; opened += players.length) {
    for (const uId of players) await openByAddress(page, uId)
    await closeAllTabs(page)
  }
}
