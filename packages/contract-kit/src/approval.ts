/** A kind of request for approval, declared by the feature that owns the write. */
export interface ApprovalType {
  readonly kind: 'approval'
  /** `data-edit.bulk`; stored with each request, so it never changes. */
  readonly type: string
  /** Key of the title under `approvals` in the feature's contract texts. */
  readonly title: string
  /** Fields of the input that nobody reads again: their digests stand in for them in what approvers and proofs show. */
  readonly secrets?: readonly string[]
  /** Nobody does it without an approval: with no policy that asks, or with approvals off, one other person decides. */
  readonly isAlways?: true
  /** It changes what is asked for: once approvals are on, one other person decides where no policy asks. */
  readonly isRule?: true
}

/** Declares a kind of request once; a route names it as its `approval`. */
export function defineApproval(spec: Omit<ApprovalType, 'kind'>): ApprovalType {
  return { kind: 'approval', ...spec }
}

/** A whole number as digits, shown in the way each reader's language groups them. No id is one. */
export interface Quantity {
  readonly quantity: string
}

/**
 * Words that each reader gets in their own language: as somebody typed them, a number, a text of the feature texts, or
 * words that the game gives in several languages.
 */
export type Words =
  | string
  | Quantity
  | { readonly key: string; readonly params?: Readonly<Record<string, string | number | Quantity>> }
  | { readonly texts: Readonly<Partial<Record<string, string>>>; readonly otherwise: string }

/** One thing a mail carries. */
interface MailAttachment {
  readonly number: string
  readonly name: Words
  readonly quantity: string
}

/**
 * What approvers see of a request, rendered from its stored revision alone. The set is closed; pages draw each kind.
 * Whole numbers of the game are texts of digits.
 */
export type PreviewBlock =
  | { readonly kind: 'facts'; readonly rows: readonly { readonly label: Words; readonly value: Words }[] }
  | {
      readonly kind: 'totals'
      /** How many players get it; null: it is not for players. */
      readonly perHead: number | null
      readonly rows: readonly {
        readonly number: string
        readonly name: Words
        readonly each: string
        readonly total: string
        /** Null: nobody can say. */
        readonly worth: string | null
      }[]
    }
  | {
      readonly kind: 'changes'
      readonly rows: readonly {
        readonly what: Words
        readonly detail?: string
        readonly before: Words | null
        readonly after: Words | null
        readonly isSensitive?: boolean
      }[]
      /** Further changes that are not shown. */
      readonly more: number
    }
  | {
      readonly kind: 'checks'
      readonly rows: readonly {
        readonly state: 'ok' | 'warn'
        readonly text: Words
        readonly detail?: Words
      }[]
    }
  | {
      readonly kind: 'sample'
      readonly columns: readonly Words[]
      readonly rows: readonly (readonly string[])[]
      readonly total: number
    }
  | {
      readonly kind: 'mail'
      readonly sender: Words
      readonly texts: Readonly<Record<string, { readonly title: string; readonly body: string }>>
      readonly attach: readonly MailAttachment[]
      readonly expireAt: number | null
      readonly vars: readonly Readonly<Record<string, string>>[]
    }
