import type { FieldType, MessageType } from '../src/index.ts'

/** One line of protoc's text: `name: value` or `name { ... }`. */
export interface TextEntry {
  name: string
  /** A word as it stands there. */
  word?: string
  bytes?: Buffer
  block?: TextEntry[]
}

const ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, '"': 34, "'": 39, '\\': 92 }

export function unescaped(quoted: string): Buffer {
  const bytes: number[] = []
  for (const [piece, octal, letter] of quoted.matchAll(/\\([0-7]{3})|\\(.)|[^\\]/gs)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8))
    else if (letter !== undefined) bytes.push(ESCAPES[letter]!)
    else bytes.push(...Buffer.from(piece))
  }
  return Buffer.from(bytes)
}

/** Reads the text that `protoc --decode` and `--decode_raw` print. */
export function parseText(text: string): TextEntry[] {
  const top: TextEntry[] = []
  const open = [top]
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    if (line === '}') {
      open.pop()
      continue
    }
    const block = /^(\S+) \{$/.exec(line)
    const value = /^(\S+?): (?:"(.*)"|(\S+))$/s.exec(line)
    const entry: TextEntry = { name: (block ?? value)![1]! }
    open.at(-1)!.push(entry)
    if (block) open.push((entry.block = []))
    else if (value![2] === undefined) entry.word = value![3]!
    else entry.bytes = unescaped(value![2])
  }
  return top
}

function floatOf(word: string): number | string {
  const named: Readonly<Record<string, string>> = {
    inf: 'Infinity',
    '-inf': '-Infinity',
    nan: 'NaN',
    '-nan': 'NaN',
  }
  return named[word] ?? Number(word)
}

function oneOf(field: FieldType, { word, bytes, block }: TextEntry, encoding: BufferEncoding): unknown {
  if (field.message) return jsonOfText(field.message, block!, encoding)
  if (field.type === 'string') return bytes!.toString(encoding)
  if (field.type === 'bytes') return bytes!.toString('base64')
  if (field.type === 'bool') return word === 'true'
  // A number without a name stands as a number.
  if (field.enum) return /^-?\d+$/.test(word!) ? Number(word) : word
  if (field.type === 'double') return floatOf(word!)
  if (field.type === 'float') {
    const value = floatOf(word!)
    return typeof value === 'number' ? Math.fround(value) : value
  }
  return field.type.endsWith('64') ? word : Number(word)
}

/** The JSON of a message as protoc printed it. Groups go by the name of their type; `encoding` is how texts are shown. */
export function jsonOfText(
  type: MessageType,
  entries: readonly TextEntry[],
  encoding: BufferEncoding = 'utf8',
): Record<string, unknown> {
  const json: Record<string, unknown> = {}
  for (const entry of entries) {
    const field =
      type.byName.get(entry.name) ??
      type.fields.find((one) => one.isGroup && one.message!.name === entry.name)
    if (field === undefined) throw new Error(`${entry.name} is no field of ${type.fullName}`)
    if (field.kind === 'map') {
      const { key, value } = jsonOfText(field.entry!, entry.block!, encoding)
      const map = (json[field.name] ??= {}) as object
      Object.defineProperty(map, String(key), { value, enumerable: true, configurable: true, writable: true })
    } else if (field.label === 'repeated') {
      const list = (json[field.name] ??= []) as unknown[]
      list.push(oneOf(field, entry, encoding))
    } else json[field.name] = oneOf(field, entry, encoding)
  }
  return json
}
