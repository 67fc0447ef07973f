import { parseArgs } from 'node:util'
import { parseJsonText } from '@qd/canonical-json'
import { EnvError } from '../env.ts'

/** What `npm run simulator` was asked for. */
export interface AloneOptions {
  /** A folder with .proto files, or a JSON descriptor. */
  definitions: string
  url: string
  /** Name of a ready frame layout, or a file. */
  frame: string
  commands: CommandSource
  enter: { cmd: number; body: string } | null
  port: number
  /** Where data stays; undefined: in a folder that goes with the program. */
  dataDir: string | undefined
}

export type CommandSource =
  | { kind: 'none' }
  | { kind: 'csv'; file: string }
  | { kind: 'rule'; request: string; reply: string; push: string; enum: string }

export const USAGE = `npm run simulator -- DEFINITIONS ADDRESS [options]
  DEFINITIONS         a folder with .proto files, or a JSON descriptor of protobuf.js
  ADDRESS             the game's socket: ws://, wss://, tcp:// or tcps:// with host and port
  --frame NAME|FILE   how frames are cut: a ready layout, or a file with one (qd-1)
  --commands FILE     the commands: CSV with cmd and req, and name, res, push if wanted
  --enum NAME         in place of --commands: the enum with the numbers of the commands,
  --request BEGIN     and how the names of requests,
  --reply BEGIN       replies
  --push BEGIN        and pushes begin
  --enter CMD         the command sent when the socket is open, with the JSON of its message
  --enter-body JSON   ({{deviceId}}, {{time}} and {{random}} are filled in)
  --port N            port of the page on this machine (a free one)
  --data DIR          keeps variables, saved requests and the account there
  --help              shows this text
The page opens with the link that is printed. Ctrl+C ends it. Exit code: 2 when something given is wrong.`

const text = { type: 'string' } as const
const OPTIONS = {
  frame: text,
  commands: text,
  enum: text,
  request: text,
  reply: text,
  push: text,
  enter: text,
  'enter-body': text,
  port: text,
  data: text,
  help: { type: 'boolean' },
} as const

const MOST_PORT = 65_535
const MOST_COMMAND = 4_294_967_295

function numberOf(given: string, option: string, most: number): number {
  const value = Number(given)
  if (/^\d+$/.test(given) && value <= most) return value
  throw new EnvError(`--${option}: ${given} is no number from 0 to ${most}`)
}

/** Says what is wrong with the address; connecting later would say it less clearly. */
function checkedUrl(given: string): string {
  const url = URL.parse(given)
  const isSocket = url !== null && /^(wss?|tcps?):$/.test(url.protocol) && url.hostname !== ''
  const hasPort = url?.protocol.startsWith('ws') === true || url?.port !== ''
  if (!isSocket || !hasPort || url.username !== '' || given.length > 300 || /\s/.test(given)) {
    throw new EnvError(
      `${given} is no address of a socket: ws://, wss://, tcp:// or tcps:// with host and port is wanted`,
    )
  }
  return given
}

type Values = Partial<Record<Exclude<keyof typeof OPTIONS, 'help'>, string>>

function commandsOf({ commands, enum: numbers, request = '', reply = '', push = '' }: Values): CommandSource {
  const hasBegin = [request, reply, push].some((begin) => begin !== '')
  if (commands !== undefined) {
    if (numbers !== undefined || hasBegin) throw new EnvError('--commands: give it, or --enum, not both')
    return { kind: 'csv', file: commands }
  }
  if (numbers === undefined) {
    if (hasBegin) throw new EnvError('--enum: name the enum with the numbers of the commands')
    return { kind: 'none' }
  }
  if (!hasBegin) throw new EnvError('--enum: say with --request, --reply or --push how the messages begin')
  return { kind: 'rule', request, reply, push, enum: numbers }
}

function enterOf({ enter, 'enter-body': body = '{}' }: Values): AloneOptions['enter'] {
  if (enter === undefined) return null
  try {
    parseJsonText(body)
  } catch (error) {
    throw new EnvError(`--enter-body: ${(error as Error).message}`)
  }
  return { cmd: numberOf(enter, 'enter', MOST_COMMAND), body }
}

/** Reads the command line; null: help is wanted. Throws what is said in one line. */
export function readAloneOptions(args: readonly string[]): AloneOptions | null {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  const { help, ...given } = values
  if (help === true) return null
  const empty = Object.entries(given).find(([, value]) => value === '')
  if (empty !== undefined) throw new EnvError(`--${empty[0]}: a value is missing`)
  if (args.length === 0) throw new EnvError(`Give the definitions and the address of the game.\n\n${USAGE}`)
  const [definitions, url, ...more] = positionals
  if (definitions === undefined || url === undefined || more.length > 0) {
    throw new EnvError('Give the definitions and the address of the game: npm run simulator -- --help')
  }
  return {
    definitions,
    url: checkedUrl(url),
    frame: given.frame ?? 'qd-1',
    commands: commandsOf(given),
    enter: enterOf(given),
    port: given.port === undefined ? 0 : numberOf(given.port, 'port', MOST_PORT),
    dataDir: given.data,
  }
}
