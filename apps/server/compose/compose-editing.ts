import type { AccessFeature } from '@qd/access/server'
import { createBulkEditFeature } from '@qd/bulk-edit/server'
import type { AppError } from '@qd/contract-kit'
import { createCustomFunctionFeature } from '@qd/custom-function/server'
import { createDataEditFeature } from '@qd/data-edit/server'
import type { Language } from '@qd/i18n'
import type { JobsFeature } from '@qd/jobs/server'
import { currenciesOf } from '@qd/player-edit'
import type { PlayersFeature } from '@qd/players/server'
import type { ScopeFeature } from '@qd/scope/server'
import type {
  CurrenciesOf,
  FilesPort,
  LimitsPort,
  LiveTopics,
  RollbackPort,
  SchedulesPort,
  ServerFeature,
  WorthPort,
} from '@qd/server-kit'
import type { Store } from '@qd/store'
import { groupsPort } from './groups-port.ts'

interface EditingParts {
  store: Store<never>
  scope: Pick<ScopeFeature, 'reach' | 'port'>
  access: Pick<AccessFeature, 'access'>
  players: Pick<PlayersFeature, 'noteRecent'>
  topics: LiveTopics
  jobs: Pick<JobsFeature, 'port' | 'standingOf'>
  files: { port: FilesPort }
  schedules: { port: SchedulesPort }
  properties: { limits: LimitsPort; worth: WorthPort }
  approvals: { rollbacks: RollbackPort }
  say: (error: AppError, lang: Language) => string
}

/** What changes players' data: the editor, and what changes it in the editor's way. */
export function composeEditing(parts: EditingParts): {
  features: ServerFeature[]
  currenciesOf: CurrenciesOf
} {
  const { store, scope, access, players, topics, jobs, files, schedules, properties, say } = parts
  const { rollbacks } = parts.approvals
  const dataEdit = createDataEditFeature({
    store: store.as(),
    reach: scope.reach,
    topics,
    rollbacks,
    items: { limits: properties.limits, worth: properties.worth },
    // Made below; asked for only once everything is there.
    runs: () => functions.runs,
    jobs: () => jobs,
    onPlayerOpened: (userId, player) => players.noteRecent(userId, player),
  })
  const bulkEdit = createBulkEditFeature({
    store: store.as(),
    reach: scope.reach,
    scope: scope.port,
    edits: dataEdit.jobEdits,
    jobs: jobs.port,
    files: files.port,
    rollbacks,
  })
  const functions = createCustomFunctionFeature({
    store: store.as(),
    reach: scope.reach,
    scope: scope.port,
    edits: dataEdit.edits,
    groups: groupsPort(access),
    jobs: jobs.port,
    schedules: schedules.port,
    say,
  })
  return {
    features: [dataEdit, bulkEdit, functions],
    currenciesOf: async (server) => currenciesOf(await dataEdit.edits.protocol(server)),
  }
}
