import { join } from 'node:path'
import { createAccessFeature } from '@qd/access/server'
import type { AnyRoute } from '@qd/contract-kit'
import { coreTextsFolder } from '@qd/contract-kit/texts'
import { createFilesFeature } from '@qd/files/server'
import type { FilesFeature } from '@qd/files/server'
import { createInterfaceSettingsFeature } from '@qd/interface-settings/server'
import { createMenuFeature } from '@qd/menu/server'
import { createLiveTopics, errorText, loadTexts } from '@qd/server-kit'
import type { CurrenciesOf, ServerFeature } from '@qd/server-kit'
import { createSessionFeature } from '@qd/session/server'
import type { SessionDeps } from '@qd/session/server'
import { createSystemFeature } from '@qd/system/server'
import type { SystemDeps, UpdatesDeps } from '@qd/system/server'
import { composeApprovals } from './compose-approvals.ts'
import { composeAudit } from './compose-audit.ts'
import { composeBots } from './compose-bots.ts'
import { composeCodes } from './compose-codes.ts'
import { composeEditing } from './compose-editing.ts'
import { composeGameServers } from './compose-game-servers.ts'
import { composeJobs } from './compose-jobs.ts'
import { composeMail } from './compose-mail.ts'
import { composeAccounts } from './compose-accounts.ts'
import { composeProperties } from './compose-properties.ts'
import { composeRedis } from './compose-redis.ts'
import { composeNotifications } from './compose-notifications.ts'
import { composeSchedules } from './compose-schedules.ts'
import { composePlayers, composeSimulator } from './compose-simulator.ts'
import type { PlacesParts } from './compose-places.ts'
import { world } from '@qd/sandbox'
import { oidcSettings } from '../oidc-settings.ts'
import { updateSettings } from '../update-settings.ts'
import { rightsUsage } from './rights-usage.ts'
import { permissionCatalogue } from './permission-catalogue.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { placesOfConsole } from './places-of-console.ts'
import type { ComposeParts } from './compose-parts.ts'

/** Links of the settings file beside those administrators keep; with the sandbox, the project of its game. */
function composeMenu({ env, store, dialer, settings }: ComposeParts) {
  const { menus: quick, extMenus: extra, menuProjects } = settings
  const isOwn = ({ project_id }: { project_id: string }) =>
    menuProjects.some((each) => each.project_id === project_id)
  const seeded = env.isSandbox ? world.projects.filter((project) => !isOwn(project)) : []
  const projects = [...menuProjects, ...seeded]
  return createMenuFeature({ store: store.as(), dialer, settings: { quick, extra, projects } })
}

