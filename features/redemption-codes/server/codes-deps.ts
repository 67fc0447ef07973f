import type { AppError } from '@qd/contract-kit'
import type { ItemRow } from '@qd/game-contract'
import type { UIdBases } from '@qd/game-id'
import type { Language } from '@qd/i18n'
import type {
  Catalogue,
  CatalogueServer,
  CurrenciesOf,
  JobsPort,
  KeptAnswers,
  LimitsPort,
  RatesPort,
  ReachPort,
  SecretBox,
} from '@qd/server-kit'
import type { Leases, Store } from '@qd/store'
import type { CodeTables } from './code-tables.ts'
import type { CodeDigest } from './code-digest.ts'

/** The calls of a game server that codes need. */
export type CodesGroups = 'items' | 'players' | 'playersQuery' | 'time'

/** What the feature needs of the rest of the program. */
export interface CodesDeps {
  store: Store<CodeTables>
  secretBox: SecretBox
  jobs: JobsPort
  /** How jobs stand, by their ids; one that is gone is left out. */
  endingsOf(jobIds: readonly string[]): Promise<ReadonlyMap<string, { isOpen: boolean }>>
  reach: ReachPort<CodesGroups>
  /** Upper limits of what a batch gives. */
  limits: LimitsPort
  /** What the console says items are worth. */
  worth: RatesPort
  currenciesOf: CurrenciesOf
  catalogue: () => Catalogue
  /** By which a uId of a game names its server. */
  basesOf(game: string): UIdBases
  texts: {
    /** A text of the feature texts. */
    text(lang: Language, key: string): string
    /** The sentence of a failure. */
    error(lang: Language, error: AppError): string
  }
  nowMs?: () => number
}

export interface UseCaseDeps extends CodesDeps {
  nowMs: () => number
  digest: CodeDigest
  leases: Leases
  /** Items of a server by number, by its key. */
  items: KeptAnswers<ReadonlyMap<string, ItemRow>>
}

export type CallingServer = Pick<CatalogueServer, 'key' | 'game' | 'sId' | 'lineId'>
