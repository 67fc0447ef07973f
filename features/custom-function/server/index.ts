import { serve, serveJob, serveSchedule } from '@qd/server-kit'
import type { ServerFeature } from '@qd/server-kit'
import * as contract from '../contract/index.ts'
import {
  handleArchiveFunction,
  handleOverrideFunction,
  handleShareFunction,
} from './design/share-function.ts'
import {
  handleCheckFunction,
  handleExportFunction,
  handleImportFunction,
  handleRestoreFunction,
  handleSaveFunction,
} from './design/save-function.ts'
import { handleTryFunction } from './design/try-function.ts'
import type { CustomFunctionDeps, UseCaseDeps } from './function-deps.ts'
import { listFunctions } from './list/list-functions.ts'
import { listGroups, listVersions, showFunction } from './list/show-function.ts'
import { forgetPlans, handleDryRun } from './run/dry-run.ts'
import { forgetRuns } from './run/run-store.ts'
import { listRuns } from './run/list-runs.ts'
import { createPlayerRuns } from './run/player-runs.ts'
import type { PlayerRuns } from './run/player-runs.ts'
import { handleRunOnList, runFunctionChunk } from './run/run-list.ts'
import {
  approvalOfScheduled,
  handleSchedule,
  scheduleFacts,
  startScheduled,
  weighScheduled,
} from './run/schedule-run.ts'
import { handleFunctionEffects } from './design/set-effects.ts'
import { handleRunNow, nameOfRun, weighRun } from './run/run-now.ts'

export type { CustomFunctionDeps } from './function-deps.ts'
export { customFunctionMigrations } from './migrations.ts'
export type { CustomFunctionTables } from './tables.ts'

const HOUR_MS = 3_600_000
const PLAYERS_PER_CHUNK = 20

function designRoutes(deps: UseCaseDeps) {
  const effect = 'store' as const
  return [
    serve(contract.checkFunction, (input, ctx) => handleCheckFunction(deps, input, ctx)),
    serve(contract.tryFunction, (input, ctx) => handleTryFunction(deps, input, ctx)),
    serve(contract.saveFunction, { effect, handle: (input, ctx) => handleSaveFunction(deps, input, ctx) }),
    serve(contract.restoreFunction, {
      effect,
      handle: (input, ctx) => handleRestoreFunction(deps, input, ctx),
    }),
    serve(contract.archiveFunction, {
      effect,
      handle: (input, ctx) => handleArchiveFunction(deps, input, ctx),
    }),
    serve(contract.shareFunction, { effect, handle: (input, ctx) => handleShareFunction(deps, input, ctx) }),
    serve(contract.functionEffects, {
      effect,
      handle: (input, ctx) => handleFunctionEffects(deps, input, ctx),
    }),
    serve(contract.overrideFunction, {
      effect,
      handle: (input, ctx) => handleOverrideFunction(deps, input, ctx),
    }),
    serve(contract.exportFunction, (input, ctx) => handleExportFunction(deps, input, ctx)),
    serve(contract.importFunction, {
      effect,
      handle: (input, ctx) => handleImportFunction(deps, input, ctx),
    }),
  ]
}

function runRoutes(deps: UseCaseDeps) {
  return [
    serve(contract.dryRunFunction, (input, ctx) => handleDryRun(deps, input, ctx)),
    serve(contract.runFunctionNow, {
      raiseRisk: (input, ctx) => weighRun(deps, input, ctx),
      targetName: (input, ctx) => nameOfRun(deps, input, ctx),
      handle: (input, ctx) => handleRunNow(deps, input, ctx),
      endOf: ({ status, steps }) => {
        const edits = steps.flatMap(({ editId }) => (editId === undefined ? [] : [`edit:${editId}`]))
        // What a function did besides edits cannot be taken back.
        const made = edits.length === steps.length ? edits : []
        if (status === 'done') return { state: 'succeeded', made }
        const message = steps.at(-1)?.msg ?? ''
        return { state: 'failed', ...(message === '' ? {} : { message }) }
      },
    }),
    serve(contract.runFunctionOnList, {
      effect: 'store',
      handle: (input, ctx) => handleRunOnList(deps, input, ctx),
    }),
    serve(contract.scheduleFunction, {
      effect: 'store',
      handle: (input, ctx) => handleSchedule(deps, input, ctx),
    }),
    serve(contract.functionRuns, (input, ctx) => listRuns(deps, input, ctx)),
  ]
}

export interface CustomFunctionFeature extends ServerFeature {
  /** For the time line of a player. */
  runs: PlayerRuns
}

/** Functions the game servers declare and those composed in the console: listed, designed, tried, run. */
export function createCustomFunctionFeature(given: CustomFunctionDeps): CustomFunctionFeature {
  const deps: UseCaseDeps = { ...given, nowMs: given.nowMs ?? Date.now }
  return {
    name: 'custom-function',
    runs: createPlayerRuns(deps),
    texts: new URL('../contract/locales/', import.meta.url),
    routes: [
      serve(contract.functionList, (input, ctx) => listFunctions(deps, input, ctx)),
      serve(contract.functionGet, (input, ctx) => showFunction(deps, input, ctx)),
      serve(contract.functionVersions, (input, ctx) => listVersions(deps, input, ctx)),
      serve(contract.functionGroups, (_input, ctx) => listGroups(deps, ctx)),
      ...designRoutes(deps),
      ...runRoutes(deps),
    ],
    jobs: [
      serveJob(contract.functionJob, {
        chunkSize: PLAYERS_PER_CHUNK,
        runChunk: (rows, run) => runFunctionChunk(deps, rows, run),
      }),
    ],
    schedules: [
      serveSchedule(contract.functionSchedule, {
        facts: scheduleFacts,
        risk: (params, ctx) => weighScheduled(deps, params, ctx),
        approval: (params, ctx) => approvalOfScheduled(deps, params, ctx),
        run: (run) => startScheduled(deps, run),
      }),
    ],
    permissions: [contract.runRiskyFunction],
    cleanUps: [
      {
        name: 'dry runs and runs',
        everyMs: HOUR_MS,
        async run() {
          await forgetPlans(deps)
          await forgetRuns(deps)
        },
      },
    ],
  }
}
