import { createHash } from 'node:crypto'
import { GameError, targetKey } from '@qd/game-contract/adapter'
import type { AdapterProto, AdapterProtocol, GameServerTarget } from '@qd/game-contract/adapter'
import { parseProtocol } from '@qd/protocol-model'
import type { GameHttp } from './http/game-http.ts'
import { SharedCalls, ShortCache } from './http/short-cache.ts'
import { MessageCodec } from './proto/message-codec.ts'
import { checkProto } from './proto/proto-descriptor.ts'

export interface LoadedProto {
  proto: AdapterProto
  codec: MessageCodec
}

interface Kept<T> {
  good: T | null
  /** Fingerprint of the definition refused last, with the reason. */
  refused: { of: string; reason: string } | null
}

function refusalError(reason: string): GameError {
  return new GameError({ kind: 'garbage', msg: `the definition was refused: ${reason}` })
}

function keptOf<T>(store: Map<string, Kept<T>>, key: string): Kept<T> {
  const kept = store.get(key) ?? { good: null, refused: null }
  store.set(key, kept)
  return kept
}

/** Definitions of game servers, checked before use; when a newer one is refused, the last good one stays in use. */
export class Definitions {
  readonly #http: GameHttp
  readonly #md5s: ShortCache<string>
  readonly #protos: ShortCache<LoadedProto>
  readonly #loading = new SharedCalls<void>()
  readonly #keptProtocols = new Map<string, Kept<AdapterProtocol>>()
  readonly #keptProtos = new Map<string, Kept<LoadedProto & { of: string }>>()

  constructor(http: GameHttp, cacheMs: number, now: () => number) {
    this.#http = http
    this.#md5s = new ShortCache(cacheMs, now)
    this.#protos = new ShortCache(cacheMs, now)
  }

  md5(target: GameServerTarget): Promise<string> {
    return this.#md5s.get(targetKey(target), async () => (await this.#http.call(target, 'protocol')).md5)
  }

  async protocol(target: GameServerTarget): Promise<AdapterProtocol> {
    const md5 = await this.md5(target)
    const kept = keptOf(this.#keptProtocols, targetKey(target))
    if (kept.good?.md5 === md5) return kept.good
    if (kept.refused?.of !== md5) {
      await this.#loading.run(`${targetKey(target)} ${md5}`, () => this.#loadProtocol(target, md5, kept))
    }
    if (kept.refused === null) return kept.good!
    if (kept.good === null) throw refusalError(kept.refused.reason)
    return { ...kept.good, refusedBecause: kept.refused.reason }
  }

  async #loadProtocol(target: GameServerTarget, md5: string, kept: Kept<AdapterProtocol>): Promise<void> {
    try {
      const reply = await this.#http.call(target, 'protocol', { query: { full: '1' } })
      const parsed = parseProtocol({ diffInfos: reply.diffInfos, protocols: reply.protocols })
      if (!parsed.ok) throw refusalError(parsed.reason)
      // Kept under the fingerprint asked for: one that differs here would be fetched again at every call.
      kept.good = { md5, protocol: { ...parsed.protocol, md5 } }
      kept.refused = null
    } catch (error) {
      if (!(error instanceof GameError) || error.kind !== 'garbage') throw error
      kept.refused = { of: md5, reason: error.msg }
    }
  }

  proto(target: GameServerTarget): Promise<LoadedProto> {
    return this.#protos.get(targetKey(target), () => this.#loadProto(target))
  }

  async #loadProto(target: GameServerTarget): Promise<LoadedProto> {
    const kept = keptOf(this.#keptProtos, targetKey(target))
    try {
      const reply = await this.#http.call(target, 'proto')
      const of = createHash('sha256').update(JSON.stringify(reply)).digest('hex')
      // Compiling is the expensive part, and definitions change rarely.
      if (kept.good?.of === of) return kept.good
      const checked = checkProto(reply.nested)
      if (!checked.ok) throw refusalError(checked.reason)
      const codec = compiled(() => new MessageCodec(checked.nested, checked.messages, reply.cmds))
      kept.good = { of, codec, proto: { nested: checked.nested, cmds: reply.cmds } }
      return kept.good
    } catch (error) {
      if (!(error instanceof GameError) || error.kind !== 'garbage' || kept.good === null) throw error
      return { codec: kept.good.codec, proto: { ...kept.good.proto, refusedBecause: error.msg } }
    }
  }
}

function compiled(build: () => MessageCodec): MessageCodec {
  try {
    return build()
  } catch (error) {
    throw refusalError(error instanceof Error ? error.message : String(error))
  }
}
