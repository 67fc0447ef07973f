import type { GameConnection } from '../connection/connection.ts'

/** Fills a capture from what was kept, in the background: rows show as they are read. */
export async function loadKept(connection: GameConnection, text: AsyncIterable<string>): Promise<void> {
  try {
    const { capture, timeline, feed } = connection
    for await (const piece of text) {
      if (connection.isEnded) return
      await capture.take(piece, false)
      feed.frames()
      if (timeline.isBehind) await timeline.caughtUp()
    }
    await capture.take('', true)
    feed.frames()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    connection.note({ key: 'simulator.note.keptBroken', params: { reason } })
  }
}
