import type { CallContext } from '@qd/server-kit'
import { strToU8, zipSync } from 'fflate'

export function zipOf(texts: Readonly<Record<string, string>>): Buffer {
  const zip = zipSync(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, strToU8(text)])))
  return Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength)
}

/** Says how the browser saves what a raw call answers. */
export function asFile({ reply }: Pick<CallContext, 'reply'>, type: string, name: string): void {
  void reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"`)
    .header('cache-control', 'no-store')
}

export function sendZip(ctx: Pick<CallContext, 'reply'>, name: string, zip: Buffer): Buffer {
  asFile(ctx, 'application/zip', `${name}.zip`)
  return zip
}
