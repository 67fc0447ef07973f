/** Stream version 5, an array, and the descriptor of its class `[Ljava.lang.String;`. */
const STRINGS = 'aced0005757200135b4c6a6176612e6c616e672e537472696e673badd256e7e91d7b470200007870'
const TC_STRING = 0x74

/** Java's modified UTF-8: each UTF-16 unit by itself, zero in two bytes. */
function modifiedUtf8(text: string): number[] {
  return Array.from({ length: text.length }, (_none, at) => text.charCodeAt(at)).flatMap((unit) => {
    if (unit > 0 && unit < 0x80) return [unit]
    const last = 0x80 | (unit & 0x3f)
    if (unit < 0x800) return [0xc0 | (unit >> 6), last]
    return [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), last]
  })
}

/** Texts as a Java program writes a `String[]` with an ObjectOutputStream; each of less than 64 KiB. */
export function javaStrings(texts: readonly string[]): Buffer {
  const written = texts.map((text) => {
    const bytes = modifiedUtf8(text)
    return Buffer.from([TC_STRING, bytes.length >> 8, bytes.length & 255, ...bytes])
  })
  const count = Buffer.alloc(4)
  count.writeInt32BE(texts.length)
  return Buffer.concat([Buffer.from(STRINGS, 'hex'), count, ...written])
}
