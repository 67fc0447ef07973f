import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
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

/** One try: opens the store, composes the features, fills what is missing, and listens last. A failure ends all it began. */
export async function startOnce(options: ConsoleOptions, shared: StartShared): Promise<Console> {
  const { env, announce, webFolder = builtPages } = options
  const logger = pino({ level: env.logLevel, serializers: logSerializers })
  const undo: (() => Promise<unknown> | unknown)[] = []
  const unwind = async () => {
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
  let isReady = false
  try {
    const metrics = createConsoleMetrics()
    undo.push(metrics.stop)
    const opened = await openStore<never>({
      ...(env.databaseUrl === undefined ? { dataDir: env.dataDir } : { databaseUrl: env.databaseUrl }),
      migrations,
      // The start's own writes keep nobody waiting.
      maxWriteMs: () => (isReady ? MAX_WRITE_MS : 0),
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
      isReady: () => isReady,
      pageBuild: pageBuildIn(webFolder),
      gameServerTimes: options.gameServerTimes,
    })
    const { features, session, scope, audit, gameServers, texts } = composition
    for (const feature of features) {
      undo.push(() => feature.stop?.())
      await feature.start?.()
    }
    undo.push(await startCleanUps(features, logger))
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
    metrics.watchConsole(store, live.size)
    undo.push(() => app.close())
    undo.push(() => live.close())
    const sandbox = (await shared.sandboxStart) ?? null
    const setupPath = await seed(composition, options, { sandbox, secretBox })
    // Last of all: nothing that could fail comes behind it.
    await shared.leaveDoor()
    ownPort = await listen(app, env)
    sandbox?.callConsole({ url: originOf(env, ownPort), certFile: env.tls?.certFile })
    isReady = true
    return {
      ...composition,
      app,
      store,
      sandbox,
      setupPath,
      url: originOf(env, ownPort),
      liveSockets: live.size,
      stop: unwind,
    }
  } catch (error) {
    // Why it did not start is what counts.
    await unwind().catch(() => undefined)
    throw error
  }
}
