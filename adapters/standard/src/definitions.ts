import { createHash } from 'node:crypto'
import { GAME_CODES } from '@qd/game-contract'
import { GameError, SHARED, targetKey } from '@qd/game-contract/adapter'
import type { AdapterProto, AdapterProtocol, GameServerTarget } from '@qd/game-contract/adapter'
import { refusalError } from './proto/refusal-error.ts'
import { parseProtocol } from '@qd/protocol-model'
import type { LeftOut } from '@qd/protocol-model'
import type { GameHttp } from './http/game-http.ts'
import { SharedCalls, ShortCache } from './http/short-cache.ts'
import { MessageCodec } from './proto/message-codec.ts'
import { derivedProtocol } from './proto/derived-protocol.ts'
import { checkProto } from './proto/proto-descriptor.ts'
import type { CleanNested } from './proto/proto-descriptor.ts'

export interface LoadedProto {
  proto: AdapterProto
  codec: MessageCodec
  /** The newest answer was none of the server's: the next call asks again. */
  isDoubtful?: boolean
}

interface Kept<T> {
  good: T | null
  /** Fingerprint of the definition a signed answer proved bad last, with the reason. */
  refused: { of: string; reason: string } | null
}

const isGarbage = (error: unknown): error is GameError =>
  error instanceof GameError && error.kind === 'garbage'

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
  readonly #loading = new SharedCalls<string | null>()
  readonly #keptProtocols = new Map<string, Kept<AdapterProtocol>>()
  readonly #keptProtos = new Map<string, Kept<LoadedProto & { of: string }>>()

  constructor(http: GameHttp, cacheMs: number, now: () => number) {
    this.#http = http
    this.#md5s = new ShortCache(cacheMs, now)
    this.#protos = new ShortCache(cacheMs, now, ({ isDoubtful }) => isDoubtful !== true)
  }

  md5(target: GameServerTarget): Promise<string> {
    return this.#md5s.get(targetKey(target), async () => {
      try {
        return (await this.#http.call(target, 'protocol', { asker: SHARED })).md5
      } catch (error) {
        return (await this.#derived(target, error)).md5
      }
    })
  }

  /** The definition made of a server's messages, where it has no other and says which messages are modules. */
  async #derived(target: GameServerTarget, why: unknown): Promise<AdapterProtocol> {
    if (!(why instanceof GameError) || why.code !== GAME_CODES.capabilityMissing) throw why
    const { proto } = await this.proto(target)
    if (proto.modules === undefined) throw why
    return derivedProtocol(proto.nested as CleanNested, proto.modules)
  }

  async protocol(target: GameServerTarget): Promise<AdapterProtocol> {
    const md5 = await this.md5(target)
    const kept = keptOf(this.#keptProtocols, targetKey(target))
    if (kept.good?.md5 === md5) return kept.good
    if (kept.refused?.of !== md5) {
      const doubt = await this.#loading.run(`${targetKey(target)} ${md5}`, () =>
        this.#load(target, md5, kept),
      )
      if (doubt !== null) return { ...kept.good!, refusedBecause: doubt }
    }
    if (kept.refused === null) return kept.good!
    if (kept.good === null) throw refusalError(kept.refused.reason)
    return { ...kept.good, refusedBecause: kept.refused.reason }
  }

  /**
   * Keeps the definition, or why it was refused. Only a signed answer is remembered against a server; for any other
   * the last good definition serves this once, with the reason given back, and the next call asks again.
   */
  async #load(target: GameServerTarget, md5: string, kept: Kept<AdapterProtocol>): Promise<string | null> {
    try {
      kept.good = await this.#fetchProtocol(target, md5)
      kept.refused = null
    } catch (error) {
      if (!isGarbage(error) || (!error.isProven && kept.good === null)) throw error
      if (!error.isProven) return error.msg
      kept.refused = { of: md5, reason: error.msg }
    }
    return null
  }

  async #fetchProtocol(target: GameServerTarget, md5: string): Promise<AdapterProtocol> {
    try {
      let leftOut: string[] = []
      // A type under such a name is taken out before the definition is read.
      const onLeftOut = (places: LeftOut[]) =>
        (leftOut = places.filter(({ path }) => path.join() === 'diffInfos').flatMap(({ names }) => names))
      const reply = await this.#http.call(target, 'protocol', {
        query: { full: '1' },
        onLeftOut,
        asker: SHARED,
      })
      const parsed = parseProtocol({ diffInfos: reply.diffInfos, protocols: reply.protocols, leftOut })
      if (!parsed.ok) throw refusalError(parsed.reason)
      // Kept under the fingerprint asked for: one that differs here would be fetched again at every call.
      return { md5, protocol: { ...parsed.protocol, md5 } }
    } catch (error) {
      return await this.#derived(target, error)
    }
  }

  proto(target: GameServerTarget): Promise<LoadedProto> {
    return this.#protos.get(targetKey(target), () => this.#loadProto(target))
  }

  async #loadProto(target: GameServerTarget): Promise<LoadedProto> {
    const kept = keptOf(this.#keptProtos, targetKey(target))
    try {
      let leftOut: LeftOut[] = []
      const onLeftOut = (places: LeftOut[]) => (leftOut = places)
      const reply = await this.#http.call(target, 'proto', { onLeftOut, asker: SHARED })
      const of = createHash('sha256').update(JSON.stringify(reply)).digest('hex')
      // Compiling is the expensive part, and definitions change rarely.
      if (kept.good?.of === of) return kept.good
      const checked = checkProto(reply.nested, leftOut)
      if (!checked.ok) throw refusalError(checked.reason)
      const codec = compiled(() => new MessageCodec(checked.nested, checked.messages, reply.cmds))
      const { cmds, modules } = reply
      kept.good = {
        of,
        codec,
        proto: { nested: checked.nested, cmds, ...(modules === undefined ? {} : { modules }) },
      }
      return kept.good
    } catch (error) {
      if (!isGarbage(error) || kept.good === null) throw error
      const { codec, proto } = kept.good
      return { codec, proto: { ...proto, refusedBecause: error.msg }, isDoubtful: !error.isProven }
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
