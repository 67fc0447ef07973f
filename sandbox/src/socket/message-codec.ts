import type { ProtoCommand } from '@qd/game-contract'
import type protobuf from 'protobufjs'
import type { LoadedMessages } from '../game/definitions/load-messages.ts'
import { messageType } from '../game/definitions/load-messages.ts'

export type Body = Record<string, unknown>

export type DecodedBody = { ok: true; body: Body } | { ok: false; reason: string }

/** Turns message bodies into bytes and back; int64 is text on this side. */
export class MessageCodec {
  readonly #root: protobuf.Root
  readonly #commands: ReadonlyMap<number, ProtoCommand>
  readonly #types = new Map<string, protobuf.Type>()

  constructor({ root, commands }: LoadedMessages) {
    this.#root = root
    this.#commands = new Map(commands.map((command) => [command.cmd, command]))
  }

  command(cmd: number): ProtoCommand | undefined {
    return this.#commands.get(cmd)
  }

  decode(name: string, bytes: Uint8Array): DecodedBody {
    const type = this.#type(name)
    try {
      const message = type.decode(bytes)
      return { ok: true, body: type.toObject(message, { longs: String, defaults: true, arrays: true }) }
    } catch (error) {
      return { ok: false, reason: error instanceof Error ? error.message : String(error) }
    }
  }

  encode(name: string, body: Body): Uint8Array {
    const type = this.#type(name)
    return type.encode(type.fromObject(body)).finish()
  }

  #type(name: string): protobuf.Type {
    const known = this.#types.get(name)
    if (known) return known
    const type = messageType(this.#root, name)
    this.#types.set(name, type)
    return type
  }
}
