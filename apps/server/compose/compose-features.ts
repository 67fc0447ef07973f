import { createAccessFeature } from '@qd/access/server'
import type { AccessFeature } from '@qd/access/server'
import { createAccountsFeature } from '@qd/accounts/server'
import { createStandardAdapter } from '@qd/adapter-standard'
import { createAuditFeature } from '@qd/audit/server'
import type { AnyRoute } from '@qd/contract-kit'
import { coreTextsFolder } from '@qd/contract-kit/texts'
import type { GameAdapter } from '@qd/game-contract/adapter'
import { createFilesFeature } from '@qd/files/server'
import type { FilesFeature } from '@qd/files/server'
import { createInterfaceSettingsFeature } from '@qd/interface-settings/server'
import { createMenuFeature } from '@qd/menu/server'
import { createPlayersFeature } from '@qd/players/server'
import { createPropertiesFeature } from '@qd/properties/server'
import { createLiveTopics, currentAsker, errorText, loadTexts } from '@qd/server-kit'
import type { AdapterKind, GuardedDialer, SecretBox, ServerFeature } from '@qd/server-kit'
import { createSessionFeature } from '@qd/session/server'
import type { SessionDeps, SessionFeature } from '@qd/session/server'
import { createSimulatorFeature } from '@qd/simulator/server'
import type { Store } from '@qd/store'
import { createSystemFeature } from '@qd/system/server'
import type { Settings, SystemDeps } from '@qd/system/server'
import type { FastifyBaseLogger } from 'fastify'
import { auditActions, auditLines, auditPlaces, readShipKey, shipWay } from '../audit-surroundings.ts'
import { composeEditing } from './compose-editing.ts'
import { composeJobs } from './compose-jobs.ts'
import { placeNames } from './place-names.ts'
import { composePlaces } from './compose-places.ts'
import type { Places, PlacesParts } from './compose-places.ts'
import type { Env } from '../env.ts'
import { oidcSettings } from '../oidc-settings.ts'
import type { ConsoleMetrics } from '../metrics/console-metrics.ts'
import { permissionCatalogue } from './permission-catalogue.ts'
import packageJson from '../../../package.json' with { type: 'json' }

export interface ComposeParts {
  env: Pick<
    Env,
    | 'allowsLoginGet'
    | 'passwordMin'
    | 'isSandbox'
    | 'auditShip'
    | 'auditShipCaFile'
    | 'auditShipKeyFile'
    | 'requiresSecondFactor'
    | 'oidc'
    | 'publicUrl'
    | 'filesDir'
  >
  store: Store<never>
  secretBox: SecretBox
  dialer: GuardedDialer
  settings: Settings
  logger: FastifyBaseLogger
  metrics: Pick<ConsoleMetrics, 'watchAdapter'>
  /** Content hash of the pages; none in tests without pages. */
  pageBuild?: string
}

/** How game servers are reached, measured by the servers of the catalogue; by key. A server's record names one. */
function watchedAdapters(
  { metrics, dialer }: ComposeParts,
  isRecorded: (key: string) => boolean,
): AdapterKind[] {
  const watched = (adapter: GameAdapter) =>
    metrics.watchAdapter(adapter, ({ game, platform, sId }) => isRecorded(`${game}:${platform}:${sId}`))
  return [
    {
      adapter: watched(createStandardAdapter({ dialer, asker: currentAsker })),
      fresh: (options) => createStandardAdapter({ ...options, cacheMs: 0 }),
    },
  ]
}

/** The hierarchy of game servers, reached as the console does. */
function placesOfConsole(parts: ComposeParts, say: PlacesParts['say']): Places {
  const { store, secretBox, dialer, settings, logger } = parts
  const places = composePlaces({
    store,
    secretBox,
    dialer,
    adapters: watchedAdapters(parts, (key) => places.catalogue.port.current().serverByKey.has(key)),
    say,
    log: { error: (detail, message) => logger.error({ err: detail }, message) },
    bases: { platformBase: settings.PLATFORM_BASE_NUM, serverBase: settings.SID_BASE_NUM },
  })
  return places
}

/** Links of the settings file beside those administrators keep. */
function composeMenu({ store, dialer, settings }: ComposeParts) {
  const { menus: quick, extMenus: extra, menuProjects: projects } = settings
  return createMenuFeature({ store: store.as(), dialer, settings: { quick, extra, projects } })
}

/** Signing in, as the environment sets it up. */
function composeSession(
  { env, store, secretBox, dialer }: ComposeParts,
  deps: Pick<SessionDeps, 'audit' | 'access' | 'catalogue'>,
) {
  return createSessionFeature({
    ...deps,
    store: store.as(),
    secretBox,
    loginGet: env.allowsLoginGet,
    passwordMin: env.passwordMin,
    requiresSecondFactor: env.requiresSecondFactor,
    publicUrl: env.publicUrl,
    oidc: env.oidc === undefined ? undefined : { settings: oidcSettings(env.oidc), dialer },
  })
}

