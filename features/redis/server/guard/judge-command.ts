import { blocks } from '../link/command-kinds.ts'
import type { Arg } from '../link/redis-link.ts'
import type { CommandEntry } from './command-table.ts'

/**
 * What a command does. `dangerous` can stop, empty, reconfigure or hold up a server; `state` changes the connection it is
 * sent on, so it is only for a connection of one's own.
 */
export type CommandKind = 'read' | 'write' | 'dangerous' | 'state'

/**
 * Neither `readonly` nor `write` by the server's flags, and harmless: what they show, whoever may read sees anyway. All
 * others without a flag count as dangerous, so that a command nobody thought of is closed.
 */
const HARMLESS = new Set([
  'ping',
  'echo',
  'time',
  'info',
  'role',
  'lastsave',
  'command',
  'command|info',
  'command|count',
  'command|docs',
  'command|list',
  'command|getkeys',
  'command|getkeysandflags',
  'memory|doctor',
  'memory|stats',
  'memory|malloc-stats',
  'pubsub|channels',
  'pubsub|numsub',
  'pubsub|numpat',
  'pubsub|shardchannels',
  'pubsub|shardnumsub',
  'cluster|info',
  'cluster|nodes',
  'cluster|slots',
  'cluster|shards',
  'cluster|myid',
  'cluster|links',
  'cluster|keyslot',
  'cluster|countkeysinslot',
  'cluster|slot-stats',
  'cluster|replicas',
  'latency|latest',
  'latency|history',
  'latency|graph',
  'latency|doctor',
  'latency|histogram',
  'slowlog|get',
  'slowlog|len',
  'client|id',
  'client|info',
  'client|getname',
  'script|exists',
  'function|list',
  'function|stats',
  'module|list',
  'acl|whoami',
  'acl|cat',
])

/** They reach others: written at least. */
const WRITES = new Set(['publish', 'spublish'])

/** They run code with the rights of the connection, which the flags of the server say nothing of. */
const RUNS_CODE =
  /^(eval|evalsha|fcall)(_ro)?$|^(tfcall|tfcallasync|tfunction|rg|keydb\.cron|ai\.scriptexecute|ai\.scriptrun)\b/

/** Written without a key, and by the server's flags alone as harmless as SET: they change what all databases run. */
const CHANGES_CODE = new Set(['function|load', 'function|delete', 'function|flush', 'function|restore'])

/**
 * Called reads or writes by their flags, and dangerous whatever a table says: servers before 6.0 tell no categories, and
 * those that refuse COMMAND tell nothing.
 */
const DANGEROUS = new Set([
  'flushall',
  'flushdb',
  'swapdb',
  'keys',
  'migrate',
  'restore-asking',
  'pfdebug',
  'debug',
  'config',
  'save',
])

/** Servers before 7.0 flag them as a whole, with what of them is no read: only these sub-commands are. */
const READS_BELOW: Readonly<Record<string, RegExp>> = {
  memory: /\|(usage|help)$/,
  object: /\|(encoding|freq|idletime|refcount|help)$/,
  xinfo: /\|(stream|groups|consumers|help)$/,
}

/** They end what somebody runs and write nothing: whoever may endanger the server may, also where nothing is written. */
const ENDS_SCRIPTS = new Set(['script|kill', 'function|kill'])

/**
 * RediSearch names all of its commands `readonly` that write no key, and those that change aliases and dictionaries, set
 * options or debug are among them: the flag holds for these alone.
 */
const READS_INDEXES = new Set([
  'ft._list',
  'ft.aggregate',
  'ft.config|get',
  'ft.config|help',
  'ft.cursor|read',
  'ft.dictdump',
  'ft.explain',
  'ft.explaincli',
  'ft.get',
  'ft.hybrid',
  'ft.info',
  'ft.mget',
  'ft.profile',
  'ft.search',
  'ft.spellcheck',
  'ft.sugget',
  'ft.suglen',
  'ft.syndump',
  'ft.tagvals',
])
/** They change what searches find, and nothing else. */
const WRITES_INDEXES = /^ft\.(_?alias|dict|cursor\b)/
/** RediSearch, and what modules of clusters say among their nodes. */
const OF_INDEXES = /^(_?ft|search|timeseries)\./

const STATE = new Set(['multi', 'exec', 'discard', 'watch', 'unwatch'])

/** They would change the connection for whatever is sent next, or never answer: nobody sends them through the guard. */
const CLOSED = new Set([
  'select',
  'auth',
  'hello',
  'quit',
  'reset',
  'asking',
  'readonly',
  'readwrite',
  // Old servers take them for a request of HTTP and hang up.
  'post',
  'host:',
  'script|debug',
  'sync',
  'psync',
  'replconf',
  'unsubscribe',
  'punsubscribe',
  'sunsubscribe',
  'client|reply',
  'client|tracking',
  'client|caching',
  'client|setname',
  'client|setinfo',
  'client|no-evict',
  'client|no-touch',
  'client|capa',
  'client|import-source',
])

