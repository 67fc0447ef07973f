import type {
  ApprovalType,
  Effects,
  Environment,
  GrantResource,
  PreviewBlock,
  Risk,
  Words,
  Worth,
} from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import type { AnyTx } from '@qd/store'
import type { Caller } from './caller.ts'
import type { ObjectKey } from './object-key.ts'
import type { CataloguePlace } from './scope-port.ts'

/** A role that is given away for some hours once the request is executed. */
export interface GivenRole {
  readonly role: string
  readonly scope: string
  readonly environment: Environment | '*'
  readonly resource?: GrantResource | undefined
  readonly hours: number
}

/** What somebody is asked to approve, told by the handler of the call once everything is checked. */
export interface ApprovalFacts {
  /** Where it weighs: the worst place of a list; absent: the place of the call. */
  readonly place?: CataloguePlace
  /** All places it touches: approvers hold their right at each; absent: `place` alone. */
  readonly places?: readonly CataloguePlace[]
  readonly risk: Risk
  readonly value: {
    readonly rows: number
    /** It touches at least so many rows, and nobody can say how many more. */
    readonly hasMoreRows?: boolean
    readonly worth: Worth
  }
  /** What it does; policies name these, so that each way to one effect is asked for alike. */
  readonly effects: Effects
  /** What it touches; two open requests on one of them are warned. */
  readonly objects: readonly ObjectKey[]
  /** Versions of what it is based on; compared again when it is executed. */
  readonly bases: readonly { readonly key: string; readonly label: Words; readonly version: string }[]
  readonly preview: readonly PreviewBlock[]
  /** What the request is called. */
  readonly title: Words
  /** Digest of the text or file of the call; part of what is approved. */
  readonly about?: string
  /**
   * What makes two requests the same thing, where the input holds keys that differ each time; absent: the input without its
   * idempotency key. A vetoed content stays blocked by it.
   */
  readonly content?: unknown
  /** Page of the owner's record. */
  readonly hint?: string
  /** What it lets somebody hold: whoever decides on it could give that themselves. */
  readonly gives?: GivenRole
}

/**
 * Tries a call that is handed in: throws what it would be refused for, and tells approvers the rest. What it finds is no
 * part of what is approved: it is tried again when it is executed.
 */
export type TriedCall = () => Promise<readonly PreviewBlock[]>

/** What a policy weighs. */
export interface ApprovalWeight {
  readonly type: ApprovalType
  readonly lang: Language
  readonly places: readonly CataloguePlace[]
  readonly facts: Pick<ApprovalFacts, 'risk' | 'value' | 'effects'>
}

/** The facts with all that the kit knows of the call. */
export interface ApprovalCall extends ApprovalWeight {
  /** `POST /adjust/bulk/start` */
  readonly route: string
  /** Title of the route. */
  readonly action: string
  readonly caller: Caller
  readonly place: CataloguePlace
  readonly facts: ApprovalFacts
  /** Exactly what would be done, as canonical JSON; secrets by their digests. */
  readonly content: string
  /** SHA-256 of `content`, hex. */
  readonly hash: string
  /** Of what is wanted, however often it is asked for. */
  readonly contentHash: string
}

/** The policy that asks for an approval. */
export interface ApprovalNeeded {
  readonly name: string
  readonly stages: readonly {
    readonly name: string
    readonly need: number
    readonly groups: readonly string[]
  }[]
}

/** What the kit needs of the approvals feature. */
export interface ApprovalsPort {
  /** Whether anything asks for approvals at all. */
  isOn(): Promise<boolean>
  /** The policy that asks for an approval of this; null: none does. */
  needed(call: ApprovalCall): Promise<ApprovalNeeded | null>
}

/** For features that weigh work which no call of its own hands in. */
export interface PoliciesPort extends Pick<ApprovalsPort, 'isOn'> {
  /** The policy that would ask for an approval of this; null: none does. */
  asked(weight: ApprovalWeight): Promise<ApprovalNeeded | null>
}

/** Something that was taken back by its own feature. */
export interface RolledBack {
  /** `job:<id>`, or what the end of the call names in `made`. */
  readonly what: string
  readonly by: Pick<Caller, 'userId' | 'name'>
  /** Of the call that takes it back, or that started the job which does. */
  readonly requestId: string
}

/** For features that can undo what an approval may have executed. */
export interface RollbackPort {
  /** Part of the write that takes the last of it back; nothing where no approval executed it. */
  rolledBack(tx: AnyTx, back: RolledBack): Promise<void>
}

/** An execution of what was approved; each method throws to end it. */
export interface ApprovedRun {
  /** Goes into the audit rows of the call. */
  readonly note: Readonly<Record<string, unknown>>
  /** The call has been checked again with the author's rights of now: is this still what was approved? */
  check(call: ApprovalCall): Promise<void>
  /** In each transaction of the call, so that of two nodes one writes. */
  committed(tx: AnyTx): Promise<void>
}

/**
 * Where a request stands, in one word: `draft` (taken back by its author), `pending`, `approved`, `executing`; what it came
 * to: `rejected`, `vetoed`, `done`, `failed`, `cancelled`, `expired`.
 */
export type ApprovalStandingState =
  | 'draft'
  | 'pending'
  | 'rejected'
  | 'vetoed'
  | 'approved'
  | 'executing'
  | 'done'
  | 'failed'
  | 'cancelled'
  | 'expired'

/** The request that counts for an object: an open one before those that have ended, then the newest. */
export interface ApprovalStanding {
  readonly requestId: string
  /** What people call it. */
  readonly number: number
  readonly state: ApprovalStandingState
}

/** Columns in which an owner keeps where the request stands. */
export const standingColumns = (standing: ApprovalStanding | null) => ({
  request_id: standing?.requestId ?? null,
  request_number: standing?.number ?? null,
  request_state: standing?.state ?? null,
})

/** States in which a request may still be executed: what it is about stays as it is until then. */
export const OPEN_STANDINGS: readonly ApprovalStandingState[] = ['pending', 'approved', 'executing']

/** The owner of what requests of a type are about, told in the write that moves one. */
export interface ApprovalFollower {
  readonly type: string
  /**
   * How it stands now for one of the objects its requests name, e.g. `mail:7`; null: no request names it any more. The
   * whole standing each time, so that told twice it changes nothing. What it throws holds no request up: it is told again.
   */
  changed(tx: AnyTx, object: string, standing: ApprovalStanding | null): Promise<void>
}

/** For the owner of what a request is about. */
export interface RequestsPort {
  /**
   * Ends an open request whose object is about to change, with its votes: reads what there is now, and gives what has to be
   * done in the write that changes the object, before it does. Nothing where the request has ended; throws while it is
   * executed.
   */
  withdrawal(requestId: string, by: Caller): Promise<(tx: AnyTx) => Promise<void>>
}
