import type { AccessFeature } from '@qd/access/server'
import { createBotsFeature } from '@qd/bots/server'
import type { JobsFeature } from '@qd/jobs/server'
import type { ServerFeature } from '@qd/server-kit'
import type { ScopeFeature } from '@qd/scope/server'
import type { SimulatorFeature } from '@qd/simulator/server'
import type { ComposeParts } from './compose-parts.ts'
import { groupsPort } from './groups-port.ts'

interface BotsParts {
  scope: Pick<ScopeFeature, 'reach'>
  access: Pick<AccessFeature, 'access'>
  jobs: Pick<JobsFeature, 'port' | 'endingsOf' | 'outputOf'>
  simulator: Pick<SimulatorFeature, 'recordTarget'>
}

/** Bots, whose runs are jobs. */
export function composeBots(
  { store, dialer, settings, logger }: Pick<ComposeParts, 'store' | 'dialer' | 'settings' | 'logger'>,
  { scope, access, jobs, simulator }: BotsParts,
): ServerFeature {
  return createBotsFeature({
    store: store.as(),
    reach: scope.reach,
    records: (caller, place, idOrName) => simulator.recordTarget(caller, place, idOrName),
    dialer,
    jobs: jobs.port,
    groups: groupsPort(access),
    standingOf: (ids) => jobs.endingsOf(ids),
    outputOf: (cursor) => jobs.outputOf(cursor),
    log: { error: (detail, message) => logger.error(detail, message) },
    most: settings.botsMax,
  })
}
