type Flag = 0 | 1

/** Times are ms UTC; JSON is text. */
export interface NotificationTables {
  /** What happened, as it was told; the outbox of everything below. */
  notice: {
    /** uuidv7. */
    id: string
    kind: string
    level: string
    notice_key: string
    params: string
    page: string | null
    scope: string | null
    /** JSON list of user ids, or `holders`. */
    audience: string
    at: number
    /** 1 until everybody it is for has it. */
    is_waiting: Flag
  }
  /** One person's copy; the same kind with the same key is theirs once. */
  notification: {
    user_id: string
    kind: string
    notice_key: string
    notice_id: string
    read_at: number | null
    /** When it came to the person, which may be long after it was told. */
    written_at: number
  }
  /** What somebody chose other than the default: in the console, not by mail. */
  notification_choice: { user_id: string; kind: string; in_console: Flag; by_mail: Flag }
  /** Where somebody reads mail, and the address that waits for its code. */
  notification_mail: {
    user_id: string
    address: string
    lang: string
    waiting: string
    /** Sealed; empty: none. */
    code: string
    code_tries: number
    code_until: number
    /** Codes sent since `sent_since`. */
    codes_sent: number
    sent_since: number
  }
  webhook: {
    id: string
    version: number
    name: string
    scope: string
    /** JSON list. */
    kinds: string
    shape: 'json' | 'feishu' | 'slack'
    lang: string
    origin: string
    /** Sealed: who knows it may write there. */
    url: string
    /** Sealed; empty: nothing is signed. */
    secret: string
    allow_private: Flag
    allow_loopback: Flag
    is_on: Flag
    is_off_by_failure: Flag
    /** Who saved it last may no longer see what it sends. */
    is_off_by_rights: Flag
    /** User id; what it sends is what they may see. */
    saved_by: string
    fails_since: number | null
    last_sent_at: number | null
  }
  /** What is to be sent out, and what came of it. */
  notice_delivery: {
    /** uuidv7; receivers tell repeated deliveries by it. */
    id: string
    way: 'webhook' | 'mail'
    /** Webhook or user. */
    target: string
    kind: string
    notice_key: string
    notice_id: string
    state: 'waiting' | 'sent' | 'given_up'
    tries: number
    not_before: number
    created_at: number
    ended_at: number | null
    status: number | null
    /** Code of what went wrong last. */
    fault: string
  }
  /** A receiver that took nothing, until it is tried again. */
  notice_lane: { way: string; target: string; tries: number; not_before: number }
}

export type NoticeRow = NotificationTables['notice']
export type WebhookRow = NotificationTables['webhook']
export type DeliveryRow = NotificationTables['notice_delivery']
