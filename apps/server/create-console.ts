import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Sandbox } from '@qd/sandbox'
import { attachLive, createApp, createDialer, logSerializers, openSecretBox } from '@qd/server-kit'
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
  webFolder?: string
  /** Smaller sandboxes for tests. */
  sandbox?: { playersPerServer?: number; withRedis?: boolean }
}

/** A write that holds the one writer longer than this is a fault of ours. */
const MAX_WRITE_MS = 5_000

const builtPages = join(import.meta.dirname, '../web/dist')

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
    const dialer = createDialer({ ownPorts: () => [ownPort] })
    undo.push(() => dialer.close())
    const settings = loadSettings(env.dataDir)
    const pageBuild = pageBuildIn(webFolder)
    const composition = composeFeatures({
      env,
      store,
      secretBox,
      dialer,
      settings,
      logger,
      metrics,
      pageBuild,
    })
    const { features, session, scope, audit, texts } = composition
    for (const feature of features) {
      await feature.start?.()
      undo.push(() => feature.stop?.())
    }
    undo.push(await startCleanUps(features, logger))
    const isKnownHost = knownHosts(env)
    const app = createApp({
      features,
      session: session.session,
      scope: scope.port,
      audit: metrics.watchAudit(audit.audit),
      texts,
      logger,
      caughtUp: () => store.broadcast.caughtUp(),
      trustedProxies: env.trustedProxies,
      isKnownHost,
      ...(env.tls === undefined ? {} : { serverFactory: tlsServerFactory(env.tls) }),
    })
    metrics.watchCalls(app)
    serveMetrics(app, metrics.registry, env)
    await serveWeb(app, webFolder, composition.menu)
    const live = attachLive(app.server, {
      channels: features.flatMap((feature) => feature.channels ?? []),
      session: session.session,
      scope: scope.port,
      texts,
      logger,
      caughtUp: () => store.broadcast.caughtUp(),
      isKnownHost,
      allowedOrigins: env.allowedOrigins,
      trustedProxies: env.trustedProxies,
    })
    metrics.watchConsole(store, live.size)
    undo.push(() => app.close())
    undo.push(() => live.close())
    const sandbox = (await sandboxStart) ?? null
    if (sandbox !== null) await seedSandbox(composition, sandbox, !secretBox.isOpen)
    // By its name Fastify would open a second server for ::1, which none of our limits and doors know.
    const host = env.host === 'localhost' ? '127.0.0.1' : env.host
    await app.listen({ port: env.port, host })
    ownPort = (app.server.address() as AddressInfo).port
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
