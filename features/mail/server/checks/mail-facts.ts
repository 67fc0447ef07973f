import type { Environment, WorthRate } from '@qd/contract-kit'
import type { GameCallReply, ItemRow } from '@qd/game-contract'
import type { Excess } from '@qd/item-limits'
import type { CatalogueServer } from '@qd/server-kit'
import type { MailDraft } from '../../contract/index.ts'
import type { SetInfo, TestSend } from '../drafts/mail-record.ts'

/** A server a mail goes to, as far as it answers now. */
export interface TargetFacts {
  server: CatalogueServer
  /** Null: it is away. */
  meta: GameCallReply<'meta'> | null
  /** By number; null: it could not be asked, or nothing had to be asked. */
  items: ReadonlyMap<string, ItemRow> | null
}

/** Whom it reaches. */
export interface ReachFacts {
  /** Null: nobody can say. */
  players: number | null
  isEstimate: boolean
  /** Lines that are no recipients. */
  problems: number
  /** Of an import; null: no game was asked for its players. */
  lookup: SetInfo['lookup'] | null
  /** Of a list; null: it goes to everybody. */
  hash: string | null
  /** Names of variables that rows fill. */
  vars: readonly string[]
  /** What recipients with own attachments get; they do not get those of the mail. */
  own: { players: number; totals: Readonly<Record<string, string>> }
  sample: readonly { sId: number; player: string; vars: Readonly<Record<string, string>> }[]
}

/** Everything the checks look at; gathered before, so that they are the same for page, release and approval. */
export interface MailFacts {
  draft: MailDraft
  contentHash: string
  environment: Environment
  targets: readonly TargetFacts[]
  reach: ReachFacts
  words: { list: readonly string[]; revision: number }
  /** Null: the limits could not be looked up. */
  excess: readonly Excess[] | null
  /** What one action may give, by number. */
  limits: ReadonlyMap<string, bigint>
  /** What the console says items are worth, by number. */
  rates: ReadonlyMap<string, WorthRate>
  /** Which items are a currency; null: no server of the line offers its definition. */
  currencies: ReadonlySet<string> | null
  test: TestSend | null
  /** Real time. */
  nowMs: number
}

/** Mails to everybody and to lists are two capabilities. */
export const isGlobal = (sendType: number) => sendType === 1 || sendType === 3

export const goesToAll = ({ draft }: Pick<MailFacts, 'draft'>) => isGlobal(draft.sendType)
