import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { msgpackOfJson } from '@qd/game-frame'
import protobuf from 'protobufjs'
import type { PlayerDocument } from '../game/document.ts'
import { javaStrings } from './java-of.ts'
import { lz4Literal, snappyLiteral } from './literal-block.ts'
import { phpOf } from './php-of.ts'
import { pickleOf } from './pickle-of.ts'

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** What other services of a game keep of a player: each in its own format. */
export type SnapshotFormat = keyof typeof PACKERS

const textOf = (value: Json): Buffer => Buffer.from(JSON.stringify(value))

function msgpackBytes(value: Json): Buffer {
  const encoded = msgpackOfJson(value, null)
  if (!encoded.ok) throw new Error(`no MessagePack at ${encoded.path}: ${encoded.reason}`)
  return Buffer.from(encoded.bytes)
}

interface Snapshot {
  readonly [key: string]: Json
  readonly role: {
    readonly uId: string
    readonly name: string
    readonly level: number
    readonly [key: string]: Json
  }
  readonly arena: { readonly score: number; readonly winRate: number; readonly [key: string]: Json }
}

/** `message Card { string u_id = 1; string name = 2; uint32 level = 3; uint32 score = 4; }` */
const cardOf = ({ role, arena }: Snapshot): Buffer =>
  Buffer.from(
    protobuf.Writer.create()
      .uint32(10)
      .string(role.uId)
      .uint32(18)
      .string(role.name)
      .uint32(24)
      .uint32(role.level)
      .uint32(32)
      .uint32(arena.score)
      .finish(),
  )

/** What a player plays like, for finding others: numbers of four bytes. */
const vectorOf = ({ role, arena }: Snapshot): Buffer =>
  Buffer.from(Float32Array.of(role.level / 100, arena.winRate, Math.log1p(arena.score)).buffer)

const PACKERS = {
  json: textOf,
  msgpack: msgpackBytes,
  php: (value: Json) => Buffer.from(phpOf(value)),
  gzip: (value: Json) => gzipSync(textOf(value)),
  deflate: (value: Json) => deflateSync(textOf(value)),
  brotli: (value: Json) => brotliCompressSync(textOf(value)),
  zstd: (value: Json) => zstdCompressSync(textOf(value)),
  deflateRaw: (value: Json) => deflateRawSync(textOf(value)),
  lz4: (value: Json) => lz4Literal(textOf(value)),
  snappy: (value: Json) => snappyLiteral(textOf(value)),
  pickle: pickleOf,
  java: ({ role }: Snapshot) => javaStrings([role.uId, role.name, String(role.level)]),
  protobuf: cardOf,
  float32: vectorOf,
}
const FORMATS = Object.keys(PACKERS) as SnapshotFormat[]

/** The format a player's snapshot is kept in; the same at each start. */
export function formatOf(uId: string): SnapshotFormat {
  return FORMATS[Number(uId.slice(-6)) % FORMATS.length]!
}

export function packedSnapshot(
  format: SnapshotFormat,
  { role, currency, arena, ship }: Pick<PlayerDocument, 'role' | 'currency' | 'arena' | 'ship'>,
): Buffer {
  const { uId, name, level, exp, vip, power, position, tags } = role
  const { route, cargo } = ship
  return PACKERS[format]({
    role: { uId, name, level, exp, vip, power, position, tags },
    currency: { ...currency },
    arena: { score: arena.score, winRate: arena.winRate, season: arena.season },
    ship: { shipId: ship.shipId, name: ship.name, route, cargo: cargo.map((stack) => ({ ...stack })) },
  })
}
