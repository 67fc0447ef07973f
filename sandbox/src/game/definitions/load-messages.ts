import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ProtoCommand } from '@qd/game-contract'
import protobuf from 'protobufjs'
import { OWN_PROTOCOL_DIR } from './load-definitions.ts'

export interface LoadedMessages {
  root: protobuf.Root
  /** protobuf.js's JSON descriptor with comments, as the contract's proto call answers it. */
  nested: unknown
  commands: ProtoCommand[]
  /** The commands of the extra folder, which no code of the game answers. */
  extraCommands: ReadonlySet<number>
}

const PACKAGE = 'lantern'

function protoFilesOf(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.proto'))
    .sort()
    .map((name) => join(folder, name))
}

function parseInto(root: protobuf.Root, path: string): void {
  protobuf.parse(readFileSync(path, 'utf8'), root, { keepCase: true, alternateCommentMode: true })
}

function commandOf(method: protobuf.Method, packageName: string): ProtoCommand | null {
  const cmd: unknown = method.options?.['(cmd)']
  if (typeof cmd !== 'number') return null
  const full = (name: string): string => (name.includes('.') ? name : `${packageName}.${name}`)
  const isPush = method.options?.['(push)'] === true
  return {
    cmd,
    name: method.name,
    req: isPush ? '' : full(method.requestType),
    res: isPush ? '' : full(method.responseType),
    push: isPush ? full(method.responseType) : '',
    comment: method.comment ?? '',
  }
}

/** Every rpc that carries a cmd option, ordered by command number. */
function commandsOf(root: protobuf.Root): ProtoCommand[] {
  const commands: ProtoCommand[] = []
  const visit = (namespace: protobuf.NamespaceBase): void => {
    for (const object of namespace.nestedArray) {
      if (object instanceof protobuf.Service) {
        const packageName = (object.parent?.fullName ?? '').replace(/^\./, '')
        for (const method of object.methodsArray) {
          const command = commandOf(method, packageName)
          if (command) commands.push(command)
        }
      } else if (object instanceof protobuf.Namespace) {
        visit(object)
      }
    }
  }
  visit(root)
  return commands.sort((left, right) => left.cmd - right.cmd)
}

/** A file is tried on a copy of what is loaded, so that a bad one leaves nothing behind. */
function tryExtra(root: protobuf.Root, path: string): protobuf.Root {
  const copy = protobuf.Root.fromJSON(root.toJSON({ keepComments: true }))
  parseInto(copy, path)
  copy.resolveAll()
  const numbers = commandsOf(copy).map((command) => command.cmd)
  const twice = numbers.find((cmd, index) => numbers.indexOf(cmd) !== index)
  if (twice !== undefined) throw new Error(`the command ${twice} is already taken`)
  return copy
}

/** The messages of both folders; a bad file of the extra folder is reported to `refuse` and left out. */
export function loadMessages(
  extraDir: string | undefined,
  refuse: (file: string, reason: string) => void,
): LoadedMessages {
  let root = new protobuf.Root()
  for (const path of protoFilesOf(OWN_PROTOCOL_DIR)) parseInto(root, path)
  root.resolveAll()
  const own = new Set(commandsOf(root).map((command) => command.cmd))
  for (const path of extraDir === undefined ? [] : extraProtoFiles(extraDir)) {
    try {
      root = tryExtra(root, path)
    } catch (error) {
      refuse(basename(path), error instanceof Error ? error.message : String(error))
    }
  }
  const commands = commandsOf(root)
  return {
    root,
    nested: root.toJSON({ keepComments: true }).nested,
    commands,
    extraCommands: new Set(commands.map((command) => command.cmd).filter((cmd) => !own.has(cmd))),
  }
}

function extraProtoFiles(folder: string): string[] {
  try {
    return protoFilesOf(folder)
  } catch {
    // A folder that cannot be read has been reported with the definitions.
    return []
  }
}

/** The type of a message of the game by its short name; throws when it does not exist. */
export function messageType(root: protobuf.Root, name: string): protobuf.Type {
  return root.lookupType(name.includes('.') ? name : `${PACKAGE}.${name}`)
}
