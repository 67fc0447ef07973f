import type { RequestStanding } from '@qd/contract-kit'
import type { Kysely } from 'kysely'

/** A mail or a template; `draft` is JSON of MailDraft, columns beside it are for lists. */
export interface MailRow {
  id: string
  game: string
  operator: string
  line_id: string
  platform: number
  revision: number
  is_template: number
  name: string
  send_type: number
  email_type: string
  draft: string
  title: string
  /** The first characters of the body. */
  content: string
  attach_kinds: number
  tags: string
  /** Name, title and tags, folded. */
  search: string
  send_at: number | null
  expire_at: number | null
  set_id: string | null
  created_by: string
  created_at: number
  updated_by: string
  updated_at: number
  /** JSON of the last test send. */
  test: string | null
  /** JSON of Released; null: a draft. */
  released: string | null
  released_at: number | null
  released_by: string | null
  job_id: string | null
  retries: number
  /** The request for approval that counts for it. */
  request_id: string | null
  request_number: number | null
  request_state: RequestStanding['state'] | null
  recall_job_id: string | null
  /** Players of a list, servers of a mail to everybody; null before the release. */
  total: number | null
  delivered: number
  already: number
  failed: number
  unknown: number
  recall_removed: number
  recall_claimed: number
  recall_taken: number
  recall_missing: number
}

/** Frozen recipients; never changed, only replaced. */
export interface MailSetRow {
  id: string
  mail_id: string
  players: number
  hash: string
  /** JSON of SetInfo. */
  info: string
  at: number
}

export interface MailChunkRow {
  set_id: string
  seq: number
  server_key: string
  s_id: number
  players: number
  /** Deflated JSON of the recipients, base64. */
  packed: string
  hash: string
}

export interface MailProblemRow {
  set_id: string
  seq: number
  file: string
  line: number
  code: string
  text: string
}

/** What came of a chunk or of a server; one row of the job each. */
export interface MailSentRow {
  mail_id: string
  seq: number
  server_key: string
  s_id: number
  players: number
  state: 'done' | 'failed' | 'unknown'
  delivered: number
  already: number
  failed: number
  code: string
  msg: string
  at: number
}

/** A player who did not get it. */
export interface MailExceptionRow {
  mail_id: string
  player: string
  seq: number
  s_id: number
  code: number
  msg: string
  at: number
}

/** A player who had claimed what was recalled. */
export interface MailClaimedRow {
  mail_id: string
  player: string
  s_id: number
  claimed_at: number
  taken: string
  missing: string
}

/** A server that a recall has gone through. */
export interface MailRecalledRow {
  job_id: string
  server_key: string
}

/** What of a server was frozen when it was asked first. */
export interface MailServerRow {
  mail_id: string
  server_key: string
  /** Game time minus real time, milliseconds. */
  offset_ms: number
}

/** Mails whose amounts are counted as a whole: what was not sent is given back once their job has ended. */
export interface MailReservedRow {
  mail_id: string
}

export interface MailReportRow {
  mail_id: string
  at: number
  counts: string
}

export interface MailTestAccountRow {
  line_id: string
  u_id: string
  s_id: number
  label: string
  by: string
  at: number
}

export interface MailWordsRow {
  line_id: string
  words: string
  revision: number
  by: string
  at: number
}

export interface MailTables {
  mail: MailRow
  mail_set: MailSetRow
  mail_chunk: MailChunkRow
  mail_problem: MailProblemRow
  mail_sent: MailSentRow
  mail_exception: MailExceptionRow
  mail_claimed: MailClaimedRow
  mail_recalled: MailRecalledRow
  mail_server: MailServerRow
  mail_report: MailReportRow
  mail_reserved: MailReservedRow
  mail_test_account: MailTestAccountRow
  mail_words: MailWordsRow
}

/** A write of mails. */
export type MailTx = Kysely<MailTables>
