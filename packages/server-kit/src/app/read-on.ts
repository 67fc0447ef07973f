import type { IncomingMessage } from 'node:http'

const FOR_MS = 10_000
const TICK_MS = 10
/** Shared by all: discarded bodies must not slow down wanted ones, and 50 MB/s are more than most connections have. */
const TICK_BYTES = 524_288
const AT_A_TIME = 8

/** Bodies whose rest is thrown away, whose turn is next in front. */
const going = new Set<IncomingMessage>()
let clock: NodeJS.Timeout | null = null
let left = 0

function take(piece: Buffer): void {
  left -= piece.length
  if (left <= 0) for (const each of going) each.pause()
}

function tick(): void {
  left = TICK_BYTES
  for (const each of [...going].slice(0, AT_A_TIME)) {
    going.delete(each)
    going.add(each)
    each.resume()
  }
  if (going.size > 0) return
  clearInterval(clock!)
  clock = null
}

/** Throws away what still comes, until its end or for 10 s; `onOver` hears of either. */
export function readOn(raw: IncomingMessage, onOver: () => void): void {
  const timer = setTimeout(() => raw.destroy(), FOR_MS)
  const finish = () => {
    clearTimeout(timer)
    going.delete(raw)
    raw.off('data', take).off('end', finish).off('close', finish)
    onOver()
  }
  raw.pause()
  raw.on('data', take).once('end', finish).once('close', finish)
  going.add(raw)
  clock ??= setInterval(tick, TICK_MS)
}
