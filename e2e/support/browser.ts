import { noteDoor, noteStandingDoor } from '@qd/contract-kit/testing'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The same engine without the window around it; starts and draws at two thirds of the cost. */
const SHELL = '/usr/bin/chromium-headless-shell'
const WHOLE = '/usr/bin/chromium'

/** `isWhole`: with what only the window has, such as the offer to install a page. */
export function launchBrowser({ isWhole = false } = {}): Promise<Browser> {
  return chromium.launch({ executablePath: isWhole ? WHOLE : SHELL, headless: true, args: ARGS })
}

let kept: Promise<Browser> | undefined

/** The browser that all journeys of this process use, one after the other; ends with the process. */
export async function sharedBrowser(): Promise<Browser> {
  const browser = await (kept ??= launchBrowser())
  if (browser.isConnected()) return browser
  kept = launchBrowser()
  return kept
}

/** Closes every window, so that the next journey finds the browser as it was. */
export async function closeWindows(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()))
}

export interface PageOptions {
  width?: number
  height?: number
  language?: string
  theme?: 'light' | 'dark'
}

/** How the page tells of what its content security policy refused. */
const REFUSED = 'refused by the policy:'
/** How it tells of something that was shown, and went away to wait for a part or a text of its own. */
const WENT_AWAY = 'shown, then away to load:'

const faults = new WeakMap<Browser, readonly string[]>()

const faultsIn = (browser: Browser): readonly string[] => faults.get(browser) ?? []

/** Throws what no page of this browser may do and one did, since it was last asked. */
export function assertNoFaults(browser: Browser): void {
  const all = faultsIn(browser)
  faults.delete(browser)
  if (all.length > 0) throw new Error(all.join('\n'))
}

/** Runs in every page before its own scripts. */
const TELL = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('${REFUSED}', event.effectiveDirective, event.blockedURI, event.sourceFile, event.sample))
new MutationObserver((changes) => {
  for (const { target } of changes) {
    // React hides so what waits; a page, or an open key, in the background is hidden as a whole.
    if (target.style.getPropertyPriority('display') !== 'important' || target.matches('[data-tab], [data-kept]')) continue
    if (target.closest('main') !== null) console.error('${WENT_AWAY}', location.hash, target.className, target.textContent.slice(0, 80))
  }
}).observe(document, { subtree: true, attributeFilter: ['style'] })`

/**
 * A fresh visitor; anything the page logs as an error, or throws, is kept and fails the journey. What no page may
 * ever do is kept apart: no journey may have any of it.
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
    const text = message.text()
    if ([REFUSED, WENT_AWAY].some((fault) => text.startsWith(fault)))
      faults.set(browser, [...faultsIn(browser), text])
  })
  const page = await context.newPage()
  // Ids that the console made itself would make every run name another page.
  const door = () =>
    `page ${(URL.parse(page.url())?.hash.slice(1).split('?')[0] || '/').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ':id')}`
  const leave = noteStandingDoor(() => (page.isClosed() ? null : door()))
  page.on('framenavigated', () => noteDoor(door()))
  context.once('close', leave)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    // A resource that failed is named by its place alone.
    complaints.push([message.text(), message.location().url].filter(Boolean).join(' '))
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { context, page, complaints }
}

export type Visitor = Awaited<ReturnType<typeof newVisitor>>
export type { Browser, Locator, Page }