/** Signing in, as the environment sets it up. */
function composeSession(
  { env, store, secretBox, dialer }: ComposeParts,
  deps: Pick<SessionDeps, 'audit' | 'access' | 'catalogue' | 'notifications'>,
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

/** The settings file, the health of the console, the page of all calls, and new versions. */
function composeSystem(
  { env, store, settings, dialer, logger, pageBuild, isReady = () => true }: ComposeParts,
  {
    say,
    notifications,
    ...deps
  }: Pick<SystemDeps, 'isSetupOpen' | 'linesOf' | 'routes' | 'titleOf' | 'proofKeys'> &
    Pick<UpdatesDeps, 'say' | 'notifications'>,
) {
  return createSystemFeature({
    ...deps,
    updates: {
      source: updateSettings(env.updates),
      store,
      dialer,
      notifications,
      folder: join(env.dataDir, 'updates'),
      running: packageJson.version,
      say,
      log: { warn: (detail, message) => logger.warn(detail, message) },
    },
    settings,
    version: packageJson.version,
    build: pageBuild ?? '',
    passwordMin: env.passwordMin,
    isSandbox: env.isSandbox,
    isReady,
    ping: () => store.ping(),
    condition: () => store.condition(),
  })
}

/** What it asks others is asked once they are all there. */
function composeAccess(
  { store }: ComposeParts,
  all: readonly ServerFeature[],
  audit: ReturnType<typeof composeAudit>,
  late: () => { session: ReturnType<typeof composeSession>; texts: ReturnType<typeof loadTexts> },
) {
  return createAccessFeature({
    store: store.as(),
    audit: audit.audit,
    usage: rightsUsage(audit, all),
    accounts: () => late().session.accounts,
    previews: () => late().session.previews,
    catalogue: () => permissionCatalogue(all),
    resources: () => all.flatMap((feature) => feature.resources ?? []),
    titleOf: (lang, permission) => late().texts.get(lang, 'permissions', permission),
  })
}

/** Makes every feature and hands each the ports it needs; the only place that knows them all. */
export function composeFeatures(parts: ComposeParts) {
  const { store, logger, secretBox } = parts
  const topics = createLiveTopics(store.broadcast)
  const audit = composeAudit(parts, () => ({
    all,
    access,
    session,
    places,
    jobs,
    schedules,
    notifications: notifications.port,
    texts,
  }))
  const all: ServerFeature[] = []
  const notifications = composeNotifications(parts, all, () => ({ access, session, places, texts }))
  const access = composeAccess(parts, all, audit, () => ({ session, texts }))
  const session = composeSession(parts, {
    audit: audit.audit,
    access: access.access,
    catalogue: () => permissionCatalogue(all),
    notifications: notifications.port,
  })
  const say: PlacesParts['say'] = (error, lang) => errorText(error, texts, lang)
  const places = placesOfConsole(parts, say, () => gameServers)
  const { catalogue: gameCatalogue, scope } = places
  const gameServers = composeGameServers(parts, places, { notifications, audit })
  const shared = { store, audit, session, places, logger, features: all, texts: () => texts }
  const jobs = composeJobs({
    ...shared,
    notifications: notifications.port,
    isVetoed: (jobId) => approvals.isVetoed(jobId),
  })
  const approvals = composeApprovals({ ...shared, secretBox, access, jobs, notifications })
  const schedules = composeSchedules({ ...shared, jobs, notifications, policies: approvals.policies })
  const files = composeFiles(parts, all)
  const menu = composeMenu(parts)
  const players = composePlayers(parts, places)
  const system = composeSystem(parts, {
    isSetupOpen: () => session.needsSetup(),
    proofKeys: () => approvals.proofKeys(),
    linesOf: (caller) => scope.linesOf(caller),
    routes: (): AnyRoute[] => all.flatMap((feature) => feature.routes.map(({ route }) => route)),
    titleOf: (lang, title) => texts.get(lang, 'routes', title),
    say,
    notifications: notifications.port,
  })
  const simulator = composeSimulator(parts, { audit, session, access, places })
  const redis = composeRedis(parts, { places, say, session, topics, jobs, files, audit })
  const currenciesOf: CurrenciesOf = (server) => editing.currenciesOf(server)
  const properties = composeProperties(parts, { ...shared, notifications, currenciesOf, say })
  const work = { store, scope, jobs, files, properties, approvals, currenciesOf }
  const editing = composeEditing({ ...work, access, players, topics, schedules, say })
  all.push(
    system,
    files,
    session,
    access,
    composeAccounts(parts.env.publicUrl, { session, access, notifications }),
    audit,
    scope,
    gameCatalogue,
    gameServers,
    createInterfaceSettingsFeature({ store: store.as() }),
    redis,
    composeCodes(parts, { jobs, properties, currenciesOf, places, texts: () => texts }),
    menu,
    properties,
    players,
    composeMail(work),
    ...editing.features,
    simulator,
    composeBots(parts, { scope, access, jobs, simulator }),
    notifications,
    // Last: what its rows are worked on with has started before it, and stops after it.
    jobs,
    schedules,
    approvals,
  )
  const texts = loadTexts([coreTextsFolder, ...all.map((feature) => feature.texts)])
  return {
    features: all,
    approvals,
    session,
    access,
    audit,
    scope,
    gameCatalogue,
    gameServers,
    jobs,
    menu,
    notifications,
    redis,
    texts,
    catalogue: () => permissionCatalogue(all),
  }
}

export type Composition = ReturnType<typeof composeFeatures>
