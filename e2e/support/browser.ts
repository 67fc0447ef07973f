import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: '/usr/bin/chromium', headless: true, args: ARGS })
}

export interface PageOptions {
  width?: number
  height?: number
  language?: string
  theme?: 'light' | 'dark'
}

/** A fresh visitor; anything the page logs as an error, or throws, is kept and fails the journey. */
export async function newVisitor(browser: Browser, origin: string, options: PageOptions = {}) {
  const { width = 1440, height = 900, language = 'cn', theme = 'light' } = options
  const context: BrowserContext = await browser.newContext({
    viewport: { width, height },
    baseURL: origin,
    reducedMotion: 'reduce',
    colorScheme: theme,
  })
  await context.addInitScript(
    ([lang, look]) => {
      if (localStorage.getItem('qd.settings') !== null) return
      localStorage.setItem(
        'qd.settings',
        JSON.stringify({ state: { language: lang, theme: look }, version: 0 }),
      )
    },
    [language, theme],
  )
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { context, page, complaints }
}

export type Visitor = Awaited<ReturnType<typeof newVisitor>>
export type { Browser, Page }
