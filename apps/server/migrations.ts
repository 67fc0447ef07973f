import { accessMigrations } from '@qd/access/server'
import { auditMigrations } from '@qd/audit/server'
import { catalogueMigrations } from '@qd/catalogue/server'
import { customFunctionMigrations } from '@qd/custom-function/server'
import { dataEditMigrations } from '@qd/data-edit/server'
import { fileMigrations } from '@qd/files/server'
import { interfaceSettingsMigrations } from '@qd/interface-settings/server'
import { jobMigrations } from '@qd/jobs/server'
import { menuMigrations } from '@qd/menu/server'
import { playersMigrations } from '@qd/players/server'
import { scopeMigrations } from '@qd/scope/server'
import { secretMigrations } from '@qd/server-kit'
import { sessionMigrations } from '@qd/session/server'
import { leaseMigrations } from '@qd/store'
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
  ...menuMigrations,
  ...leaseMigrations,
  ...interfaceSettingsMigrations,
  ...jobMigrations,
  ...customFunctionMigrations,
  ...fileMigrations,
]

/** What came when those of other features stood here already, as it came. */
const LATER = [
  'scope-0004-server-adapter',
  'data-edit-0007-edits-of-server',
  'jobs-0003-titles',
  'data-edit-0008-edit-of-run',
  'custom-function-0004-runs-of-player',
  'files-0001-files',
]

/** Every table of the program, in the order of application; only ever appended to. */
export const migrations: Migration[] = [
  ...ofAllFeatures.filter(({ name }) => !LATER.includes(name)),
  ...LATER.flatMap((later) => ofAllFeatures.filter(({ name }) => name === later)),
]
