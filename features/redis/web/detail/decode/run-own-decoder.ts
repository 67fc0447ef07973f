import { decoderFault } from '../../../contract/index.ts'

/** Text of an answer that is shown; a decoder that tells of more has failed. */
const ANSWER_BYTES = 104_857_600

interface DecoderExports {
  readonly memory: WebAssembly.Memory
  readonly alloc: (length: number) => number
  readonly decode: (at: number, length: number) => number
}

/** A decoder that does not keep to the ABI. */
class DecoderFailed extends Error {}

/**
 * Runs `decode` of a module on bytes and gives its answer as text. The module gets nothing from outside: it is checked to
 * import nothing and to declare how large its memory may grow. How long it runs is limited by ending the worker.
 */
export async function runOwnDecoder(module: Uint8Array<ArrayBuffer>, bytes: Uint8Array): Promise<string> {
  const fault = decoderFault(module)
  if (fault !== null) throw new DecoderFailed(fault)
  const { instance } = await WebAssembly.instantiate(module, {})
  const { memory, alloc, decode } = instance.exports as unknown as DecoderExports
  const at = alloc(bytes.length) >>> 0
  if (at + bytes.length > memory.buffer.byteLength) throw new DecoderFailed('alloc')
  new Uint8Array(memory.buffer).set(bytes, at)
  const answer = decode(at, bytes.length) >>> 0
  // The memory may have grown meanwhile: its old buffer is gone then.
  const view = new DataView(memory.buffer)
  if (answer + 8 > view.byteLength) throw new DecoderFailed('answer')
  const from = view.getUint32(answer, true)
  const length = view.getUint32(answer + 4, true)
  if (from + length > view.byteLength || length > ANSWER_BYTES) throw new DecoderFailed('answer')
  return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(memory.buffer, from, length))
}
