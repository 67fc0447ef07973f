import { serve, serveJob } from '@qd/server-kit'
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
import type { CustomFunctionDeps, FunctionPorts } from './function-ports.ts'
import { listFunctions } from './list/list-functions.ts'
import { listGroups, listVersions, showFunction } from './list/show-function.ts'
import { forgetPlans, handleDryRun } from './run/dry-run.ts'
import { forgetRuns } from './run/run-store.ts'
import { listRuns } from './run/list-runs.ts'
import { handleRunOnList, runFunctionChunk } from './run/run-list.ts'
import { handleRunNow, nameOfRun, weighRun } from './run/run-now.ts'

export type { CustomFunctionDeps } from './function-ports.ts'
export { customFunctionMigrations } from './migrations.ts'
export type { CustomFunctionTables } from './tables.ts'

const HOUR_MS = 3_600_000
const PLAYERS_PER_CHUNK = 20

function designRoutes(ports: FunctionPorts) {
  const effect = 'store' as const
  return [
    serve(contract.checkFunction, (input, ctx) => handleCheckFunction(ports, input, ctx)),
    serve(contract.tryFunction, (input, ctx) => handleTryFunction(ports, input, ctx)),
    serve(contract.saveFunction, { effect, handle: (input, ctx) => handleSaveFunction(ports, input, ctx) }),
    serve(contract.restoreFunction, {
      effect,
      handle: (input, ctx) => handleRestoreFunction(ports, input, ctx),
    }),
    serve(contract.archiveFunction, {
      effect,
      handle: (input, ctx) => handleArchiveFunction(ports, input, ctx),
    }),
    serve(contract.shareFunction, { effect, handle: (input, ctx) => handleShareFunction(ports, input, ctx) }),
    serve(contract.overrideFunction, {
      effect,
      handle: (input, ctx) => handleOverrideFunction(ports, input, ctx),
    }),
    serve(contract.exportFunction, (input, ctx) => handleExportFunction(ports, input, ctx)),
    serve(contract.importFunction, {
      effect,
      handle: (input, ctx) => handleImportFunction(ports, input, ctx),
    }),
  ]
}

function runRoutes(ports: FunctionPorts) {
  return [
    serve(contract.dryRunFunction, (input, ctx) => handleDryRun(ports, input, ctx)),
    serve(contract.runFunctionNow, {
      raiseRisk: (input, ctx) => weighRun(ports, input, ctx),
      targetName: (input, ctx) => nameOfRun(ports, input, ctx),
      handle: (input, ctx) => handleRunNow(ports, input, ctx),
    }),
    serve(contract.runFunctionOnList, {
      effect: 'store',
      handle: (input, ctx) => handleRunOnList(ports, input, ctx),
    }),
    serve(contract.functionRuns, (input, ctx) => listRuns(ports, input, ctx)),
  ]
}

/** Functions the game servers declare and those composed in the console: listed, designed, tried, run. */
export function createCustomFunctionFeature(deps: CustomFunctionDeps): ServerFeature {
  const ports = { ...deps, nowMs: deps.nowMs ?? Date.now }
  return {
    name: 'custom-function',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: [
      serve(contract.functionList, (input, ctx) => listFunctions(ports, input, ctx)),
      serve(contract.functionGet, (input, ctx) => showFunction(ports, input, ctx)),
      serve(contract.functionVersions, (input, ctx) => listVersions(ports, input, ctx)),
      serve(contract.functionGroups, (_input, ctx) => listGroups(ports, ctx)),
      ...designRoutes(ports),
      ...runRoutes(ports),
    ],
    jobs: [
      serveJob(contract.functionJob, {
        chunkSize: PLAYERS_PER_CHUNK,
        runChunk: (rows, run) => runFunctionChunk(ports, rows, run),
      }),
    ],
    permissions: [contract.runRiskyFunction],
    cleanUps: [
      {
        name: 'dry runs and runs',
        everyMs: HOUR_MS,
        async run() {
          await forgetPlans(ports)
          await forgetRuns(ports)
        },
      },
    ],
  }
}
