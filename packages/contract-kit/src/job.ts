import type * as z from 'zod/mini'
import type { DeclaredPermission, Risk } from './permission.ts'
import type { Schema } from './route.ts'

/** A kind of job, declared like a route: work on many rows that any node goes on with after a crash. */
export interface Job<P extends Schema = Schema, I extends Schema = Schema> {
  readonly kind: 'job'
  /** `data-edit.bulk`; stored with each job, so it never changes. */
  readonly name: string
  /** Key of the title under `routes` in the feature's contract texts. */
  readonly title: string
  /** What its owner must hold at the job's place, when it starts and as long as it runs. */
  readonly permission: DeclaredPermission
  readonly risk: Risk
  /** What all rows share; stored as JSON. */
  readonly params: P
  /** What one row has beside its key; stored as JSON. */
  readonly input: I
}

/** Declares a kind of job once. */
export function defineJob<P extends Schema, I extends Schema>(spec: Omit<Job<P, I>, 'kind'>): Job<P, I> {
  return { kind: 'job', ...spec }
}

// eslint-disable-next-line typescript/no-explicit-any -- variance, as for AnyRoute
export type AnyJob = Job<any, any>
export type JobParams<J> = J extends Job<infer P, infer _I> ? z.output<P> : never
export type JobInput<J> = J extends Job<infer _P, infer I> ? z.output<I> : never
