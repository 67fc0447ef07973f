import { serve, serveJob } from '@qd/server-kit'
import type { ServerFeature } from '@qd/server-kit'
import * as contract from '../contract/index.ts'
import { BOTS_MAX_MS } from '../contract/index.ts'
import type { BotsDeps, UseCaseDeps } from './bots-deps.ts'
import { listRuns } from './reports/list-runs.ts'
import { sendReport } from './reports/report-file.ts'
import { showLive } from './reports/show-live.ts'
import { showReport } from './reports/show-report.ts'
import { sweepRuns } from './reports/sweep-runs.ts'
import { refuseProduction } from './run/may-play.ts'
import { runBotsOf } from './run/run-bots.ts'
import { finderFor } from './scenarios/saved-scenarios.ts'
import { deleteScenario, getScenario, listScenarios, saveScenario } from './scenarios/scenario-calls.ts'
import { startRun, startRunOnRecord } from './run/start-bots.ts'

export type { BotsDeps, JobStanding } from './bots-deps.ts'
export { botsMigrations } from './bots-migrations.ts'
export type { BotsTables } from './bots-tables.ts'

const GONE_AFTER_MS = 15_000
/** Beyond the longest run: a worker that hangs ends by itself. */
const GRACE_MS = 60_000

/** Plays scenarios with many clients, as jobs, and keeps their reports. */
export function createBotsFeature(given: BotsDeps): ServerFeature {
  const deps: UseCaseDeps = { goneAfterMs: GONE_AFTER_MS, ...given, nowMs: given.nowMs ?? Date.now }
  return {
    name: 'bots',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: [
      serve(contract.startBots, {
        effect: 'store',
        // No confirmation would change it.
        beforeGate(_input, { caller, place }) {
          refuseProduction(caller, place)
          return place
        },
        handle: (input, ctx) => startRun(deps, input, ctx, finderFor(deps, ctx.caller, ctx.place)),
      }),
      serve(contract.startBotsOnRecord, {
        effect: 'store',
        beforeGate(_input, { caller, place }) {
          refuseProduction(caller, place)
          return place
        },
        handle: (input, ctx) => startRunOnRecord(deps, input, ctx, finderFor(deps, ctx.caller, ctx.place)),
      }),
      serve(contract.scenarioList, (_input, ctx) => listScenarios(deps, ctx)),
      serve(contract.scenarioGet, (input, ctx) => getScenario(deps, input, ctx)),
      serve(contract.scenarioSave, {
        effect: 'store',
        handle: (input, ctx) => saveScenario(deps, input, ctx),
      }),
      serve(contract.scenarioDelete, {
        effect: 'store',
        handle: (input, ctx) => deleteScenario(deps, input, ctx),
      }),
      serve(contract.botsRuns, (input, ctx) => listRuns(deps, input, ctx)),
      serve(contract.botsReportOf, (input, ctx) => showReport(deps, input, ctx)),
      serve(contract.botsLive, (input, ctx) => showLive(deps, input, ctx)),
      serve(contract.botsReportFile, (input, ctx) => sendReport(deps, input, ctx)),
    ],
    jobs: [
      serveJob(contract.botsJob, {
        resumable: false,
        isLong: true,
        chunkTimeoutMs: BOTS_MAX_MS + GRACE_MS,
        runChunk: (_rows, run) => runBotsOf(deps, run),
        facts: ({ load, hash }, text) => [
          { label: text('bots.clients'), value: String(load.clients) },
          { label: text('bots.hash'), value: hash },
        ],
      }),
    ],
    cleanUps: [{ name: 'bots.runs', everyMs: 86_400_000, run: () => sweepRuns(deps) }],
  }
}
