import { inspect, isDeepStrictEqual } from 'node:util'
import { decodeMessage, defaultOf, encodeMessage } from '../src/index.ts'
import type { DecodedMessage, MessageType, ProtoSchema, WireNode } from '../src/index.ts'
import { askProtoc, withProtoFolder } from './run-protoc.ts'
import { schemaOf } from './schema-of.ts'
import { jsonOfText, parseText } from './text-format.ts'
import type { TextEntry } from './text-format.ts'
import { delimited } from './wire-bytes.ts'

export interface Case {
  name: string
  bytes: ArrayLike<number>
  /** What it was made for; without it protoc alone says what is right. */
  expected?: 'refused' | 'taken'
  /** Not inside another message: its depth counts. */
  isAlone?: boolean
}

/** A message of a definition, for this package and for protoc. */
export interface Judged {
  name: string
  files: Readonly<Record<string, string>>
  schema: ProtoSchema
  type: MessageType
}

const BATCH = 'batch.proto'
/** One protoc for each processor of a small machine. */
const LANES = 2
const MOST_IN_BATCH = 400

export function judgedOf(proto: string, name: string): Judged {
  const { schema } = schemaOf(proto)
  const syntax = /^syntax = "\w+";/m.exec(proto)![0]
  const batch = `${syntax}\nimport "main.proto";\nmessage QdBatch { repeated ${name} part = 1; }`
  return { name, schema, type: schema.messages.get(name)!, files: { 'main.proto': proto, [BATCH]: batch } }
}

async function inLanes<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const left = items.entries()
  const lane = async (): Promise<void> => {
    for (const [at, item] of left) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return results
}

/** Null: it is refused. */
type Answer = { entries: readonly TextEntry[]; lacksRequired: boolean } | null

const MISSING = /missing required fields/

/** Protoc's answers to messages it is likely to take: one call for many of them, and one for each where it refuses. */
async function answersOf(judged: Judged, path: string, messages: readonly Uint8Array[]): Promise<Answer[]> {
  if (messages.length > MOST_IN_BATCH) {
    const first = await answersOf(judged, path, messages.slice(0, MOST_IN_BATCH))
    return [...first, ...(await answersOf(judged, path, messages.slice(MOST_IN_BATCH)))]
  }
  const bytes = Buffer.concat(messages.map((each) => Buffer.from(delimited(1, each))))
  const { text, notes } = await askProtoc(['--decode=QdBatch', `-I${path}`, BATCH], bytes)
  if (text !== null) {
    const lacking = new Set(notes.match(/\bpart\[\d+\]/g))
    return parseText(text).map(({ block }, at) => ({
      entries: block!,
      lacksRequired: lacking.has(`part[${at}]`),
    }))
  }
  if (messages.length === 1) return [null]
  const half = messages.length >> 1
  const first = await answersOf(judged, path, messages.slice(0, half))
  return [...first, ...(await answersOf(judged, path, messages.slice(half)))]
}

async function answerOf(judged: Judged, path: string, bytes: Uint8Array): Promise<Answer> {
  const { text, notes } = await askProtoc([`--decode=${judged.name}`, `-I${path}`, 'main.proto'], bytes)
  return text === null ? null : { entries: parseText(text), lacksRequired: MISSING.test(notes) }
}

/** Protoc's answers in the order of the messages. */
async function allAnswers(
  judged: Judged,
  path: string,
  messages: readonly { bytes: Uint8Array; isAlone?: boolean | undefined }[],
): Promise<Answer[]> {
  const together = messages.filter(({ isAlone }) => isAlone !== true).map(({ bytes }) => bytes)
  const alone = messages.filter(({ isAlone }) => isAlone === true).map(({ bytes }) => bytes)
  const ofBatch = together.length === 0 ? [] : await answersOf(judged, path, together)
  const ofOnes = await inLanes(alone, (bytes) => answerOf(judged, path, bytes))
  return messages.map(({ isAlone }) => (isAlone === true ? ofOnes.shift()! : ofBatch.shift()!))
}

/** Without the fields that the definition does not know: protoc prints their numbers. */
export const knownOf = (entries: readonly TextEntry[]): TextEntry[] =>
  entries
    .filter(({ name }) => !/^\d/.test(name))
    .map((entry) => (entry.block ? { ...entry, block: knownOf(entry.block) } : entry))

/** Fields the definition does not know, as `number: word`; what stands behind a length or in a group is not compared. */
function unknownOf(entries: readonly TextEntry[]): string[] {
  return entries.flatMap(({ name, word, block }) => {
    if (/^\d/.test(name)) return [`${name}: ${word ?? 'bytes'}`]
    return block === undefined ? [] : unknownOf(block)
  })
}

function wordOf(node: WireNode, bytes: Uint8Array): string {
  if (node.wireType === 0) return String(node.value)
  return `0x${Buffer.from(bytes.subarray(node.valueStart, node.valueEnd).toReversed()).toString('hex')}`
}

/** The same of nodes. */
function unknownOfNodes(nodes: readonly WireNode[], bytes: Uint8Array): string[] {
  return nodes.flatMap((node) => {
    const isKnown = node.field !== null
    if (isKnown) return node.takenAs === 'packed' ? [] : unknownOfNodes(node.children, bytes)
    if (node.wireType === 2 || node.wireType === 3) return [`${node.number}: bytes`]
    return [`${node.number}: ${wordOf(node, bytes)}`]
  })
}