/** Messages come in until the socket ends: closed but on that of a console, which knows what to do with them. */
const STREAMS = new Set(['subscribe', 'psubscribe', 'ssubscribe'])
const MONITOR = 'monitor'

/** `dangerous` by the server's categories for what they cost, and needed for what the console itself does. */
const TAMED = new Set(['restore', 'sort', 'sort_ro', 'info', 'role', 'lastsave'])

const textOf = (arg: Arg | undefined): string => String(arg ?? '').toLowerCase()

/** Its name with the sub-command, also for servers that do not tell those apart (before 7.0). */
function fullName(entry: CommandEntry, args: readonly Arg[]): string[] {
  return entry.name.includes('|') ? [entry.name] : [entry.name, `${entry.name}|${textOf(args[1])}`]
}

/** XREAD and XREADGROUP wait only when they are told to. */
function waits(entry: CommandEntry, args: readonly Arg[]): boolean {
  // Servers before 7.0 have no such flag.
  if (!entry.flags.has('blocking') && !blocks(entry.name.toUpperCase(), args)) return false
  if (entry.name !== 'xread' && entry.name !== 'xreadgroup') return true
  const streams = args.findIndex((arg) => textOf(arg) === 'streams')
  return args.slice(0, streams === -1 ? args.length : streams).some((arg) => textOf(arg) === 'block')
}

const isAny = (names: readonly string[], set: ReadonlySet<string>): boolean =>
  names.some((name) => set.has(name))

const isCostly = ({ name, flags, categories }: CommandEntry): boolean =>
  flags.has('admin') || categories.has('dangerous') || categories.has('admin') || DANGEROUS.has(name)

/** Whether it runs a script, by its text, its hash or its name. */
export const isScript = (name: string): boolean => RUNS_CODE.test(name)

/** Whether it ends a script of whoever runs one. */
export const endsScripts = (entry: CommandEntry, args: readonly Arg[]): boolean =>
  isAny(fullName(entry, args), ENDS_SCRIPTS)

/** Whether messages come in once it is sent. */
export const isStreaming = (name: string): boolean => STREAMS.has(name) || name === MONITOR

export const isMonitor = (name: string): boolean => name === MONITOR

/** What a command does that its module calls `readonly`. */
function judgeReading(names: readonly string[]): CommandKind {
  const [name = '', full = name] = names
  if (READS_BELOW[name]?.test(full) === false) return HARMLESS.has(full) ? 'read' : 'dangerous'
  if (!OF_INDEXES.test(name) || isAny(names, READS_INDEXES)) return 'read'
  return WRITES_INDEXES.test(name) ? 'write' : 'dangerous'
}

/** What a command does by the flags of the server that has it; null for what never passes. */
export function judgeCommand(
  entry: CommandEntry,
  args: readonly Arg[],
  { isOwn, isConsole = false }: { isOwn: boolean; isConsole?: boolean },
): CommandKind | null {
  const names = fullName(entry, args)
  if (isAny(names, CLOSED)) return null
  if (isStreaming(entry.name)) {
    if (!isConsole) return null
    return entry.name === MONITOR ? 'dangerous' : 'read'
  }
  if (waits(entry, args) && !isOwn) return null
  if (isAny(names, CHANGES_CODE) || isScript(entry.name)) return 'dangerous'
  // First: a server may give a writing command the name of a harmless one.
  if (entry.flags.has('write')) return isCostly(entry) && !isAny(names, TAMED) ? 'dangerous' : 'write'
  if (isAny(names, STATE)) return isOwn ? 'state' : null
  if (isAny(names, WRITES)) return 'write'
  if (entry.flags.has('readonly')) {
    return isCostly(entry) && !isAny(names, TAMED) ? 'dangerous' : judgeReading(names)
  }
  const isHelp = entry.name.endsWith('|help') || (names.length === 2 && names[1]!.endsWith('|help'))
  return isHelp || isAny(names, HARMLESS) ? 'read' : 'dangerous'
}

/** They show the server, with secrets or what others do in it: only for pages of the console that hide both. */
const SHOWS_SERVER = new Set([
  'client|list',
  'config|get',
  'acl|list',
  'acl|log',
  'slowlog|get',
  'slowlog|len',
  'commandlog|get',
  'commandlog|len',
])

/** Whether a page of the server may ask this; ACL LOG takes a word that empties it. */
export function showsServer(entry: CommandEntry, args: readonly Arg[]): boolean {
  if (entry.flags.has('write') || !isAny(fullName(entry, args), SHOWS_SERVER)) return false
  return textOf(args[0]) !== 'acl' || textOf(args[2]) !== 'reset'
}
