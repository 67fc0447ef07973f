import type { KeyEdit, RedisBytes } from '../../../contract/index.ts'
import type { Reply } from '../../link/redis-link.ts'
import type { Plan, PlanArg, PlanCheck, PlanDone } from '../plan.ts'
import { keyChanged, keyNotFound } from '../words.ts'

/** What a change did, as its kind reads it from the answers. */
export interface Effect {
  readonly changed: number
  readonly undo: KeyEdit | null
  /** Fields that were there already and stay as they were. */
  readonly existing?: RedisBytes[]
}

/** How one kind of change is carried out. */
export interface EditStep {
  readonly plan: Plan
  effect(done: PlanDone): Effect
}

export type EditOf<K extends KeyEdit['kind']> = Extract<KeyEdit, { kind: K }>

/** The key is there and still of its type; each plan for a key of a known type begins with it. */
function isOfType(key: Buffer, type: string): PlanCheck[] {
  return [
    { args: ['EXISTS', key], is: 'text', wanted: '1', orElse: keyNotFound },
    { args: ['TYPE', key], is: 'text', wanted: type, orElse: keyChanged },
  ]
}

/** How many checks stand before those of a kind itself. */
const BEFORE = 2

/** A step on one key of a type; `of: n` in the writes counts the checks given here. */
export function stepOn(
  { key, type }: { key: Buffer; type: string },
  checks: readonly PlanCheck[],
  writes: readonly (readonly PlanArg[])[],
  effect: (done: PlanDone) => Effect,
): EditStep {
  const shifted = (arg: PlanArg): PlanArg =>
    typeof arg === 'string' || Buffer.isBuffer(arg) ? arg : { of: arg.of + BEFORE }
  return {
    plan: {
      keys: [key],
      checks: [...isOfType(key, type), ...checks],
      // The last one says whether the key is still there: without it nothing can be put back into it.
      writes: [...writes.map((args) => args.map(shifted)), ['EXISTS', key]],
    },
    effect: ({ checks: asked, writes: written }) => effect({ checks: asked.slice(BEFORE), writes: written }),
  }
}

export const isStillThere = ({ writes }: PlanDone): boolean => String(writes.at(-1)) === '1'

export const countOf = (reply: Reply | undefined): number => Number(String(reply ?? '0'))

/** Bytes of an answer that were small enough to be kept; null for none. */
export const bytesOrNull = (reply: Reply | undefined): Buffer | null =>
  Buffer.isBuffer(reply) ? reply : null

/** Only asked for what refers to it. */
export const asked = (args: PlanCheck['args']): PlanCheck => ({
  args,
  is: 'any',
  wanted: '',
  orElse: keyChanged,
})
