import { CALL_TIMES } from '@qd/adapter-standard'
import type { GameMeta } from '@qd/game-contract'
import type { Dialer, WholeAdapter, GameServerTarget } from '@qd/game-contract/adapter'
import { ENTER_HASH_LIFETIME_MS } from '@qd/game-contract/signing'
import type { UIdBases } from '@qd/game-id'
import type { FreshOptions, GuardedDialer } from '@qd/server-kit'
import type { TestStep } from '../../contract/index.ts'
import { faultOf } from './game-fault.ts'
import { StepFault, TestReport } from './test-report.ts'
import { tryPlayers } from './try-players.ts'
import { walkSocketWay, walkWay } from './way-steps.ts'
import type { WayDeps } from './way-steps.ts'

/** How long an enter hash lives: beyond this no player can enter, whatever the calls say. */
const CLOCK_LIMIT_MS = ENTER_HASH_LIFETIME_MS
const CLOCK_WARN_MS = 5_000
/** The whole test; below the deadline of a call, so that its steps are told. */
const TEST_LIMIT_MS = 55_000

export interface TestDeps {
  dialer: Dialer & Pick<GuardedDialer, 'probe'>
  now(): number
  signal: AbortSignal
  /** How the uIds of the game split, by its record. */
  bases: UIdBases
  /** Makes the adapter under test. */
  fresh(options: FreshOptions): WholeAdapter
  onStep?(soFar: readonly TestStep[]): void
}

interface Run {
  target: GameServerTarget
  adapter: WholeAdapter
  report: TestReport
  way: WayDeps
}

/** An adapter of its own, whose calls all end with the test. */
function freshAdapter({ dialer, now, signal, fresh }: TestDeps): WholeAdapter {
  const either = (own?: AbortSignal) => (own === undefined ? signal : AbortSignal.any([own, signal]))
  return fresh({
    dialer: {
      fetch: (url, request) => dialer.fetch(url, { ...request, signal: either(request.signal) }),
      webSocket: (url, request) => dialer.webSocket(url, { ...request, signal: either(request.signal) }),
    },
    now,
  })
}

/** Faults of the first call that are about the key or the clock rather than about HTTP. */
const ABOUT_KEY = new Set(['answer_signature', 'key_refused'])

async function askMeta({ adapter, target, report }: Run): Promise<GameMeta | null> {
  const startedMs = performance.now()
  const passed = () => performance.now() - startedMs
  try {
    const meta = await adapter.meta(target)
    report.note('http', { state: 'ok' }, passed())
    report.note('signature', { state: 'ok' }, passed())
    return meta
  } catch (error) {
    const { code, params } = faultOf(error)
    const failed = { state: 'failed', code, params } as const
    const isClock = code === 'clock_refused'
    if (!isClock && !ABOUT_KEY.has(code)) {
      report.note('http', failed, passed())
      return null
    }
    report.note('http', { state: 'ok' }, passed())
    report.note(isClock ? 'clock' : 'signature', failed, null)
    return null
  }
}

function noteClock(report: TestReport, difference: number): void {
  const seconds = Math.round(difference / 1000)
  const distance = Math.abs(difference)
  const state = distance > CLOCK_LIMIT_MS ? 'failed' : distance > CLOCK_WARN_MS ? 'warning' : 'ok'
  const code = state === 'ok' ? 'clock_near' : 'clock_differs'
  report.note('clock', { state, code, params: { seconds } }, null)
}

function noteIdentity(report: TestReport, meta: GameMeta, sId: number): void {
  const isThere = meta.serverIds.includes(sId)
  const params = { sId, others: meta.serverIds.slice(0, 10).join(', ') }
  report.note('identity', isThere ? { state: 'ok' } : { state: 'failed', code: 'other_server', params }, null)
}

async function loadDefinitions({ target, report, adapter }: Run): Promise<boolean> {
  return report.run('protocol', async () => {
    try {
      const { protocol } = await adapter.protocol.read(target)
      // Types that others hold have no place of their own in a player's data.
      const modules = Object.values(protocol.diffInfos).filter(({ netKey }) => netKey !== '')
      return { code: 'protocol', params: { modules: modules.length } }
    } catch (error) {
      throw faultOf(error)
    }
  })
}

/** Opens the game socket and lets one heartbeat go there and back; no player is entered or made. */
async function trySocket({ target, report, way, adapter }: Run): Promise<void> {
  if (target.ws === '') {
    report.note('socket', { state: 'skipped', code: 'no_socket' }, null)
    return
  }
  const opened = Promise.withResolvers<Awaited<ReturnType<WholeAdapter['socket']['open']>> | null>()
  const isOpen = await report.run('socket', async () => {
    try {
      await walkSocketWay(way, target.ws, target)
      opened.resolve(await adapter.socket.open(target, {}, { signal: way.signal }))
    } catch (error) {
      opened.resolve(null)
      throw error instanceof StepFault ? error : faultOf(error)
    }
  })
  const socket = await opened.promise
  if (!isOpen || socket === null) return
  const { heartbeat } = target.codec
  if (heartbeat === undefined) {
    report.note('heartbeat', { state: 'skipped', code: 'no_heartbeat' }, null)
    socket.close()
    return
  }
  await report.run('heartbeat', async () => {
    try {
      // A refusal comes back in a frame we could read, which is what is asked here: nobody has entered.
      await socket.send({ cmd: heartbeat.cmd, body: {} })
      return {}
    } catch (error) {
      const fault = faultOf(error)
      throw fault.code === 'garbage' ? new StepFault('frames_differ') : fault
    } finally {
      socket.close()
    }
  })
}

/** Tries everything the console will need of a server, in order, and says where it ends (T1: nothing leaks). */
export async function runTest(deps: TestDeps, target: GameServerTarget): Promise<TestReport> {
  const report = new TestReport({ onStep: deps.onStep, secret: target.hashKey })
  const signal = AbortSignal.any([deps.signal, AbortSignal.timeout(TEST_LIMIT_MS)])
  const bounded = { ...deps, signal }
  // What the console waits for in its work, no less and no more.
  const way: WayDeps = { ...bounded, timeoutMs: CALL_TIMES.readTimeoutMs }
  if (!(await walkWay(way, report, target.apiUrl, target))) return report
  const run: Run = { target, adapter: freshAdapter(bounded), report, way }
  const meta = await askMeta(run)
  if (meta === null) return report
  noteClock(report, meta.clock.real - deps.now())
  noteIdentity(report, meta, target.sId)
  await loadDefinitions(run)
  await tryPlayers(run, meta, deps.bases)
  await trySocket(run)
  return report
}
