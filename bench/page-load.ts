import { world } from '@qd/sandbox'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { buildWeb } from '../scripts/build-web.ts'
import { startConsole } from './tools/console-under-test.ts'
import { median, type Result, type Verdict } from './tools/result.ts'
import { interleave, rowOf, type Contender } from './tools/rounds.ts'

const ROUNDS = 5
const PLAYER = '10001000001'

/** A page, what says that it can be worked with, and when its largest part is to be there, in ms. */
interface Subject {
  who: string
  path: string
  ready: string
  goalMs?: number
}
const SUBJECTS: readonly Subject[] = [
  { who: 'login', path: '/#/login', ready: 'input[type=password]' },
  {
    who: 'home',
    path: '/#/index',
    ready: 'main [data-tab]:visible h1, main [data-tab]:visible h2',
    goalMs: 1_000,
  },
  {
    who: 'player',
    path: `/#/index/${PLAYER}?uId=${PLAYER}`,
    ready: `main [data-tab]:visible :text("uId ${PLAYER}")`,
    goalMs: 1_500,
  },
  { who: 'audit', path: '/#/audit', ready: 'main [data-tab]:visible [role=row]' },
]
const UNITS = ['ms largest', 'requests', 'kB', 'shift', 'ms longest task'] as const

/** Chrome's own "Fast 3G". */
const FAST_3G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const FAST_3G_MS = 5_000

const WATCH = `
  window.figures = { largest: 0, shift: 0, longest: 0 }
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime }) => { window.figures.largest = startTime })
  watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) window.figures.shift += value })
  watch('longtask', ({ duration }) => { window.figures.longest = Math.max(window.figures.longest, duration) })
`
type State = Awaited<ReturnType<BrowserContext['storageState']>>

async function signIn(browser: Browser, url: string): Promise<State> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url)
  await page.locator('input').first().fill('admin')
  await page.locator('input[type=password]').fill(world.accountPassword)
  await page.locator('button[type=submit]').click()
  await page.locator('main [data-tab]:visible').waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

/** Opens it with nothing in the cache, in a window of its own; gives what the work on the page says. */
async function opened<T>(
  { browser, url, state }: { browser: Browser; url: string; state: State | undefined },
  { path, ready }: Pick<Subject, 'path' | 'ready'>,
  work: (page: Page, start: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(state === undefined ? {} : { storageState: state }),
  })
  try {
    const page = await context.newPage()
    await page.addInitScript(WATCH)
    return await work(page, async () => {
      await page.goto(url + path)
      await page.locator(ready).first().waitFor()
    })
  } finally {
    await context.close()
  }
}

async function figuresOf(page: Page, start: () => Promise<void>): Promise<number[]> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Network.enable')
  let [requests, bytes] = [0, 0]
  debug.on('Network.loadingFinished', ({ encodedDataLength }) => {
    // What was preloaded is told again when it is used.
    if (encodedDataLength > 0) requests += 1
    bytes += encodedDataLength
  })
  await start()
  await page.waitForLoadState('networkidle')
  const { largest, shift, longest } = (await page.evaluate('window.figures')) as {
    largest: number
    shift: number
    longest: number
  }
  return [largest, requests, bytes / 1000, shift, longest]
}

/** With an empty cache, and again with the files of the first time. */
async function usefulOnFast3G(page: Page, start: () => Promise<void>): Promise<number[]> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Network.enable')
  await debug.send('Network.emulateNetworkConditions', FAST_3G)
  const times: number[] = []
  for (let visit = 0; visit < 2; visit += 1) {
    const before = performance.now()
    await start()
    times.push(performance.now() - before)
    await page.waitForLoadState('networkidle')
    await page.goto('about:blank')
  }
  return times
}

/** Each page with an empty cache, beside an empty page of the same server. */
export async function measure(): Promise<Result> {
  await buildWeb()
  const running = await startConsole()
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const signedIn = await signIn(browser, running.url)
    const at = (who: string) => ({ browser, url: running.url, state: who === 'login' ? undefined : signedIn })
    const empty: Contender = {
      who: 'an empty page',
      units: ['ms'],
      round: () =>
        opened(at('empty'), { path: '/healthz', ready: 'body' }, async (_page, start) => {
          const before = performance.now()
          await start()
          return [performance.now() - before]
        }),
    }
    const contenders = SUBJECTS.map((subject): Contender => {
      return { who: subject.who, units: UNITS, round: () => opened(at(subject.who), subject, figuresOf) }
    })
    const rows = await interleave([empty, ...contenders], ROUNDS)
    const player = SUBJECTS.find(({ who }) => who === 'player')!
    const slow: Contender = {
      who: 'player on Fast 3G',
      units: ['ms first', 'ms again'],
      round: () => opened(at('player'), player, usefulOnFast3G),
    }
    const slowRows = await interleave([slow], ROUNDS)
    const figure = (who: string, unit: (typeof UNITS)[number]) => median(rowOf(rows, who, unit).rounds)
    const verdicts = SUBJECTS.flatMap(({ who, goalMs }): Verdict[] => [
      { what: who, figure: figure(who, 'requests'), unit: 'requests', goal: '<= 40' },
      { what: who, figure: figure(who, 'shift'), unit: 'shift', goal: '<= 0.02' },
      { what: who, figure: figure(who, 'ms longest task'), unit: 'ms longest task', goal: '<= 100' },
      ...(goalMs === undefined
        ? []
        : [
            {
              what: who,
              figure: figure(who, 'ms largest'),
              unit: 'ms largest',
              goal: `<= ${goalMs}`,
            } as const,
          ]),
    ])
    const slowly = ['ms first', 'ms again'].map((unit): Verdict => ({
      what: slow.who,
      figure: median(rowOf(slowRows, slow.who, unit).rounds),
      unit,
      goal: `<= ${FAST_3G_MS}`,
    }))
    return { rows: [...rows, ...slowRows], verdicts: [...verdicts, ...slowly] }
  } finally {
    await browser.close()
    await running.stop()
  }
}
