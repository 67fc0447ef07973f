import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { GameServerTimes } from '@qd/game-servers/server'
import type { Sandbox } from '@qd/sandbox'
import {
  attachLive,
  createApp,
  createDefaultGate,
  createDialer,
  logSerializers,
  openSecretBox,
} from '@qd/server-kit'
import { openStore } from '@qd/store'
import type { Store } from '@qd/store'
import { loadSettings } from '@qd/system/server'
import { pino } from 'pino'
import { composeFeatures } from './compose/compose-features.ts'
import type { Composition } from './compose/compose-features.ts'
import { originOf } from './env.ts'
import type { Env } from './env.ts'
import { keepTickShape } from './keep-tick-shape.ts'
import { knownHosts } from './listen/known-hosts.ts'
import { createConsoleMetrics } from './metrics/console-metrics.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { migrations } from './migrations.ts'
import { openSandbox, seedSandbox } from './seed-sandbox.ts'
import { pageBuildIn, serveWeb } from './listen/serve-web.ts'
import { startCleanUps } from './compose/start-clean-ups.ts'
import { zoneLine } from './listen/zone-line.ts'
import { tellCondition } from './listen/tell-condition.ts'
import { tlsServerFactory } from './listen/tls-server.ts'

/** A running console. */
export interface Console extends Composition {
  readonly app: ReturnType<typeof createApp>
  /** Where the pages are. */
  readonly url: string
  readonly sandbox: Sandbox | null
  readonly store: Store<never>
  /** Open live sockets. */
  liveSockets(): number
  stop(): Promise<void>
}

export interface ConsoleOptions {
  env: Env
  /** Lines for the person at the terminal. */
  announce(line: string): void
  webFolder?: string | undefined
  /** Smaller sandboxes for tests. */
  sandbox?: Parameters<typeof openSandbox>[2]
  /** How soon silent game servers are found; shorter in tests. */
  gameServerTimes?: Partial<GameServerTimes> | undefined
}

/** A write that holds the one writer longer than this is a fault of ours. */
const MAX_WRITE_MS = 5_000

const builtPages = join(import.meta.dirname, '../web/dist')

/** Resolves with the port. */
async function listen(app: Console['app'], env: Env): Promise<number> {
  // By its name Fastify would open a second server for ::1, which none of our limits and doors know.
  const host = env.host === 'localhost' ? '127.0.0.1' : env.host
  await app.listen({ port: env.port, host })
  return (app.server.address() as AddressInfo).port
}

/** Opens the store, composes the features, starts the sandbox where wanted, and listens. */
export async function createConsole(options: ConsoleOptions): Promise<Console> {
  const { env, announce, webFolder = builtPages } = options
  keepTickShape()
  await mkdir(env.dataDir, { recursive: true })
  const logger = pino({ level: env.logLevel, serializers: logSerializers })
  const sandboxStart = env.isSandbox ? openSandbox(env, announce, options.sandbox) : null
  // Awaited below; a failure must not become an unhandled rejection while the store opens.
  sandboxStart?.catch(() => undefined)
  const undo: (() => Promise<unknown> | unknown)[] = []
  const unwind = async () => {
    for (const step of undo.toReversed()) await step()
    const started = await sandboxStart?.catch(() => null)
    await started?.stop()
  }
  try {
    announce(zoneLine(process.env.TZ))
    const metrics = createConsoleMetrics()
    undo.push(metrics.stop)
    const opened = await openStore<never>({
      ...(env.databaseUrl === undefined ? { dataDir: env.dataDir } : { databaseUrl: env.databaseUrl }),
      migrations,
      maxWriteMs: MAX_WRITE_MS,
      onCondition: tellCondition(logger, announce),
    })
    undo.push(() => opened.close())
    const store = metrics.watchStore(opened)
    const secretBox = await openSecretBox({
      keyFile: env.masterKeyFile,
      dataDir: env.dataDir,
      store,
      announce,
    })
    let ownPort = 0
    const settings = loadSettings(env.dataDir)
    const unixSockets = settings.redis.sockets.concat(env.sshAgent ?? [])
    const dialer = createDialer({ ownPorts: () => [ownPort], unixSockets })
    undo.push(() => dialer.close())
    const composition = composeFeatures({
      env,
      store,
      secretBox,
      dialer,
      settings,
      logger,
      metrics,
      pageBuild: pageBuildIn(webFolder),
      gameServerTimes: options.gameServerTimes,
    })
    const { features, session, scope, audit, gameServers, texts } = composition
    for (const feature of features) {
      await feature.start?.()
      undo.push(() => feature.stop?.())
    }
    undo.push(await startCleanUps(features, logger))
    const shared = {
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
      ...shared,
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
      ...shared,
      channels: features.flatMap((feature) => feature.channels ?? []),
      allowedOrigins: env.allowedOrigins,
    })
    metrics.watchConsole(store, live.size)
    undo.push(() => app.close())
    undo.push(() => live.close())
    const sandbox = (await sandboxStart) ?? null
    if (sandbox !== null) await seedSandbox(composition, sandbox, { env, secretBox })
    ownPort = await listen(app, env)
    sandbox?.callConsole({ url: originOf(env, ownPort), certFile: env.tls?.certFile })
    return {
      ...composition,
      app,
      store,
      sandbox,
      url: originOf(env, ownPort),
      liveSockets: live.size,
      stop: unwind,
    }
  } catch (error) {
    await unwind()
    throw error
  }
}
