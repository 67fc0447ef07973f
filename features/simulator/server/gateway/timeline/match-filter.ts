import type { FrameFilter } from '../../../contract/index.ts'
import type { FrameIndex } from './frame-index.ts'

/** Whether a frame passes, by its head alone. */
export type HeadTest = (n: number) => boolean

function statusTest(index: FrameIndex, status: NonNullable<FrameFilter['status']>): HeadTest {
  const isFrame: HeadTest = (n) => index.directionOf(n) === 'reply' || index.directionOf(n) === 'push'
  if (status === 'failed')
    return (n) => index.directionOf(n) === 'fault' || (isFrame(n) && index.status[n] !== 0)
  if (status === 'ok') return (n) => isFrame(n) && index.status[n] === 0
  const wanted = new Set(status)
  return (n) => isFrame(n) && wanted.has(index.status[n]!)
}

/** Whether the filter reads bodies. */
export function readsBodies({ text, field }: FrameFilter): boolean {
  return (text !== undefined && text !== '') || field !== undefined
}

/** A filter over heads as one test; the cheapest parts first. */
export function headTest(index: FrameIndex, filter: FrameFilter, messageOf: (n: number) => string): HeadTest {
  const tests: HeadTest[] = []
  const { directions, cmds, cmdRanges, status, minSize, maxSize, messages } = filter
  if (filter.hidesHeartbeats === true) tests.push((n) => !index.isHeartbeat(n))
  if (filter.pinnedOnly === true) tests.push((n) => index.isPinned(n))
  if (cmds !== undefined || cmdRanges !== undefined) {
    const wanted = new Set(cmds)
    const isWithin = (cmd: number) => cmdRanges?.some(({ from, to }) => cmd >= from && cmd <= to) === true
    tests.push((n) => wanted.has(index.cmd[n]!) || isWithin(index.cmd[n]!))
  }
  if (directions !== undefined) {
    const wanted = new Set(directions)
    tests.push((n) => wanted.has(index.directionOf(n)))
  }
  if (minSize !== undefined) tests.push((n) => index.size[n]! >= minSize)
  if (maxSize !== undefined) tests.push((n) => index.size[n]! <= maxSize)
  if (status !== undefined) tests.push(statusTest(index, status))
  if (messages !== undefined && messages.length > 0) tests.push(messageTest(messages, messageOf))
  // What has no body is found by no word in one.
  if (readsBodies(filter)) tests.push((n) => index.bodySize[n]! > 0)
  return (n) => tests.every((test) => test(n))
}

/** Names repeat from frame to frame: each is compared once. */
function messageTest(messages: readonly string[], messageOf: (n: number) => string): HeadTest {
  const wanted = messages.map((each) => each.toLowerCase())
  const known = new Map<string, boolean>()
  return (n) => {
    const name = messageOf(n)
    let isWanted = known.get(name)
    if (isWanted === undefined) {
      const lower = name.toLowerCase()
      isWanted = wanted.some((each) => lower.includes(each))
      known.set(name, isWanted)
    }
    return isWanted
  }
}

/** Values at a dotted path; `[]` and a number stand for elements of a list. */
function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  if (path.length === 0) return [value]
  if (typeof value !== 'object' || value === null) return []
  const [step, ...rest] = path
  if (step === '[]') return Array.isArray(value) ? value.flatMap((each) => valuesAt(each, rest)) : []
  return Object.hasOwn(value, step!) ? valuesAt((value as Record<string, unknown>)[step!], rest) : []
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** The test of a decoded body. */
export function bodyTest({ text, field }: FrameFilter): (body: unknown) => boolean {
  const wanted = (text ?? '').toLowerCase()
  const path =
    field?.path
      .replaceAll('[]', '.[]')
      .split('.')
      .filter((step) => step !== '') ?? []
  return (body) => {
    if (field !== undefined && !valuesAt(body, path).some((each) => textOf(each) === field.value))
      return false
    return wanted === '' || JSON.stringify(body).toLowerCase().includes(wanted)
  }
}
