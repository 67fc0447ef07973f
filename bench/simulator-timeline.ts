import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFrames, QD1 } from '@qd/game-frame'
import type { FrameFilter } from '@qd/simulator/contract'
import { FrameView } from '../features/simulator/server/gateway/timeline/frame-view.ts'
import { TimelineShares } from '../features/simulator/server/gateway/timeline/timeline-share.ts'
import { Timeline } from '../features/simulator/server/gateway/timeline/timeline.ts'
import { MessageBook } from '../features/simulator/server/gateway/messages.ts'
import { median, type Result, type Row } from './tools/result.ts'

const FRAMES = Number(process.env['QD_BENCH_ROWS'] ?? 1_000_000)
const ROUNDS = 3

const fields = {
  name: { id: 1, type: 'string' },
  x: { id: 2, type: 'int32' },
  y: { id: 3, type: 'int32' },
  gold: { id: 4, type: 'int64' },
}
const book = new MessageBook({ h: { nested: { Move: { fields } } } }, [7, 8, 9, 10, 11].map(commandOf))

function commandOf(cmd: number) {
  return { cmd, name: `Move${cmd}`, req: 'h.Move', res: 'h.Move', push: 'h.Move' }
}

async function filled(path: string): Promise<Timeline> {
  const timeline = new Timeline({
    path,
    share: new TimelineShares().of('bench'),
    isHeartbeat: (cmd) => cmd === 11,
    messageOf: (frame) => book.messageOf(frame),
    sayNote: () => '',
    wordsOf: () => undefined,
    sayWords: () => '',
  })
  const frames = openFrames(QD1)
  for (let at = 0; at < FRAMES; at += 1) {
    const json = { name: `player ${at % 1000}`, x: at % 500, y: at % 77, gold: String(at) }
    const body = book.encode('h.Move', json)
    const head = { cmd: 7 + (at % 5), seq: 0, status: 0 }
    const bytes = frames.encode('reply', { ...head, body })
    const place = { size: bytes.length, bodyAt: bytes.length - body.length, bodySize: body.length }
    timeline.add({ direction: 'push', ...head, bytes, ...place })
    if (timeline.isBehind) await timeline.caughtUp()
  }
  await timeline.caughtUp()
  return timeline
}

/** Milliseconds until the first hit was known, and until all frames were looked at. */
async function timed(timeline: Timeline, filter: FrameFilter): Promise<{ first: number; all: number }> {
  const { index } = timeline
  const headOf = (n: number) => ({
    cmd: index.cmd[n]!,
    direction: index.directionOf(n),
    status: index.status[n]!,
  })
  const begun = performance.now()
  const done = { first: 0, all: 0 }
  await new Promise<void>((resolve) => {
    const look = () => {
      const { shown, isDone } = view.state
      if (shown > 0 && done.first === 0) done.first = performance.now() - begun
      if (!isDone) return
      done.all = performance.now() - begun
      resolve()
    }
    const view: FrameView = new FrameView({
      timeline,
      filter,
      view: 1,
      messageOf: (n) => book.messageOf(headOf(n)),
      bodyOf: (n, bytes) => book.decode(book.messageOf(headOf(n)), bytes.subarray(index.bodyAt[n]!)),
      onMore: look,
    })
    look()
  })
  return done
}

const HEADS: Record<string, FrameFilter> = {
  'no filter': {},
  'one command': { cmds: [8] },
  direction: { directions: ['push'] },
  status: { status: 'failed' },
  'all of them': { cmds: [8, 9], directions: ['push'], status: 'ok', minSize: 10, hidesHeartbeats: true },
}
const BODIES: Record<string, FrameFilter> = {
  text: { text: 'Player 77' },
  field: { field: { path: 'gold', value: '12345' } },
}

/** Filters over all frames of one connection: by heads at once, by what bodies say in the background. */
export async function measure(): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'qd-bench-'))
  const timeline = await filled(join(folder, 'bench.frames'))
  const rows: Row[] = []
  const first: number[] = []
  try {
    for (const [who, filter] of Object.entries({ ...HEADS, ...BODIES })) {
      const rounds: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const took = await timed(timeline, filter)
        rounds.push(took.all)
        if (who in BODIES) first.push(took.first)
      }
      rows.push({ who, unit: 'ms', rounds })
    }
  } finally {
    await timeline.close()
    await rm(folder, { recursive: true, force: true })
  }
  const worst = (names: object) =>
    Math.max(...rows.filter(({ who }) => who in names).map(({ rounds }) => median(rounds)))
  return {
    rows,
    verdicts: [
      { what: 'slowest filter over heads', figure: worst(HEADS), unit: 'ms', goal: '<= 200' },
      { what: 'first hit in bodies', figure: median(first), unit: 'ms', goal: '<= 200' },
      { what: 'all bodies read', figure: worst(BODIES), unit: 'ms', goal: '<= 3000' },
    ],
    notes: [`${FRAMES} frames of about 36 bytes, all with a message of four fields.`],
  }
}
