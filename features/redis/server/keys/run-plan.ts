import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Arg, Reply } from '../link/redis-link.ts'
import { PLAN_SCRIPT } from '../scripts/own-scripts.ts'
import { KEPT_BYTES } from './plan.ts'
import type { Plan, PlanArg, PlanDone } from './plan.ts'
import { runWatched } from './run-watched.ts'
import { isRefusedCommand, keyChanged } from './words.ts'

function argOf(arg: PlanArg): Arg {
  if (typeof arg === 'string') return `b${arg}`
  return Buffer.isBuffer(arg) ? Buffer.concat([Buffer.from('b'), arg]) : `r${arg.of}`
}

function commandOf(args: readonly PlanArg[]): Arg[] {
  return [String(args.length), ...args.map(argOf)]
}

function scriptArgs({ keys, checks, writes }: Plan): Arg[] {
  return [
    'EVAL',
    PLAN_SCRIPT.text,
    String(keys.length),
    ...keys,
    String(KEPT_BYTES),
    String(checks.length),
    ...checks.flatMap(({ is, wanted, args }) => [is, wanted, ...commandOf(args)]),
    String(writes.length),
    ...writes.flatMap(commandOf),
  ]
}

const isDone = (reply: Reply) => Array.isArray(reply) && String(reply[0]) === '1'

/** What the plan wrote, for the command log; an argument the server put in is not known here. */
function told({ writes }: Plan, reply: Reply): Arg[][] {
  if (reply !== null && !isDone(reply)) return []
  const shown = writes.filter(([name]) => name !== 'EXISTS')
  return shown.map((args) => args.map((arg) => (typeof arg === 'string' || Buffer.isBuffer(arg) ? arg : '…')))
}

async function runScript(database: RedisDatabase, plan: Plan): Promise<PlanDone> {
  const answer = await database.run(scriptArgs(plan), { told: (of) => told(plan, of) })
  const reply = answer as readonly Reply[]
  if (isDone(answer)) {
    return { checks: reply[1] as readonly Reply[], writes: reply[2] as readonly Reply[] }
  }
  throw plan.checks[Number(reply[1])]?.orElse() ?? keyChanged()
}

/** Carries a plan out in one step of the server: by a script, or below WATCH where scripts are refused. */
export async function runPlan(database: RedisDatabase, plan: Plan): Promise<PlanDone> {
  try {
    return await runScript(database, plan)
  } catch (error) {
    if (!isRefusedCommand(error, 'eval')) throw error
    return runWatched(database, plan)
  }
}
