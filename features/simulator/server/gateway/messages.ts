import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import { decodeMessage, encodeMessage, fieldsOf, findMessage, readSchema } from '@qd/proto-wire'
import { jsonBody, jsonOfMsgpack, msgpackOfJson, walkMsgpack } from '@qd/game-frame'
import type { FrameDescriptor } from '@qd/game-frame'
import type { ProtoSchema } from '@qd/proto-wire'
import { simulatorErrors } from '../../contract/index.ts'
import type { FrameDirectionShown } from '../../contract/index.ts'
import { hashOf } from '../definitions/packed-definition.ts'
import type { AnyDefinition } from '../definitions/packed-definition.ts'

export interface BookCommand {
  cmd: number
  name: string
  req: string
  res: string
  push: string
}

/** Names under which a game declares what a refused request is answered with. */
const ERROR_NAMES = ['ErrorRes', 'ErrorReply', 'Error']

function errorMessageOf(schema: ProtoSchema, commands: readonly BookCommand[]): string {
  const prefixes = new Set(commands.map(({ res }) => res.slice(0, res.lastIndexOf('.') + 1)))
  const names = [...prefixes, ''].flatMap((prefix) => ERROR_NAMES.map((name) => `${prefix}${name}`))
  return names.find((name) => findMessage(schema, name) !== null) ?? ''
}

function parsed(body: Uint8Array): Record<string, unknown> | undefined {
  try {
    return parseJsonText(new TextDecoder('utf-8', { fatal: true }).decode(body)) as Record<string, unknown>
  } catch {
    return undefined
  }
}

/** The messages of one definition by command: what frames are called, read and written with. */
export class MessageBook {
  readonly hash: string
  readonly definition: AnyDefinition
  readonly #schema: ProtoSchema
  readonly #commands: ReadonlyMap<number, BookCommand>
  readonly #error: string
  readonly #kind: NonNullable<FrameDescriptor['body']>

  /** Throws `simulator_definition_invalid`. */
  constructor(nested: unknown, commands: readonly BookCommand[], kind: FrameDescriptor['body'] = 'protobuf') {
    this.#kind = kind
    const read = readSchema({ nested })
    if (!read.ok) {
      throw new AppError(simulatorErrors.simulator_definition_invalid, {
        params: { path: read.path, reason: read.reason },
      })
    }
    this.#schema = read.schema
    this.#commands = new Map(commands.map((command) => [command.cmd, command]))
    this.#error = errorMessageOf(read.schema, commands)
    this.definition = { nested: nested as AnyDefinition['nested'], cmds: commands }
    this.hash = hashOf(this.definition)
  }

  command(cmd: number): BookCommand | undefined {
    return this.#commands.get(cmd)
  }

  messageOf(frame: { cmd: number; direction: FrameDirectionShown; status: number }): string {
    const command = this.#commands.get(frame.cmd)
    if (frame.direction === 'request') return command?.req ?? ''
    if (frame.direction !== 'reply' && frame.direction !== 'push') return ''
    if (frame.status !== 0) return this.#error
    if (frame.direction === 'reply') return command?.res ?? ''
    return command?.push || command?.res || ''
  }

  fieldsOf(message: string): readonly { name: string; type: string }[] {
    return fieldsOf(this.#schema, message)
  }

  /** JSON as bytes; throws `simulator_body_invalid`. */
  encode(message: string, json: unknown): Uint8Array {
    if (this.#kind === 'raw') throw this.#needsBytes(message)
    const encoded =
      this.#kind === 'json'
        ? jsonBody(json)
        : this.#kind === 'msgpack'
          ? msgpackOfJson(json, findMessage(this.#schema, message))
          : encodeMessage(this.#schema, message, json)
    if (encoded.ok) return encoded.bytes
    const { path, reason, ...rest } = encoded
    throw new AppError(simulatorErrors.simulator_body_invalid, {
      field: path === '' ? 'body' : `body.${path}`,
      params: { path: path === '' ? message : path, reason },
      details: { path, reason, ...rest },
    })
  }

  /** Nobody here writes such a body: its bytes are given as they are. */
  #needsBytes(message: string): AppError {
    const reason = `a ${this.#kind} body is given as bytes`
    return new AppError(simulatorErrors.simulator_body_invalid, {
      field: 'body',
      params: { path: message, reason },
      details: { path: '', reason },
    })
  }

  /** What a heartbeat carries. */
  emptyBody(cmd: number): Uint8Array {
    const message = this.command(cmd)?.req ?? ''
    const isWritten = message !== '' && this.#kind !== 'raw'
    return isWritten ? this.encode(message, {}) : new Uint8Array()
  }

  /** A body as JSON, as far as it can be read; undefined when nobody knows the message. */
  decode(message: string, body: Uint8Array): Record<string, unknown> | undefined {
    if (this.#kind === 'json') return parsed(body)
    if (this.#kind === 'msgpack') return this.#readMsgpack(message, body)
    if (message === '' || this.#kind !== 'protobuf') return undefined
    return decodeMessage(this.#schema, message, body)?.json
  }

  #readMsgpack(message: string, body: Uint8Array): Record<string, unknown> | undefined {
    try {
      return jsonOfMsgpack(walkMsgpack(body), findMessage(this.#schema, message))
    } catch (error) {
      // BadMsgpack is one; the others say that nobody has room for it.
      if (error instanceof RangeError) return undefined
      throw error
    }
  }

  /** The body of a refusal: JSON text, or the error message. */
  decodeRefusal(body: Uint8Array): Record<string, unknown> | undefined {
    return (body[0] === 0x7b ? parsed(body) : undefined) ?? this.decode(this.#error, body)
  }
}

/** Before the definitions are there. */
export const EMPTY_BOOK = new MessageBook({ Nothing: { fields: {} } }, [])
