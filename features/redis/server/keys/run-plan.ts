import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Arg, Reply } from '../link/redis-link.ts'
import { KEPT_BYTES } from './plan.ts'
import type { Plan, PlanArg, PlanDone } from './plan.ts'
import { runWatched } from './run-watched.ts'
import { isRefusedCommand, keyChanged } from './words.ts'

/**
 * Reads the plan from ARGV: bytes kept, number of checks, each as kind, wanted text, command; then the writes. An
 * argument is `b` and its bytes, or `r` and the number of a check. `{0, n}`: check n failed, nothing was written.
 */
const SCRIPT = `
local at = 0
local function take() at = at + 1; return ARGV[at] end
local kept, read, answers = tonumber(take()), {}, {}
local function command()
  local c = {}
  for i = 1, tonumber(take()) do
    local a = take()
    if a:sub(1, 1) == 'b' then c[i] = a:sub(2) else c[i] = read[tonumber(a:sub(2)) + 1] end
  end
  return c
end
local function text(v)
  if v == false or v == nil then return '' end
  if type(v) ~= 'table' then return tostring(v) end
  if v.ok then return v.ok end
  local parts = {}
  for i = 1, #v do parts[i] = text(v[i]) end
  return table.concat(parts, ',')
end
for i = 1, tonumber(take()) do
  local kind, wanted = take(), take()
  local v = redis.call(unpack(command()))
  read[i] = v
  local is = true
  if kind == 'text' then is = text(v) == wanted
  elseif kind == 'sha1' then is = (v == false and '' or redis.sha1hex(v)) == wanted
  elseif kind == 'score' then is = v ~= false and tonumber(v) == tonumber(wanted) end
  if not is then return {0, i - 1} end
  answers[i] = v
  if type(v) == 'string' and #v > kept then answers[i] = false end
end
local written = {}
for i = 1, tonumber(take()) do written[i] = redis.call(unpack(command())) end
return {1, answers, written}`

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
    SCRIPT,
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
