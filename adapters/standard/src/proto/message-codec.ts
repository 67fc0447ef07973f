import { parseJsonText } from '@qd/canonical-json'
import protobuf from 'protobufjs/light.js'
import { plainJsonFault } from '@qd/protocol-model'
import type { ProtoCommand } from '@qd/game-contract'
import { messageFault } from './message-fault.ts'
import type { CleanNested } from './proto-descriptor.ts'

export type Encoded = { ok: true; bytes: Uint8Array } | { ok: false; field: string; reason: string }
export type Decoded = { ok: true; value: unknown } | { ok: false; reason: string }

/** What a decoded body may become: a megabyte of empty elements would be half a million objects. */
const BODY_LIMITS = { maxDepth: 64, maxNodes: 200_000 }

const AS_JSON = { longs: String, enums: String, bytes: String, defaults: true, arrays: true, objects: true }

/** Names a refusal's body may have, in this order. */
const ERROR_NAMES = ['Error', 'ErrorRes', 'ErrorReply', 'ErrorMsg']

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Encodes and decodes message bodies of one checked definition; int64 is text on both sides. */
export class MessageCodec {
  readonly commands: ReadonlyMap<number, ProtoCommand>
  readonly errorType: string | null
  readonly #root: protobuf.Root
  readonly #messages: ReadonlySet<string>

  /** Throws Error when a field's type does not exist. */
  constructor(nested: CleanNested, messages: readonly string[], commands: readonly ProtoCommand[]) {
    this.#root = protobuf.Root.fromJSON({ nested: nested as protobuf.INamespace['nested'] })
    this.#messages = new Set(messages)
    this.commands = new Map(commands.map((command) => [command.cmd, command]))
    const simple = (name: string) => messages.find((full) => full === name || full.endsWith(`.${name}`))
    this.errorType = ERROR_NAMES.map(simple).find((name) => name !== undefined) ?? null
  }

  hasMessage(name: string): boolean {
    return this.#messages.has(name)
  }

  /** Type by field name, of scalars and messages alike; empty for an unknown message. */
  fieldTypes(message: string): ReadonlyMap<string, string> {
    if (!this.hasMessage(message)) return new Map()
    return new Map(this.#root.lookupType(message).fieldsArray.map((field) => [field.name, field.type]))
  }

  encode(message: string, value: unknown): Encoded {
    if (!this.hasMessage(message)) return { ok: false, field: '', reason: `unknown message ${message}` }
    const type = this.#root.lookupType(message)
    const fault = messageFault(type, value, '')
    if (fault) return { ok: false, ...fault }
    try {
      return { ok: true, bytes: type.encode(type.fromObject(value as Record<string, unknown>)).finish() }
    } catch (error) {
      return { ok: false, field: '', reason: reasonOf(error) }
    }
  }

  decode(message: string, body: Uint8Array): Decoded {
    if (!this.hasMessage(message)) return { ok: false, reason: `unknown message ${message}` }
    const type = this.#root.lookupType(message)
    try {
      const value = type.toObject(type.decode(body), AS_JSON)
      const fault = plainJsonFault(value, BODY_LIMITS)
      return fault === null ? { ok: true, value } : { ok: false, reason: fault }
    } catch (error) {
      return { ok: false, reason: reasonOf(error) }
    }
  }

  /** A refusal's body: JSON text, or the definition's error message. */
  decodeError(body: Uint8Array): Decoded {
    if (body[0] === 0x7b) {
      try {
        return { ok: true, value: parseJsonText(new TextDecoder('utf-8', { fatal: true }).decode(body)) }
      } catch {
        // No JSON after all: the error message below has the last word.
      }
    }
    if (this.errorType === null) return { ok: false, reason: 'the definition has no error message' }
    return this.decode(this.errorType, body)
  }
}