/** Files for the uses that all features declare. */
function composeFiles(
  { env, store, logger }: ComposeParts,
  features: readonly ServerFeature[],
): FilesFeature {
  return createFilesFeature({
    store: store.as(),
    folder: env.filesDir,
    uses: () => features.flatMap((feature) => feature.files ?? []),
    onFault: (error) => logger.error({ err: error }, 'the folder of files'),
  })
}

/** The tables of accounts are the session's, who may change them is known by access. */
function composeAccounts({ accounts, ownAccount }: SessionFeature, { userRights }: AccessFeature) {
  return createAccountsFeature({ accounts, rights: userRights, own: ownAccount })
}

/** The settings file, the health of the console, and the page of all calls. */
function composeSystem(
  { env, store, settings, pageBuild }: ComposeParts,
  deps: Pick<SystemDeps, 'isSetupOpen' | 'linesOf' | 'routes' | 'titleOf'>,
) {
  return createSystemFeature({
    ...deps,
    settings,
    version: packageJson.version,
    build: pageBuild ?? '',
    passwordMin: env.passwordMin,
    isSandbox: env.isSandbox,
    ping: () => store.ping(),
    condition: () => store.condition(),
  })
}

/** Makes every feature and hands each the ports it needs; the only place that knows them all. */
export function composeFeatures(parts: ComposeParts) {
  const { env, store, secretBox, settings, logger } = parts
  const topics = createLiveTopics(store.broadcast)
  const audit = createAuditFeature({
    store: store.as(),
    secretBox,
    // Made below; asked for only once everything is there.
    lines: () => auditLines(gameCatalogue.port.current()),
    places: () => auditPlaces(gameCatalogue.port.current()),
    actions: () => auditActions(all),
    placeNameOf: (path) => placeNames(gameCatalogue.port.current(), path),
    namesOf: async (ids, lang) =>
      new Map([
        ...(await access.access.namesOf(ids)),
        ...(await session.namesOf(ids)),
        ...(await jobs.titlesOf(ids, lang)),
      ]),
    titleOf: (lang, action) => texts.get(lang, 'routes', action),
    log: { error: (detail, message) => logger.error(detail, message) },
    ship: {
      addresses: env.auditShip,
      key: readShipKey(env.auditShipKeyFile),
      way: shipWay(env, parts.dialer),
    },
  })
  const all: ServerFeature[] = []
  const access = createAccessFeature({
    store: store.as(),
    accounts: () => session.accounts,
    previews: () => session.previews,
    catalogue: () => permissionCatalogue(all),
    titleOf: (lang, permission) => texts.get(lang, 'permissions', permission),
  })
  const session = composeSession(parts, {
    audit: audit.audit,
    access: access.access,
    catalogue: () => permissionCatalogue(all),
  })
  const places = placesOfConsole(parts, (error, lang) => errorText(error, texts, lang))
  const { catalogue: gameCatalogue, scope } = places
  const jobs = composeJobs({ store, audit, session, places, logger, features: all, texts: () => texts })
  const files = composeFiles(parts, all)
  const menu = composeMenu(parts)
  const players = createPlayersFeature({ store: store.as(), reach: scope.reach, scope: scope.port })
  const system = composeSystem(parts, {
    isSetupOpen: () => session.needsSetup(),
    linesOf: (caller) => scope.linesOf(caller),
    routes: (): AnyRoute[] => all.flatMap((feature) => feature.routes.map(({ route }) => route)),
    titleOf: (lang, title) => texts.get(lang, 'routes', title),
  })
  const editing = composeEditing({
    store,
    scope,
    access,
    players,
    topics,
    jobs,
    files,
    say: (error, lang) => errorText(error, texts, lang),
  })
  all.push(
    system,
    files,
    session,
    access,
    composeAccounts(session, access),
    audit,
    scope,
    gameCatalogue,
    createInterfaceSettingsFeature({ store: store.as() }),
    menu,
    createPropertiesFeature({ reach: scope.reach }),
    players,
    ...editing,
    createSimulatorFeature({ reach: scope.reach, codecOf: scope.codecOf, ws: settings.ws }),
    // Last: what its rows are worked on with has started before it, and stops after it.
    jobs,
  )
  const texts = loadTexts([coreTextsFolder, ...all.map((feature) => feature.texts)])
  return {
    features: all,
    session,
    access,
    audit,
    scope,
    gameCatalogue,
    jobs,
    menu,
    texts,
    catalogue: () => permissionCatalogue(all),
  }
}

export type Composition = ReturnType<typeof composeFeatures>
