import { AppError, coreErrors } from '@qd/contract-kit'

/** What no text has: the bytes of a picture, an archive or a workbook, or half a character. */
// eslint-disable-next-line no-control-regex -- these are what is looked for
const BINARY = /[\u0000-\u0008\u000E-\u001F\uFFFD]/u

const noText = (): AppError => new AppError(coreErrors.body_no_text, { field: 'text' })

/** UTF-8 in pieces, without a byte order mark; no piece is empty. Throws `body_no_text`. */
export async function* decodeText(pieces: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (bytes?: Buffer): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
    } catch {
      throw noText()
    }
  }
  for await (const piece of pieces) {
    const text = decode(piece)
    if (BINARY.test(text)) throw noText()
    if (text !== '') yield text
  }
  decode()
}
