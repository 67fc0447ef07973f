import { list } from '@ioredis/commands'
import type { CommandHelp } from '../../contract/index.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import type { Reply } from '../link/redis-link.ts'

type Raw = Reply | Error | undefined

const textOf = (reply: Raw): string =>
  Buffer.isBuffer(reply) || typeof reply === 'string' ? reply.toString() : ''
const listOf = (reply: Raw): readonly Raw[] => (Array.isArray(reply) ? (reply as readonly Raw[]) : [])

/** Names and values in turn. */
function pairsOf(reply: Raw): [string, Raw][] {
  const flat = listOf(reply)
  const pairs: [string, Raw][] = []
  for (let at = 0; at + 1 < flat.length; at += 2) pairs.push([textOf(flat[at]), flat[at + 1]])
  return pairs
}

/** One argument of the reference as people read it: `[EX seconds]`, `key [key ...]`, `NX | XX`. */
function argumentText(reply: Raw, isInChoice = false): string {
  const spec = new Map(pairsOf(reply))
  const flags = new Set(listOf(spec.get('flags')).map(textOf))
  const type = textOf(spec.get('type'))
  const token = textOf(spec.get('token'))
  const inner = listOf(spec.get('arguments'))
  const name = textOf(spec.get('display_text')) || textOf(spec.get('name'))
  let body = ''
  if (type === 'oneof') {
    body = inner.map((each) => argumentText(each, true)).join(' | ')
    const stands = flags.has('optional') || isInChoice
    if (!stands || token !== '' || flags.has('multiple')) body = `<${body}>`
  } else if (type === 'block') body = inner.map((each) => argumentText(each)).join(' ')
  else if (type !== 'pure-token') body = name
  if (flags.has('multiple') && body !== '') {
    const repeated = flags.has('multiple_token') && token !== '' ? `${token} ${body}` : body
    body = `${body} [${repeated} ...]`
  }
  const whole = [token, body].filter(Boolean).join(' ')
  return flags.has('optional') ? `[${whole}]` : whole
}

function helpOf(name: string, reply: Raw): CommandHelp[] {
  const facts = new Map(pairsOf(reply))
  const shown = name.replace('|', ' ').toUpperCase()
  const own: CommandHelp = {
    name: shown,
    summary: textOf(facts.get('summary')),
    syntax: listOf(facts.get('arguments'))
      .map((each) => argumentText(each))
      .join(' '),
    group: textOf(facts.get('group')),
    since: textOf(facts.get('since')),
  }
  const subs = pairsOf(facts.get('subcommands')).flatMap(([sub, each]) => helpOf(sub, each))
  // A command that only has sub-commands is no command by itself.
  return subs.length > 0 ? subs : [own]
}

const byName = (one: CommandHelp, other: CommandHelp): number => (one.name < other.name ? -1 : 1)

/** What the server says of its commands (COMMAND DOCS, since 7.0); else the names that are commonly known. */
export async function commandHelpOf(database: RedisDatabase): Promise<CommandHelp[]> {
  const docs = await database.run(['COMMAND', 'DOCS'], { isQuiet: true }).catch(() => null)
  const known = pairsOf(docs).flatMap(([name, reply]) => helpOf(name, reply))
  if (known.length > 0) return known.toSorted(byName)
  return list
    .map((name) => ({ name: name.toUpperCase(), summary: '', syntax: '', group: '', since: '' }))
    .toSorted(byName)
}
