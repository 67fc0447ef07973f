import { createHash } from 'node:crypto'
import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Arg, Reply } from '../link/redis-link.ts'
import { KEPT_BYTES } from './plan.ts'
import type { Plan, PlanArg, PlanCheck, PlanDone } from './plan.ts'
import { scoreOf } from './score.ts'
import { keyChanged } from './words.ts'

/** SHA-1 in hex, as `redis.sha1hex`: it says whether a value is the one that was read. */
export function sha1Of(bytes: Buffer | string): string {
  return createHash('sha1').update(bytes).digest('hex')
}

function textOf(reply: Reply | Error): string {
  if (reply === null || reply instanceof Error) return ''
  return typeof reply === 'string' || Buffer.isBuffer(reply) ? String(reply) : reply.map(textOf).join(',')
}

function isSo({ is, wanted }: PlanCheck, reply: Reply): boolean {
  if (is === 'any') return true
  if (is === 'text') return textOf(reply) === wanted
  if (is === 'score') return reply !== null && scoreOf(textOf(reply)) === scoreOf(wanted)
  return (Buffer.isBuffer(reply) || typeof reply === 'string' ? sha1Of(reply) : '') === wanted
}

function resolved(arg: PlanArg, checks: readonly Reply[]): Arg {
  if (typeof arg === 'string' || Buffer.isBuffer(arg)) return arg
  const reply = checks[arg.of]!
  return Buffer.isBuffer(reply) ? reply : textOf(reply)
}

const kept = (reply: Reply): Reply => (Buffer.isBuffer(reply) && reply.length > KEPT_BYTES ? null : reply)

/** The same plan on a connection of its own: what somebody else changes meanwhile ends it. */
export async function runWatched(database: RedisDatabase, plan: Plan): Promise<PlanDone> {
  const own = await database.own()
  try {
    await own.run(['WATCH', ...plan.keys], { isQuiet: true })
    const checks: Reply[] = []
    for (const check of plan.checks) {
      const reply = await own.run(check.args, { isQuiet: true })
      if (!isSo(check, reply)) throw check.orElse()
      checks.push(reply)
    }
    const writes = plan.writes.map((args) => args.map((arg) => resolved(arg, checks)))
    const replies = await own.runAll([['MULTI'], ...writes, ['EXEC']])
    const refused = replies.slice(0, -1).find((reply) => reply instanceof Error)
    if (refused !== undefined) throw refused
    const done = replies.at(-1)!
    if (done instanceof Error) throw done
    if (done === null) throw keyChanged()
    const written = done as readonly (Reply | Error)[]
    const failed = written.find((reply) => reply instanceof Error)
    if (failed !== undefined) throw failed
    return { checks: checks.map(kept), writes: written as readonly Reply[] }
  } finally {
    own.close()
  }
}
