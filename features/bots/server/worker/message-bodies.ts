import { parseJsonText } from '@qd/canonical-json'
import { ENTER_COMMAND, jsonBody, jsonOfMsgpack, msgpackOfJson, walkMsgpack } from '@qd/game-frame'
import type { FrameDescriptor } from '@qd/game-frame'
import { decodeMessage, encodeMessage, findMessage, readSchema } from '@qd/proto-wire'
import type { ProtoSchema } from '@qd/proto-wire'
import type { Json } from '@qd/scenario'
import type { WorkerCommand } from './messages.ts'

/** Names a refusal's body may have, in this order. */
const ERROR_NAMES = ['Error', 'ErrorRes', 'ErrorReply', 'ErrorMsg']
const LIMITS = { maxDepth: 64, maxNodes: 200_000 }

/** Bodies of messages to bytes and back, by the definition of the game. */
export class MessageBodies {
  readonly #schema: ProtoSchema
  readonly #format: 'protobuf' | 'json' | 'msgpack'
  readonly #commands: ReadonlyMap<number, WorkerCommand>
  readonly #errorType: string | null
  /** Bytes of bodies that are the same each time. */
  readonly #fixed = new Map<Json, Uint8Array>()

  /** Throws Error for a definition that cannot be read. */
  constructor(
    nested: unknown,
    commands: readonly WorkerCommand[],
    format: FrameDescriptor['body'] = 'protobuf',
  ) {
    if (format === 'raw') throw new Error(`bots cannot write bodies in ${format}`)
    this.#format = format
    const read = readSchema({ nested })
    if (!read.ok) throw new Error(`${read.path}: ${read.reason} ${read.found}`)
    this.#schema = read.schema
    this.#commands = new Map(commands.map((command) => [command.cmd, command]))
    const names = [...read.schema.messages.keys()]
    const find = (name: string) => names.find((full) => full === name || full.endsWith(`.${name}`))
    this.#errorType = ERROR_NAMES.map(find).find((name) => name !== undefined) ?? null
  }

  /** Bytes of a request; throws Error with the field that does not fit. */
  encode(cmd: number, body: Json, isFixed: boolean): Uint8Array {
    const known = isFixed ? this.#fixed.get(body) : undefined
    if (known !== undefined) return known
    const message = this.#commands.get(cmd)?.req ?? ''
    if (message === '' && this.#format === 'protobuf') throw new Error(`command ${cmd} has no request`)
    const encoded =
      this.#format === 'json'
        ? jsonBody(body)
        : this.#format === 'msgpack'
          ? msgpackOfJson(body, findMessage(this.#schema, message))
          : encodeMessage(this.#schema, message, body)
    if (!encoded.ok) throw new Error(`${encoded.path} ${encoded.reason} ${encoded.expected ?? ''}`.trim())
    if (isFixed) this.#fixed.set(body, encoded.bytes)
    return encoded.bytes
  }

  /** What comes with the command, or what its reply is; empty: nothing that is known. */
  replyOf(cmd: number): string {
    return this.#commands.get(cmd)?.res ?? ''
  }

  /** The fields of Enter that the game's own message has, text where it wants text. */
  encodeEnter(fields: Readonly<Record<string, string | number>>): Uint8Array {
    if (this.#format === 'json') return Buffer.from(JSON.stringify(fields))
    const message = this.#commands.get(ENTER_COMMAND)?.req ?? ''
    const type = findMessage(this.#schema, message)
    if (type === null && this.#format === 'msgpack') return this.encode(ENTER_COMMAND, { ...fields }, false)
    if (type === null) throw new Error('the definition has no Enter')
    const body: Record<string, Json> = {}
    for (const [name, value] of Object.entries(fields)) {
      const field = type.byName.get(name)
      if (field !== undefined) body[name] = field.type === 'string' ? String(value) : value === '' ? 0 : value
    }
    return this.encode(ENTER_COMMAND, body, false)
  }

  /** The body of a reply or push; throws Error with the offset where it breaks. */
  decode(cmd: number, status: number, body: Uint8Array): Json {
    if (this.#format === 'json')
      return body.length === 0 ? {} : (parseJsonText(Buffer.from(body).toString('utf8')) as Json)
    if (status !== 0) return this.#decodeError(body)
    const message = this.#commands.get(cmd)?.res ?? ''
    if (this.#format === 'msgpack') return this.#readMsgpack(message, body)
    if (message === '') return {}
    return this.#read(message, body)
  }

  #decodeError(body: Uint8Array): Json {
    // JSON text or the definition's own error message.
    if (body[0] === 0x7b) {
      try {
        return parseJsonText(Buffer.from(body).toString('utf8')) as Json
      } catch {
        // No JSON after all.
      }
    }
    if (this.#format === 'msgpack') return this.#readMsgpack(this.#errorType ?? '', body)
    if (this.#errorType === null) throw new Error('the definition has no error message')
    return this.#read(this.#errorType, body)
  }

  #readMsgpack(message: string, body: Uint8Array): Json {
    if (body.length === 0) return {}
    return jsonOfMsgpack(walkMsgpack(body), findMessage(this.#schema, message)) as Json
  }

  #read(message: string, body: Uint8Array): Json {
    const decoded = decodeMessage(this.#schema, message, body, { defaults: true, ...LIMITS })
    if (decoded === null) throw new Error(`unknown message ${message}`)
    const { error, json } = decoded
    if (error !== null) throw new Error(`${error.path} ${error.code} at offset ${error.offset}`)
    return json as Json
  }
}
