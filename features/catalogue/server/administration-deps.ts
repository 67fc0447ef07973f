import type { AppError } from '@qd/contract-kit'
import type { UIdBases } from '@qd/game-id'
import type { Language } from '@qd/i18n'
import type { Adapters, GuardedDialer, SecretBox } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { Kysely } from 'kysely'
import type { CatalogueCache } from './load/catalogue-cache.ts'
import type { CatalogueTables } from './tables.ts'

/** What the administration of the hierarchy works with. */
export interface AdministrationDeps {
  store: Store<CatalogueTables>
  cache: CatalogueCache
  secretBox: SecretBox
  adapters: Pick<Adapters, 'has' | 'fresh'>
  /** How uIds split: a server number has to fit (S9.05). */
  bases: UIdBases
  /** The way out that the test of a connection uses. */
  dialer: Pick<GuardedDialer, 'fetch' | 'webSocket' | 'probe'>
  /** A refusal in words, for the rows of an import. */
  say(error: AppError, lang: Language): string
  now(): number
}

export type CatalogueDb = Kysely<CatalogueTables>
