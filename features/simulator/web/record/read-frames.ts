import { ENTER_COMMAND } from '@qd/game-frame'
import type { ProtoSchema } from '@qd/proto-wire'
import type { Json } from '@qd/scenario'
import { call } from '@qd/web-calls'
import type { ConnectionTarget, FrameSummary } from '../../contract/index.ts'
import { ROWS_MAX, recordList } from '../../contract/index.ts'
import { askConnection, connectionOf } from '../connections/connection-store.ts'
import { connectionName } from '../connections/connection-tabs.tsx'
import { decodeFrame } from '../detail/decode-frame.ts'
import { readFrame } from '../detail/frame-bytes.ts'
import type { FrameBytes } from '../detail/frame-bytes.ts'
import type { FrameRecording } from '../slots.ts'

/** Frames one recording may have, and bytes of them; what comes after is left out. */
export const RECORDED_MAX = 2_000
const RECORDED_BYTES = 32 * 1024 * 1024
/** The page and its other asks want a place too: sixteen may wait. */
const ASKED_AT_ONCE = 8

/** What is recorded: a stretch of the time line, or the frames its filter shows. */
export type RecordedPart = { from: number; to: number } | { view: number; count: number }

/** Numbers of the frames in order, with replies of requests that are in it. */
async function shownFrames(key: string, view: number, count: number): Promise<number[]> {
  const numbers = new Set<number>()
  for (let from = 0; from < count && numbers.size <= RECORDED_MAX;) {
    const { rows } = await askConnection(key, 'rows', { view, from, count: ROWS_MAX })
    if (rows.length === 0) break
    for (const { n, pair, direction } of rows) {
      numbers.add(n)
      if (pair !== undefined && direction === 'request') numbers.add(pair)
    }
    from += rows.length
  }
  return [...numbers].toSorted((a, b) => a - b)
}

function numbersOf(key: string, part: RecordedPart): Promise<number[]> {
  if ('view' in part) return shownFrames(key, part.view, part.count)
  const length = Math.min(part.to - part.from, RECORDED_MAX)
  return Promise.resolve(Array.from({ length }, (_, at) => part.from + at))
}

function bodyOf({ frame, bytes }: FrameBytes, layout: unknown, schema: ProtoSchema | null): Json {
  const { json, error } = decodeFrame(frame, bytes, layout, schema)
  // Half a body is another request than the one that was recorded.
  return error === null ? (json as Json) : null
}

/** Requests and replies find each other by `seq`, which begins again with each socket: their number takes its place. */
function seqOf({ n, pair, direction }: FrameSummary): number {
  if (direction === 'request') return n
  return direction === 'reply' ? (pair ?? -1) : 0
}

type Frames = FrameRecording['frames'][number]

function frameFrom(read: FrameBytes, layout: unknown, schema: ProtoSchema | null): Frames | null {
  const { direction, n, cmd, status, message, at } = read.frame
  if (direction === 'fault' || direction === 'note') return null
  const body = bodyOf(read, layout, schema)
  return { direction, n, cmd, status, message, atMs: at, seq: seqOf(read.frame), body }
}

/** The command with which clients of the target enter; null: the console knows of none. */
async function enterCmdOf(target: ConnectionTarget | undefined): Promise<number | null> {
  if (target === undefined) return null
  if (target.kind === 'server') return ENTER_COMMAND
  const { recordId, lineId } = target
  if (recordId === undefined)
    return target.kind === 'capture' && target.sId !== undefined ? ENTER_COMMAND : null
  const { list } = await call(
    recordList,
    { body: { lineId } },
    { tag: 'simulator:page.record.title', told: 'inline' },
  )
  return list.find((record) => record.recordId === recordId)?.enter?.cmd ?? null
}

/** Reads the frames of a part of a time line, with what their bodies say. */
export async function readRecording(
  key: string,
  part: RecordedPart,
  schema: ProtoSchema | null,
  signal: AbortSignal,
): Promise<FrameRecording> {
  const numbers = await numbersOf(key, part)
  const wanted = 'view' in part ? part.count : part.to - part.from
  const connection = connectionOf(key)
  const view = connection?.view ?? null
  const frames: Frames[] = []
  const beats = new Set(view?.heartbeat.isKnown === true ? [view.heartbeat.cmd] : [])
  let done = 0
  for (let bytes = 0; done < Math.min(numbers.length, RECORDED_MAX) && bytes < RECORDED_BYTES;) {
    const some = numbers.slice(done, Math.min(done + ASKED_AT_ONCE, RECORDED_MAX))
    const read = await Promise.all(some.map((n) => readFrame(key, n)))
    signal.throwIfAborted()
    for (const each of read) {
      bytes += each.bytes.length
      if (each.frame.isHeartbeat) beats.add(each.frame.cmd)
      const frame = frameFrom(each, view?.layout, schema)
      if (frame !== null) frames.push(frame)
    }
    done += some.length
  }
  return {
    title: connection === undefined ? '' : connectionName(connection),
    frames,
    enterCmd: await enterCmdOf(connection?.open.target),
    leaveOut: [...beats],
    left: Math.max(0, Math.max(wanted, numbers.length) - done),
  }
}
