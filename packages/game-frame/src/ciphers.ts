import { cbc, ctr, ecb } from '@noble/ciphers/aes.js'
import type { FrameCipher } from './frame-descriptor.ts'

/** Changes the bodies of one direction, one after another, either way. Throws for a body it cannot read. */
export interface BodyCipher {
  seal(body: Uint8Array): Uint8Array
  open(body: Uint8Array): Uint8Array
}

const BLOCK = 16

export function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_none, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  )
}

function xorWith(body: Uint8Array, stream: (count: number) => Uint8Array): Uint8Array {
  const other = stream(body.length)
  return body.map((byte, index) => byte ^ other[index]!)
}

/** The key again and again. */
function repeated(key: Uint8Array): (count: number) => Uint8Array {
  let at = 0
  return (count) => {
    const stream = new Uint8Array(count)
    for (let index = 0; index < count; index += 1) {
      stream[index] = key[at]!
      at = at + 1 === key.length ? 0 : at + 1
    }
    return stream
  }
}

function rc4(key: Uint8Array): (count: number) => Uint8Array {
  const box = Uint8Array.from({ length: 256 }, (_none, index) => index)
  const swap = (one: number, other: number) => {
    const kept = box[one]!
    box[one] = box[other]!
    box[other] = kept
  }
  for (let index = 0, other = 0; index < 256; index += 1) {
    other = (other + box[index]! + key[index % key.length]!) & 0xff
    swap(index, other)
  }
  let one = 0
  let other = 0
  return (count) => {
    const stream = new Uint8Array(count)
    for (let index = 0; index < count; index += 1) {
      one = (one + 1) & 0xff
      other = (other + box[one]!) & 0xff
      swap(one, other)
      stream[index] = box[(box[one]! + box[other]!) & 0xff]!
    }
    return stream
  }
}

/** AES in counter mode; goes on within a block where the last body ended. */
function counted(key: Uint8Array, iv: Uint8Array): (count: number) => Uint8Array {
  let position = 0
  return (count) => {
    const counter = iv.slice()
    for (let at = BLOCK - 1, carry = Math.floor(position / BLOCK); at >= 0 && carry > 0; at -= 1) {
      const next = counter[at]! + carry
      counter[at] = next & 0xff
      carry = Math.floor(next / 256)
    }
    const inBlock = position % BLOCK
    position += count
    return ctr(key, counter)
      .encrypt(new Uint8Array(inBlock + count))
      .subarray(inBlock)
  }
}

function streamCipher(makeStream: () => (count: number) => Uint8Array, continues: boolean): BodyCipher {
  const kept = makeStream()
  const turn = (body: Uint8Array) => xorWith(body, continues ? kept : makeStream())
  return { seal: turn, open: turn }
}

interface WithIv {
  encrypt(body: Uint8Array): Uint8Array
  decrypt(body: Uint8Array): Uint8Array
}

/** Each body brings its own first block. */
function prefixed(make: (iv: Uint8Array) => WithIv): BodyCipher {
  return {
    seal(body) {
      const iv = crypto.getRandomValues(new Uint8Array(BLOCK))
      const sealed = make(iv).encrypt(body)
      const all = new Uint8Array(BLOCK + sealed.length)
      all.set(iv)
      all.set(sealed, BLOCK)
      return all
    },
    open(body) {
      if (body.length < BLOCK) throw new RangeError('the body is shorter than its first block')
      return make(body.slice(0, BLOCK)).decrypt(body.subarray(BLOCK))
    },
  }
}

/** Why the key cannot be used, else null. */
export function keyProblem({ kind }: Pick<FrameCipher, 'kind'>, key: Uint8Array): string | null {
  if (kind === 'xor' || kind === 'rc4') {
    return key.length > 0 && key.length <= 256
      ? null
      : `a key of ${kind} has 1 to 256 bytes, not ${key.length}`
  }
  return [16, 24, 32].includes(key.length) ? null : `a key of aes has 16, 24 or 32 bytes, not ${key.length}`
}

/** The cipher with a key; throws RangeError for a key that does not fit it. */
export function newBodyCipher(cipher: FrameCipher, key: Uint8Array): BodyCipher {
  const problem = keyProblem(cipher, key)
  if (problem !== null) throw new RangeError(problem)
  const { kind, iv = '00'.repeat(BLOCK), continues = false } = cipher
  if (kind === 'xor') return streamCipher(() => repeated(key), continues)
  if (kind === 'rc4') return streamCipher(() => rc4(key), continues)
  if (kind === 'aes-ecb') {
    const block = ecb(key)
    return { seal: (body) => block.encrypt(body), open: (body) => block.decrypt(body) }
  }
  const make = (first: Uint8Array) => (kind === 'aes-cbc' ? cbc(key, first) : ctr(key, first))
  if (iv === 'prefix') return prefixed(make)
  const first = bytesOfHex(iv)
  if (kind === 'aes-ctr') return streamCipher(() => counted(key, first), continues)
  return { seal: (body) => make(first).encrypt(body), open: (body) => make(first).decrypt(body) }
}
