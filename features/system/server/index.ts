import { AppError, coreErrors } from '@qd/contract-kit'
import type { AnyRoute } from '@qd/contract-kit'
import { serve } from '@qd/server-kit'
import type { Caller, CallContext, ServerFeature } from '@qd/server-kit'
import { docs, getConfig, healthz, readyz } from '../contract/index.ts'
import type { GlobalConfig, ProofKey } from '../contract/index.ts'
import { openApiOf } from './open-api.ts'
import type { Settings } from './settings.ts'
import { createUpdates } from './updates/create-updates.ts'
import type { UpdatesDeps } from './updates/updates-deps.ts'

export { SettingsFileError, loadSettings } from './load-settings.ts'
export { DEFAULT_SETTINGS } from './settings.ts'
export type { Settings } from './settings.ts'
export { describePackage, signFeed } from './updates/sign-feed.ts'
export { FEED_FORMAT, SIGNATURE_ENDING } from './updates/feed-format.ts'
export type { FeedPackage, UpdateFeed } from './updates/feed-format.ts'
export { updateMigrations } from './updates/update-migrations.ts'
export type { FeedSettings, UpdatesDeps } from './updates/updates-deps.ts'

export interface SystemDeps {
  settings: Settings
  version: string
  /** Content hash of the built pages; empty without any. */
  build: string
  /** Shortest password this console takes. */
  passwordMin: number
  isSandbox: boolean
  /** Whether the first account is still to be made. */
  isSetupOpen(): boolean | Promise<boolean>
  /** Names of the lines a caller may see. */
  linesOf(caller: Caller): readonly { name: string }[]
  /** False while the console starts. */
  isReady(): boolean
  /** Keys of proofs, the newest first. */
  proofKeys(): Promise<readonly ProofKey[]>
  /** Rejects when the store does not answer. */
  ping(): Promise<void>
  /** Whether the store has room, and what is damaged in it. */
  condition(): { isFull: boolean; damage: string | null }
  /** Every served call; asked for only when the document is read. */
  routes(): readonly AnyRoute[]
  /** Title of a call in a language. */
  titleOf(lang: CallContext['lang'], title: string): string
  updates: UpdatesDeps
}

async function configOf(deps: SystemDeps, caller: Caller | null): Promise<GlobalConfig> {
  const {
    menuProjects: _own,
    botsMax: _bots,
    itemSyncMinutes: _sync,
    redis: _redis,
    ...settings
  } = deps.settings
  const lines = caller === null ? [] : deps.linesOf(caller)
  return {
    ...settings,
    wsList: lines.map(({ name }) => ({ name, value: settings.ws })),
    version: deps.version,
    build: deps.build,
    passwordMin: deps.passwordMin,
    sandbox: deps.isSandbox,
    setupOpen: await deps.isSetupOpen(),
    proofKeys: [...(await deps.proofKeys())],
  }
}

/** The console about itself: settings, health, the document of its calls and its new versions. */
export function createSystemFeature(deps: SystemDeps): ServerFeature {
  const documents = new Map<string, string>()
  const { routes, ...updates } = createUpdates(deps.updates)
  return {
    ...updates,
    name: 'system',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: [
      ...routes,
      serve(getConfig, (_input, ctx) => configOf(deps, ctx.callerOrNull)),
      serve(healthz, () => 'ok' as const),
      serve(readyz, async () => {
        if (!deps.isReady()) throw new AppError(coreErrors.starting)
        const { isFull, damage } = deps.condition()
        if (damage !== null) throw new AppError(coreErrors.storage_damaged)
        try {
          await deps.ping()
        } catch (cause) {
          throw new AppError(coreErrors.store_unavailable, { cause })
        }
        return isFull ? ('storage_full' as const) : ('ok' as const)
      }),
      serve(docs, (_input, ctx) => {
        const { lang } = ctx
        const kept = documents.get(lang)
        const titleOf = (title: string) => deps.titleOf(lang, title)
        const text =
          kept ?? JSON.stringify(openApiOf({ routes: deps.routes(), version: deps.version, titleOf }))
        documents.set(lang, text)
        void ctx.reply.type('application/json; charset=utf-8').header('cache-control', 'private, no-store')
        return text
      }),
    ],
  }
}
