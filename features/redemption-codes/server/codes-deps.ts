import type { Language } from '@qd/i18n'
import type { CatalogueServer, JobsPort, SecretBox, Catalogue } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { CodeTables } from './code-tables.ts'
import type { CodeDigest } from './code-digest.ts'

/** What the feature needs of the rest of the program. */
export interface CodesDeps {
  store: Store<CodeTables>
  secretBox: SecretBox
  jobs: JobsPort
  catalogue: () => Catalogue
  texts: {
    /** A text of the feature texts. */
    text(lang: Language, key: string): string
  }
  nowMs?: () => number
}

export interface UseCaseDeps extends CodesDeps {
  nowMs: () => number
  digest: CodeDigest
}

export type CallingServer = Pick<CatalogueServer, 'key' | 'game' | 'sId' | 'lineId'>
