/* XXH32 and XXH64 with seed 0: https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md. */

const [P1, P2, P3, P4, P5] = [2_654_435_761, 2_246_822_519, 3_266_489_917, 668_265_263, 374_761_393] as const

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const rotated = (value: number, by: number): number => (value << by) | (value >>> (32 - by))
const round = (lane: number, word: number): number =>
  Math.imul(rotated((lane + Math.imul(word, P2)) | 0, 13), P1)

/** The checksum of LZ4: of a frame's head, its blocks and its content. */
export function xxHash32(bytes: Uint8Array): number {
  const view = viewOf(bytes)
  let at = 0
  let hash = P5 | 0
  if (bytes.length >= 16) {
    let [a, b, c, d] = [(P1 + P2) | 0, P2 | 0, 0, -P1 | 0]
    for (; at + 16 <= bytes.length; at += 16) {
      a = round(a, view.getUint32(at, true))
      b = round(b, view.getUint32(at + 4, true))
      c = round(c, view.getUint32(at + 8, true))
      d = round(d, view.getUint32(at + 12, true))
    }
    hash = (rotated(a, 1) + rotated(b, 7) + rotated(c, 12) + rotated(d, 18)) | 0
  }
  hash = (hash + bytes.length) | 0
  for (; at + 4 <= bytes.length; at += 4) {
    hash = Math.imul(rotated((hash + Math.imul(view.getUint32(at, true), P3)) | 0, 17), P4)
  }
  for (; at < bytes.length; at += 1) {
    hash = Math.imul(rotated((hash + Math.imul(bytes[at]!, P5)) | 0, 11), P1)
  }
  hash = Math.imul(hash ^ (hash >>> 15), P2)
  hash = Math.imul(hash ^ (hash >>> 13), P3)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** 64 bits in two halves: a BigInt for each word would take seconds for what a value may hold. */
class Word {
  hi: number
  lo: number

  constructor(hi = 0, lo = 0) {
    this.hi = hi
    this.lo = lo
  }

  add(hi: number, lo: number): this {
    const sum = (this.lo >>> 0) + (lo >>> 0)
    this.hi = (this.hi + hi + (sum > 0xffff_ffff ? 1 : 0)) | 0
    this.lo = sum | 0
    return this
  }

  times(hi: number, lo: number): this {
    const [a0, a1, b0, b1] = [this.lo & 0xffff, this.lo >>> 16, lo & 0xffff, lo >>> 16]
    const [low, left, right] = [a0 * b0, a1 * b0, a0 * b1]
    const middle = (low >>> 16) + (left & 0xffff) + (right & 0xffff)
    const carried = a1 * b1 + (left >>> 16) + (right >>> 16) + (middle >>> 16)
    this.hi = (carried + Math.imul(this.hi, lo) + Math.imul(this.lo, hi)) | 0
    this.lo = (low & 0xffff) | (middle << 16)
    return this
  }

  rotate(by: number): this {
    const { hi, lo } = by < 32 ? this : { hi: this.lo, lo: this.hi }
    const left = by % 32
    this.hi = left === 0 ? hi : (hi << left) | (lo >>> (32 - left))
    this.lo = left === 0 ? lo : (lo << left) | (hi >>> (32 - left))
    return this
  }

  xor(hi: number, lo: number): this {
    this.hi ^= hi
    this.lo ^= lo
    return this
  }

  /** With itself, moved down by fewer than 64 bits. */
  fold(by: number): this {
    return by < 32
      ? this.xor(this.hi >>> by, (this.lo >>> by) | (this.hi << (32 - by)))
      : this.xor(0, this.hi >>> (by - 32))
  }
}

type Half = readonly [hi: number, lo: number]
const Q1: Half = [0x9e37_79b1, 0x85eb_ca87]
const Q2: Half = [0xc2b2_ae3d, 0x27d4_eb4f]
const Q3: Half = [0x1656_67b1, 0x9e37_79f9]
const Q4: Half = [0x85eb_ca77, 0xc2b2_ae63]
const Q5: Half = [0x27d4_eb2f, 0x1656_67c5]

const scratch = new Word()

/** One word of eight bytes into a lane. */
function stir(lane: Word, hi: number, lo: number): Word {
  scratch.hi = hi
  scratch.lo = lo
  scratch.times(...Q2)
  return lane
    .add(scratch.hi, scratch.lo)
    .rotate(31)
    .times(...Q1)
}

function lanesOf(view: DataView, end: number): Word {
  const lanes = [
    new Word(...Q1).add(...Q2),
    new Word(...Q2),
    new Word(),
    // Nothing less the first prime.
    new Word(~Q1[0], ~Q1[1]).add(0, 1),
  ] as const
  for (let at = 0; at < end; at += 32) {
    for (let lane = 0; lane < 4; lane += 1) {
      const from = at + lane * 8
      stir(lanes[lane]!, view.getInt32(from + 4, true), view.getInt32(from, true))
    }
  }
  const hash = new Word()
  for (const [at, by] of [1, 7, 12, 18].entries()) {
    const lane = new Word(lanes[at]!.hi, lanes[at]!.lo).rotate(by)
    hash.add(lane.hi, lane.lo)
  }
  for (const lane of lanes) {
    const last = stir(new Word(), lane.hi, lane.lo)
    hash
      .xor(last.hi, last.lo)
      .times(...Q1)
      .add(...Q4)
  }
  return hash
}

/** The lower half of XXH64, which is the checksum of a frame of Zstandard. */
export function xxHash64Low(bytes: Uint8Array): number {
  const view = viewOf(bytes)
  let at = bytes.length - (bytes.length % 32)
  const hash = at > 0 ? lanesOf(view, at) : new Word(...Q5)
  hash.add(Math.floor(bytes.length / 2 ** 32), bytes.length | 0)
  for (; at + 8 <= bytes.length; at += 8) {
    const word = stir(new Word(), view.getInt32(at + 4, true), view.getInt32(at, true))
    hash
      .xor(word.hi, word.lo)
      .rotate(27)
      .times(...Q1)
      .add(...Q4)
  }
  if (at + 4 <= bytes.length) {
    const word = new Word(0, view.getInt32(at, true)).times(...Q1)
    hash
      .xor(word.hi, word.lo)
      .rotate(23)
      .times(...Q2)
      .add(...Q3)
    at += 4
  }
  for (; at < bytes.length; at += 1) {
    const word = new Word(0, bytes[at]!).times(...Q5)
    hash
      .xor(word.hi, word.lo)
      .rotate(11)
      .times(...Q1)
  }
  hash
    .fold(33)
    .times(...Q2)
    .fold(29)
    .times(...Q3)
    .fold(32)
  return hash.lo >>> 0
}
