import { AppError } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import { CsvReader } from '@qd/csv'
import { findEnum, findMessage } from '@qd/proto-wire'
import type { ProtoSchema } from '@qd/proto-wire'
import { simulatorErrors } from '../../contract/index.ts'
import type { recordSave } from '../../contract/index.ts'
import type { BookCommand } from '../gateway/messages.ts'

type Commands = NonNullable<RouteInput<typeof recordSave>['body']['commands']>
type Rule = Extract<Commands, { kind: 'rule' }>
const MAX_COMMANDS = 20_000

const invalid = (path: string, reason: string) =>
  new AppError(simulatorErrors.simulator_definition_invalid, {
    field: 'commands',
    params: { path, reason },
    details: { path, reason },
  })

/** Full names by their last part; null where two messages share it. */
function simpleNames(schema: ProtoSchema): Map<string, string | null> {
  const names = new Map<string, string | null>()
  for (const full of schema.messages.keys()) {
    const simple = full.slice(full.lastIndexOf('.') + 1)
    names.set(simple, names.has(simple) ? null : full)
  }
  return names
}

function fromCsv(text: string): BookCommand[] {
  const reader = new CsvReader({
    required: ['cmd', 'req'],
    optional: ['name', 'res', 'push'],
    maxRows: MAX_COMMANDS,
  })
  reader.take(text)
  const { rows, faults } = reader.end()
  const [fault] = faults
  if (fault !== undefined)
    throw invalid(`line ${fault.line ?? 1}`, [fault.code, fault.column].join(' ').trim())
  return rows.map(({ line, cells: { cmd: number = '', name = '', req = '', res = '', push = '' } }) => {
    const cmd = Number(number)
    if (!/^\d+$/.test(number) || cmd > 0xff_ff_ff_ff) throw invalid(`line ${line}`, 'cmd')
    return { cmd, name, req, res, push }
  })
}

const plain = (name: string): string => name.replaceAll('_', '').toLowerCase()

/** Messages by the rest of their name behind its begin. */
function beginningWith(names: Map<string, string | null>, begin: string): Map<string, string> {
  const found = new Map<string, string>()
  if (begin === '') return found
  for (const [simple, full] of names) {
    if (full !== null && simple.startsWith(begin)) found.set(plain(simple.slice(begin.length)), full)
  }
  return found
}

function fromRule(schema: ProtoSchema, names: Map<string, string | null>, rule: Rule): BookCommand[] {
  const values = findEnum(schema, rule.enum)?.values
  if (values === undefined) throw invalid(rule.enum, 'is no enum')
  const [req, res, push] = [rule.request, rule.reply, rule.push].map((begin) => beginningWith(names, begin))
  return values.map(({ name, number }) => {
    const key = plain(name)
    // A value may name the message whole, C2S_LOGIN, or what belongs together, LOGIN.
    const of = (messages: Map<string, string>, begin: string) => {
      const own = plain(begin)
      const isNamed = own !== '' && key.startsWith(own)
      return messages.get(isNamed ? key.slice(own.length) : key) ?? ''
    }
    return {
      cmd: number,
      name,
      req: of(req!, rule.request),
      res: of(res!, rule.reply),
      push: of(push!, rule.push),
    }
  })
}

/** The commands of a record with the full names of their messages; throws `simulator_definition_invalid`. */
export function readCommands(schema: ProtoSchema, given: Commands): BookCommand[] {
  const names = simpleNames(schema)
  const commands =
    given.kind === 'list'
      ? given.list
      : given.kind === 'csv'
        ? fromCsv(given.text)
        : fromRule(schema, names, given)
  if (commands.length > MAX_COMMANDS) throw invalid('commands', `more than ${MAX_COMMANDS}`)
  const fullName = (cmd: number, name: string): string => {
    if (name === '') return name
    // By its last name too, when only one has it.
    const message = findMessage(schema, name)
    if (message !== null) return message.fullName
    const isShared = names.get(name) === null
    throw invalid(
      `command ${cmd}`,
      isShared ? `${name} is the name of several messages` : `no message ${name}`,
    )
  }
  const seen = new Set<number>()
  return commands.map(({ cmd, name, req, res, push }) => {
    if (seen.has(cmd)) throw invalid(`command ${cmd}`, 'stands twice')
    seen.add(cmd)
    const messages = { req: fullName(cmd, req), res: fullName(cmd, res), push: fullName(cmd, push) }
    return { cmd, name, ...messages }
  })
}
