import { call } from '@qd/web-calls'
import { readDecoder } from '../../../contract/index.ts'
import { fromBase64 } from '../model/bytes.ts'

/** Modules of own decoders by id; a replaced one has another hash. */
const modules = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/** The module of an own decoder, loaded once for the page. Throws `CallError`; a failed load is tried anew when asked again. */
export function moduleOf(
  lineId: string,
  decoderId: string,
  sha256: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const id = `${decoderId} ${sha256}`
  const known = modules.get(id)
  if (known !== undefined) return known
  const loading = call(
    readDecoder,
    { body: { lineId, decoderId } },
    { tag: 'redis:viewers.own', told: 'place' },
  ).then(({ base64 }) => fromBase64(base64))
  modules.set(id, loading)
  loading.catch(() => modules.delete(id))
  return loading
}