/** Without the defaults of fields that do not tell absent from default. */
function withoutZeros(type: MessageType, json: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(json)) {
    const field = type.byName.get(name)!
    const isSingle = field.kind !== 'map' && field.label !== 'repeated'
    if (isSingle && !field.hasPresence && Object.is(value, defaultOf(field))) continue
    const inner = (one: unknown): unknown =>
      field.message === null ? one : withoutZeros(field.message, one as Record<string, unknown>)
    kept[name] =
      field.kind === 'map'
        ? Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, inner(one)]))
        : Array.isArray(value)
          ? value.map(inner)
          : inner(value)
  }
  return kept
}

export interface Difference {
  name: string
  kind: 'verdict' | 'required' | 'value' | 'unknown' | 'written'
  /** For people. */
  text: string
}

export interface Verdict {
  /** What is not as protoc has it. */
  differences: Difference[]
  refused: number
  taken: number
}

/** Enough to find the case again. */
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').slice(0, 120)
const same = (left: unknown, right: unknown): boolean => isDeepStrictEqual(left, right)
const shown = (value: unknown): string => inspect(value, { depth: 9, breakLength: Infinity }).slice(0, 300)

interface ReadCase {
  one: Case
  bytes: Uint8Array
  decoded: DecodedMessage
  isTaken: boolean
}

const differing = ({ one, bytes }: ReadCase, kind: Difference['kind'], told: string): Difference => ({
  name: one.name,
  kind,
  text: `${one.name} ${hexOf(bytes)}: ${kind} ${told}`,
})

/** What protoc warns of and reads on. */
const WARNED = 'missing_required'

/** Compares the value, and what is written of it, with what protoc read. */
async function compareTaken(
  judged: Judged,
  path: string,
  taken: readonly { read: ReadCase; entries: readonly TextEntry[] }[],
): Promise<Difference[]> {
  const differences: Difference[] = []
  const written: { read: ReadCase; known: TextEntry[]; bytes: Uint8Array }[] = []
  for (const { read, entries } of taken) {
    const { decoded } = read
    const known = knownOf(entries)
    const theirs = jsonOfText(judged.type, known)
    const ours = withoutZeros(judged.type, decoded.json)
    if (!same(ours, theirs))
      differences.push(differing(read, 'value', `${shown(ours)}, protoc ${shown(theirs)}`))
    if (decoded.error?.code === WARNED) continue
    const again = encodeMessage(judged.schema, judged.name, decoded.json)
    if (again.ok) written.push({ read, known, bytes: again.bytes })
    else differences.push(differing(read, 'written', `refused, ${again.path} ${again.reason}`))
  }
  const answers = await allAnswers(
    judged,
    path,
    written.map(({ read, bytes }) => ({ bytes, isAlone: read.one.isAlone })),
  )
  for (const [at, { read, known, bytes }] of written.entries()) {
    const theirs = answers[at]
    // Byte by byte: texts of proto2 may be any.
    const exact = (all: readonly TextEntry[]) => jsonOfText(judged.type, knownOf(all), 'latin1')
    const isSame = theirs && same(exact(theirs.entries), exact(known))
    if (!isSame) differences.push(differing(read, 'written', hexOf(bytes)))
  }
  return differences
}

/** Unknown fields of both; those that a later value took away with what held them are told by nodes alone. */
function compareUnknown(read: ReadCase, entries: readonly TextEntry[]): Difference[] {
  const { bytes, decoded } = read
  const ours = unknownOfNodes(decoded.nodes, bytes)
  const theirs = unknownOf(entries)
  const left = [...ours]
  for (const each of theirs) {
    const at = left.indexOf(each)
    if (at === -1) return [differing(read, 'unknown', `${ours.join()}, protoc ${theirs.join()}`)]
    left.splice(at, 1)
  }
  return []
}

/** Reads each case here and by protoc, and compares whether it is taken, its value, and what is written of it. */
export async function judge(judged: Judged, cases: readonly Case[]): Promise<Verdict> {
  const reads = cases.map((one): ReadCase => {
    const bytes = Uint8Array.from(one.bytes)
    const decoded = decodeMessage(judged.schema, judged.name, bytes)!
    return { one, bytes, decoded, isTaken: decoded.error === null || decoded.error.code === WARNED }
  })
  return withProtoFolder(judged.files, async (path) => {
    const asked = reads.map(({ one, bytes, isTaken }) => ({ bytes, isAlone: !isTaken || one.isAlone }))
    const answers = await allAnswers(judged, path, asked)
    const differences: Difference[] = []
    const taken: { read: ReadCase; entries: readonly TextEntry[] }[] = []
    for (const [at, read] of reads.entries()) {
      const { one, decoded, isTaken } = read
      const answer = answers[at]!
      const isLacking = decoded.error?.code === WARNED
      const [ours, theirs] = [isTaken, answer !== null].map((is) => (is ? 'taken' : 'refused'))
      const wanted = one.expected ?? theirs
      if (ours !== theirs || ours !== wanted) {
        const code = decoded.error?.code ?? 'read'
        differences.push(
          differing(read, 'verdict', `${ours} (${code}), protoc ${theirs}, expected ${wanted}`),
        )
      } else if (answer !== null) {
        taken.push({ read, entries: answer.entries })
        differences.push(...compareUnknown(read, answer.entries))
        if (isLacking !== answer.lacksRequired) {
          differences.push(differing(read, 'required', `${isLacking}, protoc ${answer.lacksRequired}`))
        }
      }
    }
    if (taken.length > 0) differences.push(...(await compareTaken(judged, path, taken)))
    return { differences, taken: taken.length, refused: reads.length - taken.length }
  })
}
