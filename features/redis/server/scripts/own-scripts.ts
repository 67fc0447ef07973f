import type { Arg } from '../link/redis-link.ts'

/*
 * All scripts the console sends by itself. The guard knows them by their whole text and judges the commands that stand in
 * their arguments; any other script counts as written by somebody.
 */

export interface OwnScript {
  /** The command that runs it. */
  readonly command: 'EVAL' | 'EVAL_RO'
  readonly text: string
  /** Commands in its arguments, which stand behind its keys; null where they make no sense. */
  commandsIn(args: readonly Arg[]): Arg[][] | null
}

/** The command that begins at a place and takes all that follows. */
const from = (at: number) => (args: readonly Arg[]) => (args.length > at ? [args.slice(at)] : null)

/** A window of a value, with length and hash of one moment: bounds, the path in the answer, and what reads the value. */
export const WINDOW_SCRIPT: OwnScript = {
  command: 'EVAL_RO',
  text: `
local from, size, edit, steps = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if ARGV[5 + steps] == 'GET' then
  local n = redis.call('STRLEN', KEYS[1])
  if n == 0 and redis.call('EXISTS', KEYS[1]) == 0 then return false end
  local hash = n <= edit and redis.sha1hex(redis.call('GET', KEYS[1])) or ''
  return {redis.call('GETRANGE', KEYS[1], from, from + size - 1), tostring(n), hash}
end
local v = redis.call(unpack(ARGV, 5 + steps))
for i = 1, steps do v = v and v[tonumber(ARGV[4 + i])] end
if not v then return false end
return {v:sub(from + 1, from + size), tostring(#v), #v <= edit and redis.sha1hex(v) or ''}`,
  commandsIn: (args) => from(4 + Number(args[3]))(args),
}

/** Runs what lists names and answers `{next}`, or `{next, part, bytes, sha1}` of the one that is looked for. */
export const FIND_NAME_SCRIPT: OwnScript = {
  command: 'EVAL_RO',
  text: `
local from, size, edit, cell = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local bytes, mark, step = tonumber(ARGV[5]), ARGV[6], tonumber(ARGV[7])
local reply = redis.call(unpack(ARGV, 8))
local scanned = type(reply[2]) == 'table'
local list = scanned and reply[2] or reply
local next = scanned and reply[1] or tostring(#list)
for i = 1, #list, step do
  local v = list[i]
  if #v == bytes then
    local is = #v <= edit and redis.sha1hex(v) or redis.sha1hex(v:sub(1, cell) .. v:sub(-cell))
    if is == mark then return {next, v:sub(from + 1, from + size), tostring(#v), #v <= edit and is or ''} end
  end
end
return {next}`,
  commandsIn: from(7),
}

/** Runs a reading command and cuts each long text of its answer: `{head, bytes, sha1, mark}` in its place. */
export const CUT_SCRIPT: OwnScript = {
  command: 'EVAL_RO',
  text: `
local cell, edit = tonumber(ARGV[1]), tonumber(ARGV[2])
local function cut(v)
  if type(v) == 'table' then
    for i = 1, #v do v[i] = cut(v[i]) end
    return v
  end
  if type(v) ~= 'string' or #v <= cell then return v end
  local hash = #v <= edit and redis.sha1hex(v) or ''
  local mark = #v <= edit and hash or redis.sha1hex(v:sub(1, cell) .. v:sub(-cell))
  return {v:sub(1, cell), tostring(#v), hash, mark}
end
return cut(redis.call(unpack(ARGV, 3)))`,
  commandsIn: from(2),
}

/** Whether what a command reads holds a text. */
export const FIND_TEXT_SCRIPT: OwnScript = {
  command: 'EVAL_RO',
  text: `
local v = redis.call(unpack(ARGV, 2))
return v and v:find(ARGV[1], 1, true) and 1 or 0`,
  commandsIn: from(1),
}

/**
 * Reads the plan from ARGV: bytes kept, number of checks, each as kind, wanted text, command; then the writes. An
 * argument is `b` and its bytes, or `r` and the number of a check. `{0, n}`: check n failed, nothing was written.
 */
export const PLAN_SCRIPT: OwnScript = {
  command: 'EVAL',
  text: `
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
return {1, answers, written}`,
  commandsIn: planCommands,
}

/** As the script reads them; what a check answers stands for no name and no key, so it is left empty. */
function planCommands(args: readonly Arg[]): Arg[][] | null {
  let at = 0
  const take = (): Arg => args[at++] ?? ''
  const command = (): Arg[] => Array.from({ length: count() }, () => argumentIn(take()))
  const count = (): number => {
    const size = Number(take())
    return Number.isSafeInteger(size) && size >= 0 && size <= args.length ? size : Number.POSITIVE_INFINITY
  }
  try {
    take()
    const checks = Array.from({ length: count() }, () => {
      at += 2
      return command()
    })
    const writes = Array.from({ length: count() }, command)
    return at === args.length ? [...checks, ...writes] : null
  } catch (error) {
    // A count that is none: the arguments are no plan.
    if (error instanceof RangeError) return null
    throw error
  }
}

function argumentIn(arg: Arg): Arg {
  const bytes = Buffer.from(arg)
  return bytes[0] === 'b'.codePointAt(0) ? bytes.subarray(1) : ''
}

const OWN_SCRIPTS = new Map(
  [WINDOW_SCRIPT, FIND_NAME_SCRIPT, CUT_SCRIPT, FIND_TEXT_SCRIPT, PLAN_SCRIPT].map((script) => [
    script.text,
    script,
  ]),
)

/** The commands a script of the console runs with these arguments; null: it is none of the console's, or not used so. */
export function ownScriptCommands(args: readonly Arg[]): Arg[][] | null {
  const [name, text, keys] = args
  const script = OWN_SCRIPTS.get(String(text))
  if (script === undefined || String(name).toUpperCase() !== script.command) return null
  const count = Number(keys)
  if (!Number.isSafeInteger(count) || count < 0) return null
  return script.commandsIn(args.slice(3 + count))
}
