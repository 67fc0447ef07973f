import type { AnyJob, JobInput, JobParams, Words } from '@qd/contract-kit'
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
  /** Where the row lies: one of the order's places as the catalogue has it now, or the place of the job. */
  readonly place: CataloguePlace
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
  /** How many rows the job has; while they are read, how many there are by now. */
  readonly rows: number
  /** Aborts when the lease is lost, the job is paused or cancelled, or the node stops. */
  readonly signal: AbortSignal
  /** Text of the feature texts in the owner's language. */
  text(key: string, params?: Record<string, string | number>): string
  /**
   * Says something while the work goes on: a line for people, or an event as JSON for a page. Kept in order under the job's
   * lease, the last 5,000 or 4 MiB; written some times a second, so a node that dies may lose the last ones, and says so.
   */
  output(entry: string | object): void
  /** Further rows of the feature's own under the job's lease, where no outcome comes with them: rejects once it is lost. */
  write(work: (tx: AnyTx) => Promise<void>): Promise<void>
  /** The place and the owner with their rights as of now, for work that takes long; rejects with a JobPause once they are lost. */
  standingNow(): Promise<{ place: CataloguePlace; caller: Caller }>
}

/** What the reading of rows knows of its job. */
export interface PrepareRun<P = unknown> extends JobRun<P> {
  /** The places of the order by their index, as the catalogue has them now; empty: it has none. */
  readonly places: readonly CataloguePlace[]
}

/** Why a job paused by itself. */
export type JobPauseReason =
  | 'server_down'
  | 'maintenance'
  | 'too_many_failures'
  | 'rights_lost'
  | 'place_gone'
  /** What it works on asks for a password, which nobody has typed in a session that is there now. */
  | 'password_needed'
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

/** Why a runner is told to end, as the reason of its signal: somebody cancelled or paused the job, or the node stops. */
export class JobHalt extends Error {
  readonly by: 'cancel' | 'pause' | 'node'

  constructor(by: JobHalt['by']) {
    super(`ended by ${by}`)
    this.by = by
    // As other aborted work is known by.
    this.name = 'AbortError'
  }
}

export interface JobFact {
  readonly label: string
  readonly value: string
  /** Another job the value speaks of. */
  readonly jobId?: string
}

/** What a job came to in the things people count, where a row stands for several of them. */
export interface JobResult {
  readonly words: Words
  /** Nothing it was for is missing, although no row as a whole may have failed. */
  readonly isWhole: boolean
}

export interface ServedJob {
  readonly job: AnyJob
  readonly runner: JobRunner<AnyJob>
}

/** A row as it is given to a job. */
export interface GivenRow<I = unknown> {
  readonly key: string
  readonly input: I
  /** Index in the places of the order; absent: the row lies at the place of the job. */
  readonly place?: number
}

/** Some rows of a list that is read from somewhere, and what reading goes on from after them. */
export interface RowBatch<I = unknown> {
  readonly rows: readonly GivenRow<I>[]
  /** JSON. The same rows come after it, on whatever node. */
  readonly cursor: unknown
}

/**
 * Rows that are read only after the start, by `prepare` of the kind's runner: a file, a table. The start keeps no more
 * than where they come from.
 */
export interface RowSource {
  /** JSON, handed to `prepare`. */
  readonly from: unknown
  /** Stands for the content: the same order has the same one. */
  readonly digest: string
  /** How many rows are expected, for people. */
  readonly expected: number
}

/** The first rows of a job, and what is looked at before it goes on with further ones. */
export interface JobStage {
  readonly rows: number
  /** It goes on by itself after so long, milliseconds; absent: at once. */
  readonly waitMs?: number
  /** Somebody has to say that it goes on. */
  readonly needsGo?: boolean
  /** It goes on only when at most so many per cent of the stage's rows failed or have no known end. */
  readonly mostFailedPercent?: number
}

export interface JobRunner<J extends AnyJob> {
  /** Rows worked on before their outcomes are committed; default 100. */
  readonly chunkSize?: number
  /** Longest a chunk may take, milliseconds; default 120,000. Then the job pauses. */
  readonly chunkTimeoutMs?: number
  /** What people read of the parameters, on the page of the job; nothing without it. */
  facts?(params: JobParams<J>, text: JobRun['text']): readonly JobFact[]
  /** Asked once it has ended, by who started it. Absent or null: its rows are what people count. */
  resultOf?(params: JobParams<J>): Promise<JobResult | null>
  /**
   * `false`: what it does cannot be gone on with by another node. Where such a job would be given back, paused, or is found
   * without its node, it ends and says why.
   */
  readonly resumable?: false
  /** Its chunks take minutes: they get places of their own on a node, so that those of other kinds do not wait for them. */
  readonly isLong?: true
  /** Reads the rows of an order with a row source; after a crash from `cursor`. Batches of some thousand rows are right. */
  prepare?(from: never, run: PrepareRun<JobParams<J>>, cursor: unknown): AsyncIterable<RowBatch<JobInput<J>>>
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
  /** Read once and never held as a whole; an order of many rows names where they come from instead. */
  readonly rows: Iterable<GivenRow<JobInput<J>>> | AsyncIterable<GivenRow<JobInput<J>>> | RowSource
  /** Where it stands for those who look for jobs: the place above all its rows; absent: the place of the call. */
  readonly at?: CataloguePlace
  /**
   * Where rows lie, when that is not the place of the call. The permission of the kind is asked for at each of them, and not
   * at the place of the call: now at all, later at those of the rows about to be worked on.
   */
  readonly places?: readonly CataloguePlace[]
  /** First stages; the rest of the rows comes after them. */
  readonly stages?: readonly JobStage[]
  /** What it is called in lists, e.g. the name of the function or what is changed. */
  readonly title: JobTitle
  readonly reason: string
  /** The same key with the same order gives the job already started; with another one 409. */
  readonly idempotencyKey: string
  /** Per cent of failed rows at which it pauses by itself; default 5. */
  readonly stopAtFailedPercent?: number
  /** Its start asked for a step-up proof: trying its rows again asks for one too. */
  readonly needsProof?: boolean
  /**
   * Names the job on what it is for, in the write that stores it: neither is ever there without the other. Not called where
   * the start is repeated; what it throws refuses the start.
   */
  link?(tx: AnyTx, jobId: string): Promise<void>
}

/** What a start needs of the call, or of the due time, behind it. */
export type StartContext = Pick<
  CallContext,
  'caller' | 'place' | 'lang' | 'requestId' | 'text' | 'note' | 'commit'
>

/** What other features need of the jobs feature. */
export interface JobsPort {
  /** Stores the job together with the audit row of the call, at the call's place and in the name of its caller. */
  start<J extends AnyJob>(
    ctx: StartContext,
    order: JobOrder<J>,
  ): Promise<{ jobId: string; replayed: boolean }>
  /**
   * The job somebody has started with a key, and how many rows it has or expects; null: none. For what cannot be counted
   * again once the job works; whether the order is the same one is told by `start`.
   */
  startedWith(
    caller: Pick<Caller, 'userId'>,
    idempotencyKey: string,
  ): Promise<{ jobId: string; rows: number } | null>
}
