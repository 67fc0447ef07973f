import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Sandbox } from '@qd/sandbox'
import {
  attachLive,
  closeListening,
  createApp,
  createDefaultGate,
  createDialer,
  logSerializers,
  openSecretBox,
} from '@qd/server-kit'
import { openStore } from '@qd/store'
import { loadSettings } from '@qd/system/server'
import { pino } from 'pino'
import { composeFeatures } from '../compose/compose-features.ts'
import type { Composition } from '../compose/compose-features.ts'
import { startCleanUps } from '../compose/start-clean-ups.ts'
import type { Console, ConsoleOptions } from '../create-console.ts'
import { originOf } from '../env.ts'
import type { Env } from '../env.ts'
import { knownHosts } from '../listen/known-hosts.ts'
import { listenHost } from '../listen/listen-name.ts'
import { pageBuildIn, serveWeb } from '../listen/serve-web.ts'
import { tellCondition } from '../listen/tell-condition.ts'
import { tlsServerFactory } from '../listen/tls-server.ts'
import { toldOnce } from '../listen/told-once.ts'
import { createConsoleMetrics } from '../metrics/console-metrics.ts'
import { serveMetrics } from '../metrics/serve-metrics.ts'
import { migrations } from '../migrations.ts'
import { seedSandbox } from '../seed-sandbox.ts'

/** A write that holds the one writer longer than this is a fault of ours. */
const MAX_WRITE_MS = 5_000

const builtPages = join(import.meta.dirname, '../../web/dist')

/** What all tries of one start share. */
export interface StartShared {
  sandboxStart: Promise<Sandbox> | null
  /** Gives the port up to the console. */
  leaveDoor(): Promise<void>
}

/** Resolves with the port. */
async function listen(app: Console['app'], env: Env): Promise<number> {
  await app.listen({ port: env.port, host: listenHost(env.host) })
  return (app.server.address() as AddressInfo).port
}

/** Everything a console has to have in its store; repeats harmlessly. Gives the path that creates the first administrator. */
async function seed(
  composition: Composition,
  { env }: ConsoleOptions,
  parts: { sandbox: Sandbox | null; secretBox: Parameters<typeof seedSandbox>[2]['secretBox'] },
): Promise<string | null> {
  const { sandbox, secretBox } = parts
  if (sandbox !== null) {
    await seedSandbox(composition, sandbox, { env, secretBox })
    return null
  }
  await composition.access.access.ensureBuiltInRoles(composition.catalogue())
  return (await composition.session.announceSetup())?.path ?? null
}

type Undo = (() => Promise<unknown> | unknown)[]

/** Ends what was begun, the last first; all of it, also when a part fails. */
async function unwind(undo: Undo): Promise<void> {
  const faults: unknown[] = []
  for (const step of undo.splice(0).toReversed()) {
    try {
      await step()
    } catch (error) {
      faults.push(error)
    }
  }
  if (faults.length > 0) throw faults[0]
}

interface StartState {
  isReady: boolean
  ownPort: number
}

/** The store and the features on it, started. */
async function openParts(options: ConsoleOptions, standing: StartState, undo: Undo) {
  const { env, announce, webFolder = builtPages } = options
  const logger = pino({ level: env.logLevel, serializers: logSerializers, hooks: toldOnce })
  const metrics = createConsoleMetrics()
  undo.push(metrics.stop)
  const opened = await openStore<never>({
    ...(env.databaseUrl === undefined ? { dataDir: env.dataDir } : { databaseUrl: env.databaseUrl }),
    migrations,
    // The start's own writes keep nobody waiting.
    maxWriteMs: () => (standing.isReady ? MAX_WRITE_MS : 0),
    onCondition: tellCondition(logger, options.isLogRead === true ? () => {} : announce),
  })
  undo.push(() => opened.close())
  const store = metrics.watchStore(opened)
  const { dataDir, masterKeyFile: keyFile } = env
  const secretBox = await openSecretBox({ keyFile, dataDir, store, announce })
  const settings = loadSettings(dataDir)
  const unixSockets = settings.redis.sockets.concat(env.sshAgent ?? [])
  const dialer = createDialer({ ownPorts: () => [standing.ownPort], unixSockets })
  undo.push(() => dialer.close())
  const composition = composeFeatures({
    env,
    store,
    secretBox,
    dialer,
    settings,
    logger,
    metrics,
    isReady: () => standing.isReady,
    pageBuild: pageBuildIn(webFolder),
    gameServerTimes: options.gameServerTimes,
  })
  for (const feature of composition.features) {
    undo.push(() => feature.stop?.())
    await feature.start?.()
  }
  undo.push(await startCleanUps(composition.features, logger))
  return { composition, store, metrics, secretBox, logger }
}

/** The doors of the console, not yet open. */
async function makeDoors(
  { env, webFolder = builtPages }: ConsoleOptions,
  { composition, store, metrics, logger }: Awaited<ReturnType<typeof openParts>>,
  undo: Undo,
) {
  const { features, session, scope, audit, gameServers, texts } = composition
  const common = {
    session: session.session,
    scope: scope.port,
    gameServers: gameServers.port,
    texts,
    logger,
    caughtUp: () => store.broadcast.caughtUp(),
    isKnownHost: knownHosts(env),
    trustedProxies: env.trustedProxies,
  }
  const app = createApp({
    ...common,
    features,
    audit: metrics.watchAudit(audit.audit),
    gate: createDefaultGate(session.stepUp),
    approvals: composition.approvals.port,
    ...(env.tls === undefined ? {} : { serverFactory: tlsServerFactory(env.tls) }),
  })
  metrics.watchCalls(app)
  serveMetrics(app, metrics.registry, env)
  await serveWeb(app, webFolder, composition.menu)
  const live = attachLive(app.server, {
    ...common,
    channels: features.flatMap((feature) => feature.channels ?? []),
    allowedOrigins: env.allowedOrigins,
  })
  metrics.watchConsole(store, live.size, env.dataDir)
  undo.push(() => closeListening(app))
  undo.push(() => live.close())
  return { app, live }
}

/** One try: opens the store, composes the features, fills what is missing, and listens last. A failure ends all it began. */
export async function startOnce(options: ConsoleOptions, shared: StartShared): Promise<Console> {
  const { env } = options
  const undo: Undo = []
  const standing: StartState = { isReady: false, ownPort: 0 }
  try {
    const parts = await openParts(options, standing, undo)
    const { composition, store, secretBox } = parts
    const { app, live } = await makeDoors(options, parts, undo)
    const sandbox = (await shared.sandboxStart) ?? null
    const setupPath = await seed(composition, options, { sandbox, secretBox })
    // Last of all: nothing that could fail comes behind it.
    await shared.leaveDoor()
    standing.ownPort = await listen(app, env)
    const url = originOf(env, standing.ownPort)
    sandbox?.callConsole({ url, certFile: env.tls?.certFile })
    standing.isReady = true
    return {
      ...composition,
      app,
      store,
      sandbox,
      setupPath,
      url,
      liveSockets: live.size,
      stop: () => unwind(undo),
    }
  } catch (error) {
    // Why it did not start is what counts.
    await unwind(undo).catch(() => undefined)
    throw error
  }
}
