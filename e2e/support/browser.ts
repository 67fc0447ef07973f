import { noteDoor, noteStandingDoor } from '@qd/contract-kit/testing'
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

/** How the page tells of what its content security policy refused. */
const REFUSED = 'refused by the policy:'

const refusals = new WeakMap<Browser, readonly string[]>()

const refusalsIn = (browser: Browser): readonly string[] => refusals.get(browser) ?? []

/** Throws what the policy refused in any page of this browser, so far. */
export function assertNothingRefused(browser: Browser): void {
  const all = refusalsIn(browser)
  if (all.length > 0) throw new Error(all.join('\n'))
}

/** Runs in every page before its own scripts. */
const TELL = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('${REFUSED}', event.effectiveDirective, event.blockedURI, event.sourceFile, event.sample))`

/**
 * A fresh visitor; anything the page logs as an error, or throws, is kept and fails the journey. What the content
 * security policy refused is kept apart: no journey may have any of it.
 */
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
  await context.addInitScript({ content: TELL })
  context.on('console', (message) => {
    if (message.text().startsWith(REFUSED)) refusals.set(browser, [...refusalsIn(browser), message.text()])
  })
  const page = await context.newPage()
  const door = () => `page ${URL.parse(page.url())?.hash.slice(1).split('?')[0] || '/'}`
  const leave = noteStandingDoor(() => (page.isClosed() ? null : door()))
  page.on('framenavigated', () => noteDoor(door()))
  context.once('close', leave)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { context, page, complaints }
}

export type Visitor = Awaited<ReturnType<typeof newVisitor>>
export type { Browser, Page }
