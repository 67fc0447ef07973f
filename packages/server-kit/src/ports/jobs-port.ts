import type { AnyJob, JobInput, JobParams } from '@qd/contract-kit'
import type { Language } from '@qd/i18n'
import type { AnyTx } from '@qd/store'
import type { CallContext } from '../serve/call-context.ts'
import type { Caller } from './caller.ts'
import type { CataloguePlace } from './scope-port.ts'

/** One thing a job works on, e.g. a player. */
export interface JobRow<I = unknown> {
  /** From 0, in the order given. */
  readonly seq: number
  /** What people know the row by: a uId. */
  readonly key: string
  readonly input: I
  /**
   * The idempotency key of this row's effect: the same after a crash and when an unknown outcome is asked
   * again, another one when a failed row is tried anew.
   */
  readonly effectKey: string
}

/**
 * How a row ended. `skipped`: there was nothing to do. `unknown`: it was sent and nobody can tell what came of
 * it; asked again under the same `effectKey`, never sent anew. `waiting`: not ended, its server is away; it is
 * worked on again later while others go on, its `code` is `server_down` or `maintenance`.
 */
export type RowStatus = 'done' | 'failed' | 'skipped' | 'unknown' | 'waiting'

export interface RowOutcome {
  readonly status: RowStatus
  /** Error code of the owner's answer; empty when done. */
  readonly code?: string
  /** A sentence in the owner's language. */
  readonly msg?: string
  /** The field or place the failure is about. */
  readonly field?: string
  /** Of a waiting row: its effect may have happened, so that given up it is unknown. */
  readonly isSent?: boolean
}

/** What a chunk of rows came to. */
export interface ChunkOutcome {
  /** One for each row, in their order. */
  readonly outcomes: readonly RowOutcome[]
  /** Further rows of the feature's own tables, committed together with the outcomes under the job's lease. */
  readonly commit?: (tx: AnyTx) => Promise<void>
}

/** What a chunk knows of its job. */
export interface JobRun<P = unknown> {
  readonly jobId: string
  readonly params: P
  readonly place: CataloguePlace
  /** The owner with their present rights: rows are worked on in their name only. */
  readonly caller: Caller
  readonly lang: Language
  readonly reason: string
  /** Of the call that started the job. */
  readonly requestId: string
  /** Aborts when the lease is lost, the job is paused or cancelled, or the node stops. */
  readonly signal: AbortSignal
  /** Text of the feature texts in the owner's language. */
  text(key: string, params?: Record<string, string | number>): string
}

/** Why a job paused by itself. */
export type JobPauseReason =
  | 'server_down'
  | 'maintenance'
  | 'too_many_failures'
  | 'rights_lost'
  | 'place_gone'
  /** A chunk did not end within its time. */
  | 'chunk_timeout'

/** Thrown by a runner: nothing is wrong with the rows, but going on makes no sense now (the server is down). */
export class JobPause extends Error {
  /** Why, as a closed code of the jobs feature. */
  readonly why: JobPauseReason

  constructor(why: JobPauseReason, message: string) {
    super(message)
    this.why = why
  }
}

export interface JobFact {
  readonly label: string
  readonly value: string
  /** Another job the value speaks of. */
  readonly jobId?: string
}

export interface ServedJob {
  readonly job: AnyJob
  readonly runner: JobRunner<AnyJob>
}

export interface JobRunner<J extends AnyJob> {
  /** Rows worked on before their outcomes are committed; default 100. */
  readonly chunkSize?: number
  /** Longest a chunk may take, milliseconds; default 120,000. Then the job pauses. */
  readonly chunkTimeoutMs?: number
  /** What people read of the parameters, on the page of the job; nothing without it. */
  facts?(params: JobParams<J>, text: JobRun['text']): readonly JobFact[]
  /** Works on rows; may be called again with the same rows after a crash. Throws JobPause, or a fault that fails the job. */
  runChunk(rows: readonly JobRow<JobInput<J>>[], run: JobRun<JobParams<J>>): Promise<ChunkOutcome>
}

/** Joins a declared kind of job and what runs it, as `serve` does for a call. */
export function serveJob<J extends AnyJob>(job: J, runner: JobRunner<J>): ServedJob {
  return { job, runner: runner as unknown as JobRunner<AnyJob> }
}

/**
 * What a job is called: words as somebody typed them, words the game gives in several languages, or a text of the
 * feature texts, which every reader gets in their own language.
 */
export type JobTitle =
  | string
  | { readonly texts: Readonly<Partial<Record<string, string>>>; readonly otherwise: string }
  | { readonly key: string; readonly params: Readonly<Record<string, string | number>> }

export interface JobOrder<J extends AnyJob> {
  readonly job: J
  readonly params: JobParams<J>
  readonly rows: readonly { key: string; input: JobInput<J> }[]
  /** What it is called in lists, e.g. the name of the function or what is changed. */
  readonly title: JobTitle
  readonly reason: string
  /** The same key with the same order gives the job already started; with another one 409. */
  readonly idempotencyKey: string
  /** Per cent of failed rows at which it pauses by itself; default 5. */
  readonly stopAtFailedPercent?: number
}

/** What other features need of the jobs feature. */
export interface JobsPort {
  /** Stores the job together with the audit row of the call, at the call's place and in the name of its caller. */
  start<J extends AnyJob>(ctx: CallContext, order: JobOrder<J>): Promise<{ jobId: string; replayed: boolean }>
}
