import { botsMigrations } from '@qd/bots/server'
import { accessMigrations } from '@qd/access/server'
import { approvalMigrations } from '@qd/approvals/server'
import { auditMigrations } from '@qd/audit/server'
import { catalogueMigrations } from '@qd/catalogue/server'
import { customFunctionMigrations } from '@qd/custom-function/server'
import { dataEditMigrations } from '@qd/data-edit/server'
import { gameServerMigrations } from '@qd/game-servers/server'
import { fileMigrations } from '@qd/files/server'
import { interfaceSettingsMigrations } from '@qd/interface-settings/server'
import { jobMigrations } from '@qd/jobs/server'
import { mailMigrations } from '@qd/mail/server'
import { menuMigrations } from '@qd/menu/server'
import { notificationMigrations } from '@qd/notifications/server'
import { playersMigrations } from '@qd/players/server'
import { propertiesMigrations } from '@qd/properties/server'
import { codeMigrations } from '@qd/redemption-codes/server'
import { redisMigrations } from '@qd/redis/server'
import { scheduleMigrations } from '@qd/schedules/server'
import { scopeMigrations } from '@qd/scope/server'
import { secretMigrations } from '@qd/server-kit'
import { sessionMigrations } from '@qd/session/server'
import { definitionMigrations, simulatorMigrations } from '@qd/simulator/server'
import { leaseMigrations } from '@qd/store'
import { updateMigrations } from '@qd/system/server'
import type { Migration } from '@qd/store'

const ofAllFeatures: Migration[] = [
  ...secretMigrations,
  ...auditMigrations,
  ...accessMigrations,
  ...sessionMigrations,
  ...catalogueMigrations,
  ...scopeMigrations,
  ...playersMigrations,
  ...dataEditMigrations,
  ...mailMigrations,
  ...menuMigrations,
  ...leaseMigrations,
  ...interfaceSettingsMigrations,
  ...jobMigrations,
  ...botsMigrations,
  ...customFunctionMigrations,
  ...fileMigrations,
  ...gameServerMigrations,
  ...notificationMigrations,
  ...scheduleMigrations,
  ...simulatorMigrations,
  ...definitionMigrations,
  ...redisMigrations,
  ...updateMigrations,
  ...approvalMigrations,
  ...propertiesMigrations,
  ...codeMigrations,
]

/** What came when those of other features stood here already, as it came. */
const LATER = [
  'scope-0004-server-adapter',
  'data-edit-0007-edits-of-server',
  'jobs-0003-titles',
  'data-edit-0008-edit-of-run',
  'custom-function-0004-runs-of-player',
  'files-0001-files',
  'files-0002-rewritten',
  'scope-0005-labels-and-keys',
  'game-servers-0001-live',
  'notifications-0001-notifications',
  'schedules-0001-schedules',
  'session-0009-step-up',
  'access-0003-ends',
  'session-0010-people',
  'jobs-0004-large-jobs',
  'data-edit-0009-large-bulk-edits',
  'game-servers-0002-heard',
  'jobs-0005-proofs',
  'jobs-0006-cancelled-by',
  'notifications-0002-makers',
  'schedules-0002-proof-and-words',
  'game-servers-0003-state-set',
  'simulator-0001-accounts',
  'simulator-0002-records',
  'simulator-0003-definitions',
  'jobs-0007-output',
  'bots-0001-runs',
  'bots-0002-scenarios',
  'bots-0003-limits',
  'simulator-0004-account-server',
  'simulator-0005-requests',
  'simulator-0006-kept',
  'bots-0004-records',
  'simulator-0007-kept-definition',
  'simulator-0008-open',
  'bots-0005-scenario-names',
  'access-0004-resources',
  'redis-0001-connections',
  'redis-0002-bin',
  'redis-0003-viewers',
  'redis-0004-player-keys',
  'system-0001-updates',
  'redis-0005-analyses',
  'approvals-0001-requests',
  'properties-0001-items',
  'properties-0002-ledger',
  'session-0011-factor-at-sign-in',
  'mail-0001-mails',
  'redis-0005-layouts',
  'redemption-codes-0001-codes',
  'approvals-0002-untold',
  'mail-0002-requests',
  'approvals-0003-deeds',
  'mail-0003-recalled',
  'approvals-0004-gives',
  'access-0005-reviews',
  'redemption-codes-0002-requests',
  'mail-0004-reserved',
  'mail-0005-by-request',
  'data-edit-0010-uses',
  'properties-0003-sync',
  'properties-0004-requests',
  'approvals-0005-proof-keys',
  'approvals-0006-gaps',
  'approvals-0007-effects',
  'custom-function-0005-effects',
  'approvals-0008-event-words',
  'access-0006-given',
  'catalogue-0006-game-bases',
  'data-edit-0011-definition',
  'properties-0005-values',
]

/** Every table of the program, in the order of application; only ever appended to. */
export const migrations: Migration[] = [
  ...ofAllFeatures.filter(({ name }) => !LATER.includes(name)),
  ...LATER.flatMap((later) => ofAllFeatures.filter(({ name }) => name === later)),
]
