import { AppError, coreErrors } from '@qd/contract-kit'
import { ENTER_COMMAND, guessLayouts } from '@qd/game-frame'
import type { AskHandlers } from '@qd/server-kit'
import { simulatorErrors } from '../../contract/index.ts'
import type { simulatorConnection } from '../../contract/index.ts'
import { sessionPiece } from './capture/session-file.ts'
import type { SessionOf } from './capture/session-file.ts'
import { assertMayEnter, trailOf } from './connection-rights.ts'
import type { GameConnection } from './connection/connection.ts'
import { withoutKey } from './link/without-key.ts'
import type { Holder, ServeDeps } from './serve-deps.ts'

type Channel = typeof simulatorConnection

/** What was kept is read by the console itself. */
function assertFromPage({ options: { target } }: GameConnection): void {
  if (target.kind === 'capture' && target.keptId !== undefined) throw new AppError(coreErrors.not_found)
}

function sessionOf({ timeline, book, descriptor, options }: GameConnection): SessionOf {
  if (descriptor === null) throw new AppError(simulatorErrors.simulator_not_open)
  const { target } = options
  const isOfServer = target.kind === 'server' || (target.kind === 'capture' && target.sId !== undefined)
  return { timeline, book, descriptor, title: options.way.title, isOfServer }
}

/** Begins to keep the time line, for the person and the line it was opened on. */
async function beginKeeping(
  deps: ServeDeps,
  connection: GameConnection,
  { holder, name }: { holder: Holder; name: string },
): Promise<void> {
  const { kept } = deps
  const { caller, place } = holder.page
  const { actsAs: uId, options, timeline } = connection
  const session = sessionOf(connection)
  const owner = { userId: caller.userId, lineId: place.lineId ?? '' }
  await kept.assertFree(owner, name)
  const assertThere = (): void => {
    if (connection.isEnded) throw new AppError(simulatorErrors.simulator_connection_gone)
  }
  const progress = { frames: 0, of: timeline.index.length }
  const trail = trailOf(deps, holder)
  holder.keeping.begin(progress, async () => {
    const of = { ...owner, uId, target: options.target, session, assertThere }
    const row = await kept.keep(of, name, progress)
    await trail.kept(connection, row)
    return row
  })
}

/** What a page asks of its connection. */
export function asksOf(deps: ServeDeps, connection: GameConnection, holder: Holder): AskHandlers<Channel> {
  const { connections } = deps
  const { page } = holder
  const now = () => ({ connection: connection.view(page) })
  return {
    async send({ cmd: given, body, bytes, repeat }) {
      // An Enter under the game's own number is an Enter too.
      const cmd = connection.layoutNumber(given)
      const message = connection.book.command(cmd)?.req ?? ''
      const encoded =
        bytes === undefined ? connection.book.encode(message, body ?? {}) : Buffer.from(bytes, 'base64')
      if (cmd === ENTER_COMMAND && connection.options.target.kind === 'server') {
        await assertMayEnter(deps, connection, holder, encoded)
      }
      return connection.send(cmd, encoded, repeat)
    },
    stopRepeat: () => ({ sent: connection.stopRepeat() }),
    view: ({ filter }) => connection.shown.show(filter),
    stopScan() {
      connection.shown.view.skipOlder()
      return connection.shown.view.state
    },
    rows: ({ view, from, count }) => ({ from, rows: connection.shown.view.rows(view, from, count) }),
    rowOf: ({ n }) => ({ row: connection.shown.view.rowOf(n) }),
    async frame({ n, from = 0 }) {
      const bytes = await connection.timeline.bytesOf(n, from)
      return { frame: connection.timeline.summary(n), bytes: bytes.toString('base64'), from }
    },
    pin({ n, isPinned }) {
      const row = connection.timeline.pin(n, isPinned)
      connection.feed.changed(n)
      return row
    },
    pause({ isPaused }) {
      connection.setPaused(isPaused)
      return now()
    },
    heartbeat({ isOn }) {
      connection.setHeartbeat(isOn)
      return now()
    },
    network(network) {
      connection.setNetwork(network)
      return now()
    },
    drop() {
      connection.leave('dropped')
      return now()
    },
    reconnect(wanted) {
      connection.reconnect(wanted)
      return now()
    },
    disconnect() {
      connection.leave('disconnected')
      return now()
    },
    async load({ text, isLast }) {
      assertFromPage(connection)
      await connection.capture.take(text, isLast)
      connection.feed.frames()
      return { counts: connection.timeline.counts, faults: connection.capture.faults }
    },
    guess: () => ({
      layouts: guessLayouts(connection.capture.first).map(({ descriptor, ...explained }) => ({
        layout: withoutKey(descriptor),
        ...explained,
      })),
    }),
    session: ({ from }) => sessionPiece(sessionOf(connection), from),
    async keep({ name }) {
      if (name !== undefined) await beginKeeping(deps, connection, { holder, name })
      return holder.keeping.wait()
    },
    state: ({ module }) => connection.state.show(module),
    async end() {
      await connections.end(connection)
      return {}
    },
  }
}
